/**
 * The oracle's latest time-weighted averages.
 *
 * @module
 */
import { Cache, Clock, Context, Effect, Layer, Option, Result } from "effect";
import type { ProviderFailed, ProviderOff } from "../../port/provider_failure.ts";
import { TwapFeed, type TwapFeedMissing, TwapMissing } from "../../port/twap_feed.ts";
import { type OraclePrice, TWAP_SERIES, type TwapSeries } from "../../price/mod.ts";
import { LiveStream } from "./live_stream.ts";
import { TWAP_AGE_SEC_MAX } from "./live_twaps.ts";

/** An average, and whether it came from the stream or the cache. */
export interface LatestTwap {
  readonly report: OraclePrice;
  readonly isCached: boolean;
}

/** Finds the latest averages. */
export class LatestTwaps extends Context.Service<LatestTwaps, {
  readonly of: (
    series: TwapSeries,
  ) => Effect.Effect<LatestTwap, TwapMissing | TwapFeedMissing | ProviderFailed | ProviderOff>;
}>()("core/use_case/LatestTwaps") {}

/** Reports come every second, 1 to 2 s late. If the newest is older, the stream has stopped. */
const LIVE_AGE_SEC_MAX = 10;
const ANSWER_TTL = "1 second";

/** Uses the stream while it runs, or else requests, cached for a second per series. */
export const layerLatestTwaps = Layer.effect(
  LatestTwaps,
  Effect.gen(function* () {
    const stream = yield* LiveStream;
    const feed = yield* TwapFeed;
    const answers = yield* Cache.make({
      capacity: TWAP_SERIES.length,
      timeToLive: ANSWER_TTL,
      lookup: (series: TwapSeries) => feed.latest(series),
    });
    return LatestTwaps.of({
      of: Effect.fn("LatestTwaps.of")(function* (series: TwapSeries) {
        // Ages count from the start of the request: a call takes longer on an accelerated clock.
        const nowSec = Math.floor((yield* Clock.currentTimeMillis) / 1000);
        const ageSec = (report: OraclePrice) => nowSec - report.observedSec;
        const live = stream.latestTwap(series);
        if (live !== undefined && ageSec(live) <= LIVE_AGE_SEC_MAX) {
          return { report: live, isCached: true };
        }
        const isKnown = yield* Cache.has(answers, series);
        const asked = yield* Effect.result(Cache.get(answers, series));
        const report = newer(live, Option.getOrUndefined(Option.flatten(Result.getSuccess(asked))));
        if (report !== undefined && ageSec(report) <= TWAP_AGE_SEC_MAX) {
          return { report, isCached: isKnown };
        }
        if (Result.isFailure(asked)) return yield* asked.failure;
        return yield* new TwapMissing({
          ...series,
          ...(report === undefined ? {} : { observedSec: report.observedSec }),
        });
      }),
    });
  }),
);

function newer(a: OraclePrice | undefined, b: OraclePrice | undefined): OraclePrice | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return b.observedSec > a.observedSec ? b : a;
}
