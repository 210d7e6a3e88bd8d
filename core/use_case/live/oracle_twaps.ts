/**
 * The oracle's latest averages, combined from all sources that can be polled for them.
 *
 * @module
 */
import { Effect, Option, Result } from "effect";
import { ProviderFailed, ProviderOff } from "../../port/provider_failure.ts";
import type { TwapFeed, TwapFeedMissing } from "../../port/twap_feed.ts";
import { type OraclePrice, type OracleStream, twapStreamOf } from "../../price/mod.ts";

/** A source of averages and the streams that it carries. */
export interface SourcedTwaps {
  readonly streams: ReadonlyArray<OracleStream>;
  /** The source's feed; undefined if it is not set up. */
  readonly feed: TwapFeed["Service"] | undefined;
  /** The setting that turns it on. */
  readonly setting: string;
}

/** The wait for several sources, in machine time: one that hangs must not hide another's answer. */
const WAIT_MS_MAX = 3_000;
/** The wait for a single source, in machine time. */
const ANSWER_MS_MAX = 9_500;

type TwapResult = Result.Result<
  Option.Option<OraclePrice>,
  TwapFeedMissing | ProviderFailed | ProviderOff
>;

/**
 * Combines sources, given best first, and returns the newest average among their answers. If none
 * answers, fails with the first failure; if no source that carries the average is set up, with the
 * settings to turn on.
 */
export function joinTwapFeeds(
  sources: ReadonlyArray<SourcedTwaps>,
  sleepMs: (ms: number) => Effect.Effect<void>,
): TwapFeed["Service"] {
  return {
    latest: Effect.fn("oracle.latest")(function* (series) {
      const stream = twapStreamOf(series.windowSec);
      const carrying = sources.filter(({ streams }) => streams.includes(stream));
      const feeds = carrying.flatMap(({ feed }) => feed ?? []);
      if (feeds.length === 0) {
        const setting = [...new Set(carrying.map(({ setting }) => setting))].join(" or ");
        return yield* new ProviderOff({ provider: "oracle", setting });
      }
      const answered: Array<TwapResult> = [];
      yield* Effect.forEach(
        feeds,
        (feed) =>
          Effect.map(Effect.result(feed.latest(series)), (result) => void answered.push(result)),
        { concurrency: "unbounded", discard: true },
      ).pipe(Effect.raceFirst(sleepMs(feeds.length > 1 ? WAIT_MS_MAX : ANSWER_MS_MAX)));
      if (answered.length === 0) {
        const cause = new Error("no source answered in time");
        return yield* new ProviderFailed({ provider: "oracle", reason: "timeout", cause });
      }
      const found = answered.filter(Result.isSuccess).map(({ success }) => success);
      const newest = found.filter(Option.isSome).map(({ value }) => value)
        .toSorted((a, b) => b.observedSec - a.observedSec)[0];
      if (newest !== undefined) return Option.some(newest);
      const failure = answered.find(Result.isFailure);
      if (failure !== undefined) return yield* failure.failure;
      return Option.none();
    }),
  };
}
