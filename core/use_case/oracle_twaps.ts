/**
 * The oracle's latest averages over all the sources that can be asked for them.
 *
 * @module
 */
import { Effect, Option, Result } from "effect";
import { ProviderFailed, ProviderOff, type TwapFeed, type TwapFeedMissing } from "../port/mod.ts";
import { type Observation, type OracleStream, twapStreamOf } from "../price/mod.ts";

/** One source of averages, and which it carries. */
export interface SourcedTwaps {
  readonly streams: ReadonlyArray<OracleStream>;
  /** Asks it; undefined where it is not set up. */
  readonly feed: TwapFeed["Service"] | undefined;
  /** The setting that turns it on. */
  readonly setting: string;
}

/** In machine time: one that hangs does not hide what another has in memory. */
const WAIT_MS_MAX = 3_000;
const ANSWER_MS_MAX = 9_500;

type TwapResult = Result.Result<
  Option.Option<Observation>,
  TwapFeedMissing | ProviderFailed | ProviderOff
>;

/**
 * Joins them, best first: the newest average of those that answer. Fails as the best one does when
 * none answers, and names what to turn on where none that carries the average is set up.
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
      const said: Array<TwapResult> = [];
      yield* Effect.forEach(
        feeds,
        (feed) =>
          Effect.map(Effect.result(feed.latest(series)), (result) => void said.push(result)),
        { concurrency: "unbounded", discard: true },
      ).pipe(Effect.raceFirst(sleepMs(feeds.length > 1 ? WAIT_MS_MAX : ANSWER_MS_MAX)));
      if (said.length === 0) {
        const cause = new Error("no source answered in time");
        return yield* new ProviderFailed({ provider: "oracle", reason: "timeout", cause });
      }
      const found = said.filter(Result.isSuccess).map(({ success }) => success);
      const newest = found.filter(Option.isSome).map(({ value }) => value)
        .toSorted((a, b) => b.observedSec - a.observedSec)[0];
      if (newest !== undefined) return Option.some(newest);
      const failure = said.find(Result.isFailure);
      if (failure !== undefined) return yield* failure.failure;
      return Option.none();
    }),
  };
}
