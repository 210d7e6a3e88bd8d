/**
 * Averages that were staged, as if they were the oracle's latest.
 *
 * @module
 */
import { Effect, Layer, Option } from "effect";
import type { Asset } from "../../core/market/mod.ts";
import { TwapFeed } from "../../core/port/mod.ts";
import type { Report } from "../../core/price/mod.ts";

/** Gives what the map holds at the time of asking. */
export function layerMemoryTwapFeed(latest: ReadonlyMap<Asset, Report>): Layer.Layer<TwapFeed> {
  return Layer.succeed(TwapFeed, {
    latest: (asset) => Effect.sync(() => Option.fromUndefinedOr(latest.get(asset))),
  });
}
