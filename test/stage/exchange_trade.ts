/** Trades of the exchange, as a test wants them. @module */
import { Option } from "effect";
import { parseE18, type Trade } from "../../core/price/mod.ts";

/** A trade of bitcoin at an instant. */
export function tradeAt(tradedAtMs: number, price = "61686.5", tradeId = tradedAtMs): Trade {
  return {
    market: "spot",
    symbol: "BTCUSDT",
    tradeId,
    tradedAtMs,
    price,
    priceE18: Option.getOrThrow(parseE18(price)),
    quantity: "1",
  };
}
