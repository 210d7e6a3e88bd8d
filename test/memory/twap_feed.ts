/**
 * Staged averages, served as the oracle's latest.
 *
 * @module
 */
import { Effect, Layer, Option } from "effect";
import { TwapFeed } from "../../core/port/mod.ts";
import type { Report } from "../../core/price/mod.ts";
import { type TwapTopic, twapTopic } from "../../core/stream/mod.ts";

/** Returns what the map holds at the time of each call. */
export function layerMemoryTwapFeed(latest: ReadonlyMap<TwapTopic, Report>): Layer.Layer<TwapFeed> {
  return Layer.succeed(TwapFeed, {
    latest: (series) => Effect.sync(() => Option.fromUndefinedOr(latest.get(twapTopic(series)))),
  });
}
