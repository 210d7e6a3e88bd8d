/**
 * The exchange's probe questions: a trade, a candle and the socket of each market.
 *
 * @module
 */
import { Clock, Effect } from "effect";
import type { Asset } from "../../core/market/mod.ts";
import { ProviderFailed } from "../../core/port/provider_failure.ts";
import type { ProviderQuestion } from "../../core/port/provider_question.ts";
import { type BinanceOptions, makeBinanceClient } from "./client.ts";
import { symbolOf } from "./market.ts";
import { EXCHANGE } from "./http_failure.ts";
import type { StreamOrigins } from "./stream_address.ts";
import { makeStreamQuestion } from "./stream_question.ts";
import { readPriceE18 } from "./window_candle.ts";

const HOUR_MS = 3_600_000;

/** Creates the questions. */
export const makeBinanceQuestions = Effect.fnUntraced(function* (
  options: BinanceOptions & { readonly streams: StreamOrigins },
) {
  const client = yield* makeBinanceClient(options);
  /** Reads the opening of the last whole hour from the trade and the candle, which must agree. */
  const opening = Effect.fnUntraced(function* (asset: Asset) {
    const nowMs = yield* Clock.currentTimeMillis;
    const startMs = nowMs - nowMs % HOUR_MS - HOUR_MS;
    const span = { startMs, endMs: startMs + HOUR_MS - 1 };
    const symbol = symbolOf(asset);
    const [trade] = yield* client.aggTrades({ ...symbol, span, limit: 1, isBulk: false });
    const [kline] = yield* client.klines({
      ...symbol,
      klineInterval: "1h",
      ...span,
      limit: 1,
      isBulk: false,
    });
    if (trade === undefined || kline === undefined) return yield* unreadable("an hour is empty");
    const traded = yield* Effect.fromResult(readPriceE18(trade.p));
    const opened = yield* Effect.fromResult(readPriceE18(kline.open));
    if (kline.openMs !== startMs || traded !== opened) {
      return yield* unreadable(`the hour opens at ${kline.open}, its first trade is at ${trade.p}`);
    }
    return `${trade.p} at ${new Date(trade.T).toISOString()}`;
  });
  const question = (asset: Asset): ProviderQuestion => ({
    name: `exchange ${symbolOf(asset).market}`,
    asks: `first trade and open of the last hour of ${asset}`,
    ask: opening(asset),
  });
  const { streams } = options;
  return [
    question("btc"),
    question("hype"),
    yield* makeStreamQuestion(streams, { market: "spot" }),
    yield* makeStreamQuestion(streams, { market: "futures" }),
  ];
});

function unreadable(reason: string) {
  const cause = new Error(reason);
  return Effect.fail(new ProviderFailed({ provider: EXCHANGE, reason: "unreadable", cause }));
}
