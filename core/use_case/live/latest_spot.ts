/**
 * The exchange's newest trade of an asset, as long as it is new.
 *
 * @module
 */
import { Clock, Effect, Schema } from "effect";
import type { Asset } from "../../market/mod.ts";
import { LiveStream } from "./live_stream.ts";

/** The age, in milliseconds, beyond which a price that is pushed all the time is not current. */
export const LIVE_AGE_MS_MAX = 10_000;

/** No trade of the asset was received, or none lately. */
export class SpotMissing extends Schema.TaggedError<SpotMissing>()("SpotMissing", {
  asset: Schema.String,
  /** Of the newest trade, in milliseconds; absent if none was received. */
  ageMs: Schema.optionalKey(Schema.Number),
}) {
  override get message(): string {
    const { asset, ageMs } = this;
    const why = ageMs === undefined
      ? "no trade was received since the service has started"
      : `the exchange's newest trade is ${(ageMs / 1000).toFixed(1)} s old`;
    return `Cannot give the spot price of ${asset}: ${why}`;
  }
}

/** Returns the newest trade. Fails if it is older than 10 s, or if there is none. */
export const latestSpot = Effect.fnUntraced(function* (asset: Asset) {
  const trade = (yield* LiveStream).newestTrade(asset);
  if (trade === undefined) return yield* new SpotMissing({ asset });
  const ageMs = (yield* Clock.currentTimeMillis) - trade.tradedAtMs;
  return ageMs <= LIVE_AGE_MS_MAX ? trade : yield* new SpotMissing({ asset, ageMs });
});
