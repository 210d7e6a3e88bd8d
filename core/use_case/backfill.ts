/**
 * Fills the book with older targets: from the sources that give many for few calls, and what these
 * lack from the usual ones.
 *
 * Nothing is kept about how far it came: a target that is stored is not asked for again, so a
 * backfill that was stopped goes on where it was.
 *
 * @module
 */
import { Effect, Option, Result, Stream } from "effect";
import {
  type Asset,
  countWindowsStartingIn,
  type Interval,
  type Provider,
  providerOf,
  windowsStartingIn,
} from "../market/mod.ts";
import { HistoryFeeds, type OpeningFailure, type StoreFailed } from "../port/mod.ts";
import { targetKey, type TargetQuery } from "../price/mod.ts";
import { type TimeRange, toIso } from "../time/mod.ts";
import { type BackfillPart, type FilledWindow, noProgress, withPart } from "./backfill_progress.ts";
import { askHistory } from "./backfill_history.ts";
import { makeCheckFinalPrices } from "./final_prices.ts";
import { pastOf } from "./opened_range.ts";
import { TargetBook } from "./target_book.ts";
import { targetQuery, Venue } from "./venue.ts";

/** Windows a step, for which one look into the store is made: about ten calls for history. */
const STEP_WINDOWS: Readonly<Record<Interval, number>> = {
  "5min": 500,
  "15min": 500,
  "1hour": 240,
  "4hour": 500,
  daily: 30,
};
/** The oracle allows ten calls a second. */
const SIGNED_WINDOWS = 20;
/** Windows that the usual sources are asked for before progress is told. */
const USUAL_WINDOWS: Readonly<Record<Provider, number>> = { oracle: 20, exchange: 240 };

/** Which windows to fill, and from where. */
export interface BackfillOptions {
  readonly asset: Asset;
  readonly interval: Interval;
  readonly range: TimeRange;
  /** The oracle's windows come from its signed reports alone. */
  readonly isSigned: boolean;
}

/**
 * Progress after each part, oldest windows first. Ends when every window was tried. Fails with
 * `ProviderOff` where signed reports are wanted and the oracle is not set up.
 */
export const backfill = Effect.fn("backfill")(function* (
  { asset, interval, range, isSigned }: BackfillOptions,
) {
  const book = yield* TargetBook;
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
  const check = makeCheckFinalPrices(book.evidence);

  const askUsual = Effect.fnUntraced(function* (
    queries: ReadonlyArray<TargetQuery>,
    lacks: ReadonlyMap<string, OpeningFailure>,
  ) {
    const { results } = yield* book.askUntil(queries, Effect.never);
    return queries.flatMap((query, index): ReadonlyArray<FilledWindow> => {
      const result = Option.getOrUndefined(results[index] ?? Option.none());
      if (result === undefined) return [];
      if (Result.isSuccess(result)) return [{ query, kind: "found", target: result.success }];
      const failure = worthier(result.failure, lacks.get(targetKey(query)));
      return [{ query, kind: "missing", failure }];
    });
  });

  const step = (queries: ReadonlyArray<TargetQuery>) =>
    Stream.unwrap(Effect.gen(function* () {
      const byKey = new Map<string, FilledWindow>();
      const told = (outcomes: ReadonlyArray<FilledWindow>): BackfillPart => {
        for (const outcome of outcomes) byKey.set(targetKey(outcome.query), outcome);
        return { outcomes, disputes: [] };
      };
      const { outcomes, open, lacks } = yield* askHistory({ book, history }, queries);
      // What is not signed is not wanted from elsewhere.
      const unsigned = isSignedOnly ? open.flatMap((query) => missingOf(query, lacks)) : [];
      const usual = Stream.fromIterable(isSignedOnly ? [] : open).pipe(
        Stream.grouped(USUAL_WINDOWS[provider]),
        Stream.mapEffect((some) => Effect.map(askUsual(some, lacks), told)),
      );
      const inOrder = Effect.suspend(() =>
        check(queries.flatMap((query) => byKey.get(targetKey(query)) ?? []))
      );
      return Stream.make(told([...outcomes, ...unsigned])).pipe(
        Stream.concat(usual),
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

/** A source that is not set up says nothing about the window; whoever was asked before may have. */
function worthier(usual: OpeningFailure, before: OpeningFailure | undefined): OpeningFailure {
  return usual._tag === "ProviderOff" ? before ?? usual : usual;
}
