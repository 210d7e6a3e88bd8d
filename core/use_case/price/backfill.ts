/**
 * Backfills older targets: from the bulk sources, which return many per call, and for windows that
 * these lack, from the regular sources.
 *
 * No progress is stored. A stored target is not fetched again, so a backfill that was stopped
 * continues where it stopped.
 *
 * @module
 */
import { Effect, Option, Result, Stream } from "effect";
import {
  type Asset,
  checkSeries,
  countWindowsStartingIn,
  type Interval,
  type Provider,
  providerOf,
  windowsStartingIn,
} from "../../market/mod.ts";
import { HistoryFeeds } from "../../port/history_feeds.ts";
import type { OpeningFailure } from "../../port/price_feed.ts";
import type { StoreFailed } from "../../port/store_failure.ts";
import { targetKey, type TargetQuery } from "../../price/mod.ts";
import { type TimeRange, toIso } from "../../time/mod.ts";
import { type BackfillPart, type FilledWindow, noProgress, withPart } from "./backfill_progress.ts";
import { askHistory } from "./backfill_history.ts";
import { makeCheckFinalPrices } from "./final_prices.ts";
import { pastOf } from "./opened_range.ts";
import { TargetCache } from "./target_cache.ts";
import { Venue } from "../venue/venue.ts";
import { targetQuery } from "./target_query.ts";

/** Windows per step. A step makes one store lookup and about ten calls for history. */
const STEP_WINDOWS: Readonly<Record<Interval, number>> = {
  "5min": 500,
  "15min": 500,
  "1hour": 240,
  "4hour": 500,
  daily: 30,
};
/** Windows per step for signed reports: the oracle allows ten calls a second. */
const SIGNED_WINDOWS = 20;
/** Windows to fetch from the regular sources between two progress reports. */
const REGULAR_WINDOWS: Readonly<Record<Provider, number>> = { oracle: 20, exchange: 240 };

/** The windows to backfill, and their source. */
export interface BackfillOptions {
  readonly asset: Asset;
  readonly interval: Interval;
  readonly range: TimeRange;
  /** Use only signed reports for the oracle's windows. */
  readonly isSigned: boolean;
}

/**
 * Returns a stream of the progress after each part, oldest windows first. The stream ends when
 * every window was tried. Fails with `ProviderOff` if `isSigned` is set and the oracle is not set
 * up.
 */
export const backfill = Effect.fn("backfill")(function* (
  { asset, interval, range, isSigned }: BackfillOptions,
) {
  yield* Effect.fromResult(checkSeries({ asset, interval }, "--type"));
  const cache = yield* TargetCache;
  const histories = yield* HistoryFeeds;
  const venue = yield* Venue;
  const { calendar } = venue.profile;
  const { startSec, endSec } = range;
  const texts = { startText: toIso(startSec), endText: toIso(endSec) };
  const past = yield* pastOf({ startSec, endSec, ...texts });
  const total = countWindowsStartingIn(calendar, interval, past);
  const provider = providerOf(interval);
  const isSignedOnly = isSigned && provider === "oracle";
  const history = isSignedOnly ? yield* Effect.fromResult(histories.signed) : histories[provider];
  const check = makeCheckFinalPrices(cache.evidence);

  const askRegular = Effect.fnUntraced(function* (
    queries: ReadonlyArray<TargetQuery>,
    lacks: ReadonlyMap<string, OpeningFailure>,
  ) {
    const { results } = yield* cache.askUntil(queries, Effect.never);
    return queries.flatMap((query, index): ReadonlyArray<FilledWindow> => {
      const result = Option.getOrUndefined(results[index] ?? Option.none());
      if (result === undefined) return [];
      if (Result.isSuccess(result)) return [{ query, kind: "found", target: result.success }];
      const failure = moreSpecific(result.failure, lacks.get(targetKey(query)));
      return [{ query, kind: "missing", failure }];
    });
  });

  const step = (queries: ReadonlyArray<TargetQuery>) =>
    Stream.unwrap(Effect.gen(function* () {
      const byKey = new Map<string, FilledWindow>();
      const toPart = (outcomes: ReadonlyArray<FilledWindow>): BackfillPart => {
        for (const outcome of outcomes) byKey.set(targetKey(outcome.query), outcome);
        return { outcomes, disputes: [] };
      };
      const { outcomes, open, lacks } = yield* askHistory({ cache, history }, queries);
      // A signed backfill does not fall back to unsigned sources.
      const unsigned = isSignedOnly ? open.flatMap((query) => missingOf(query, lacks)) : [];
      const regular = Stream.fromIterable(isSignedOnly ? [] : open).pipe(
        Stream.grouped(REGULAR_WINDOWS[provider]),
        Stream.mapEffect((some) => Effect.map(askRegular(some, lacks), toPart)),
      );
      const inOrder = Effect.suspend(() =>
        check(queries.flatMap((query) => byKey.get(targetKey(query)) ?? []))
      );
      return Stream.make(toPart([...outcomes, ...unsigned])).pipe(
        Stream.concat(regular),
        Stream.concat(Stream.fromEffect(
          Effect.map(inOrder, (disputes): BackfillPart => ({ outcomes: [], disputes })),
        )),
      );
    }));

  const parts: Stream.Stream<BackfillPart, StoreFailed> = Stream.fromIterable(
    windowsStartingIn(calendar, interval, past),
  ).pipe(
    Stream.map((window) => targetQuery(venue, asset, window)),
    Stream.grouped(isSignedOnly ? SIGNED_WINDOWS : STEP_WINDOWS[interval]),
    Stream.flatMap(step),
  );
  return Stream.scan(parts, () => noProgress(total), withPart);
});

function missingOf(
  query: TargetQuery,
  lacks: ReadonlyMap<string, OpeningFailure>,
): ReadonlyArray<FilledWindow> {
  const failure = lacks.get(targetKey(query));
  return failure === undefined ? [] : [{ query, kind: "missing", failure }];
}

/** Prefers the bulk source's failure to `ProviderOff`, which says nothing about the window. */
function moreSpecific(regular: OpeningFailure, bulk: OpeningFailure | undefined): OpeningFailure {
  return regular._tag === "ProviderOff" ? bulk ?? regular : regular;
}
