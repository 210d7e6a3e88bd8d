/**
 * The newest number of the source that settles a window.
 *
 * @module
 */
import type { TargetQuery } from "../../price/mod.ts";
import { type LiveNumber, settlingSource } from "../../window/mod.ts";
import type { LiveStream } from "../live/live_stream.ts";

/** Returns the number, however old; null before the first. */
export function newestNumber(
  stream: Pick<LiveStream["Service"], "newestTrade" | "newestOraclePrice">,
  { asset, rule }: TargetQuery,
): LiveNumber | null {
  const source = settlingSource(rule);
  if (source.provider === "exchange") {
    const trade = stream.newestTrade(asset);
    if (trade === undefined) return null;
    return { priceE18: trade.priceE18, source: "aggTrades", atMs: trade.tradedAtMs };
  }
  const price = stream.newestOraclePrice(asset, source.stream);
  if (price === undefined) return null;
  const name = source.stream === "spot" ? "oracle" : "oracle_twap";
  return { priceE18: price.priceE18, source: name, atMs: price.observedSec * 1000 };
}
