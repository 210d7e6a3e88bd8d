/**
 * Finds the parts of windows, and composes them.
 *
 * @module
 */
import { Clock, Effect, Option, Result } from "effect";
import { type Asset, type MarketWindow, providerOf, windowAfter } from "../../market/mod.ts";
import { TokenQuotes } from "../../port/token_quotes.ts";
import type { Outcome, TargetQuery } from "../../price/mod.ts";
import {
  composeWindow,
  type FoundTarget,
  type SourcedNumber,
  type WindowParts,
  type WindowState,
} from "../../window/mod.ts";
import { LiveStream } from "../live/live_stream.ts";
import { RangeBudget } from "../price/range_budget.ts";
import { TargetCache } from "../price/target_cache.ts";
import type { KnownTarget } from "../price/target_memory.ts";
import { targetQuery } from "../price/target_query.ts";
import { CLOSE_AFTER_MS, closesAtNextOpening } from "../price/window_closes.ts";
import { windowOutcomes } from "../price/window_outcomes.ts";
import { Venue, type VenueChoice } from "../venue/venue.ts";
import { newestNumber } from "./newest_number.ts";
import { instantOfTarget } from "./number_instants.ts";
import { WindowFactsCache } from "./window_facts.ts";

/** A window of an asset. */
export interface AssetWindow {
  readonly asset: Asset;
  readonly window: MarketWindow;
}

/** How windows ended, as far as that is final: one per window, in order. */
export interface WindowEnd {
  readonly close: SourcedNumber | null;
  readonly outcome: Outcome | null;
}

/** States of windows, in order. `leftCount`: how many lack something that there was no time for. */
export interface WindowStates {
  readonly states: ReadonlyArray<WindowState>;
  readonly leftCount: number;
  readonly isCached: boolean;
}

/** A window that ended longer ago is of the past: who asks for many does not hold up the others. */
const PRESENT_MS = 7_200_000;

/** A provider's stream has delivered the target of a window by then, or else it is asked for. */
const ASK_AFTER_MS = 5_000;

/**
 * Returns the states of windows within the {@linkcode RangeBudget}. What is not found in time is
 * null. Fails only if the store does.
 */
export const windowStates = Effect.fn("windowStates")(function* (
  windows: ReadonlyArray<AssetWindow>,
) {
  const venue = yield* Venue;
  const budget = yield* RangeBudget;
  const nowMs = yield* Clock.currentTimeMillis;
  const asked = yield* targetsOf(windows, nowMs);
  const { until } = yield* WindowFactsCache;
  const [ends, facts] = yield* Effect.all([
    endsOf(windows, { targets: asked.targets, nowMs }),
    until(
      windows.map(({ asset, window }) => ({
        slug: venue.profile.slugOf(asset, window),
        isEnded: window.endSec * 1000 <= nowMs,
        isPast: window.endSec * 1000 <= nowMs - PRESENT_MS,
      })),
      budget,
    ),
  ], { concurrency: 2 });
  const quotes = yield* TokenQuotes;
  const stream = yield* LiveStream;
  const states: Array<WindowState> = [];
  for (const [index, { asset, window }] of windows.entries()) {
    const query = targetQuery(venue, asset, window);
    const { market = null, resolution = null } = facts[index] ?? {};
    const parts: WindowParts = {
      asset,
      window,
      nowMs,
      target: yield* foundTarget(query, asked.targets[index]),
      price: newestNumber(stream, query),
      market,
      quoteOf: quotes.of,
      close: ends.ends[index]?.close ?? null,
      outcome: ends.ends[index]?.outcome ?? null,
      resolution,
    };
    states.push(composeWindow(parts));
  }
  const isLeft = windows.map((_, index) =>
    facts[index] === undefined || asked.left.has(index) || ends.left.has(index)
  );
  return {
    states,
    leftCount: isLeft.filter(Boolean).length,
    isCached: asked.isCached && ends.isCached && facts.every((one) => one?.isCached === true),
  } satisfies WindowStates;
});

/**
 * Returns targets, closes and outcomes of windows that have ended, within the
 * {@linkcode RangeBudget}: the venue is not asked about each of them. Fails only if the store does.
 */
export const windowEnds = Effect.fn("windowEnds")(function* (windows: ReadonlyArray<AssetWindow>) {
  const venue = yield* Venue;
  const nowMs = yield* Clock.currentTimeMillis;
  const asked = yield* targetsOf(windows, nowMs);
  const ends = yield* endsOf(windows, { targets: asked.targets, nowMs });
  const states = yield* Effect.forEach(windows, ({ asset, window }, index) =>
    Effect.map(
      foundTarget(targetQuery(venue, asset, window), asked.targets[index]),
      (target) =>
        composeWindow({
          ...{ asset, window, nowMs, target, price: null, market: null, resolution: null },
          quoteOf: () => null,
          close: ends.ends[index]?.close ?? null,
          outcome: ends.ends[index]?.outcome ?? null,
        }),
    ));
  const isLeft = windows.map((_, index) => asked.left.has(index) || ends.left.has(index));
  return {
    states,
    leftCount: isLeft.filter(Boolean).length,
    isCached: asked.isCached && ends.isCached,
  } satisfies WindowStates;
});

/** The targets in memory, and of older windows those that are found. */
const targetsOf = Effect.fnUntraced(function* (
  windows: ReadonlyArray<AssetWindow>,
  nowMs: number,
) {
  const cache = yield* TargetCache;
  const venue = yield* Venue;
  const queries = windows.map(({ asset, window }) => targetQuery(venue, asset, window));
  const missing = queries.filter((query) =>
    nowMs - query.window.startSec * 1000 >= ASK_AFTER_MS && cache.peek(query) === undefined
  );
  const { results, isCached } = missing.length === 0
    ? { results: [], isCached: true }
    : yield* cache.askUntil(missing, yield* RangeBudget);
  const answers = new Map(missing.map((query, at) => [query, results[at] ?? Option.none()]));
  const left = new Set<number>();
  const targets = queries.map((query, index): KnownTarget | undefined => {
    const answer = answers.get(query);
    if (answer === undefined) return cache.peek(query);
    if (Option.isNone(answer)) left.add(index);
    return Option.getOrUndefined(Option.flatMap(answer, Result.getSuccess));
  });
  return { targets, left, isCached };
});

const foundTarget = Effect.fnUntraced(function* (
  query: TargetQuery,
  known: KnownTarget | undefined,
): Effect.fn.Return<FoundTarget | null, never, TargetCache> {
  if (known === undefined) return null;
  const { priceE18, source, isProvisional } = known;
  const atMs = yield* instantOfTarget(query, known);
  return { priceE18, source, isProvisional: isProvisional === true, atMs };
});

/** Finds closes and outcomes series by series: one provider's trouble is not the others'. */
const endsOf = Effect.fnUntraced(function* (
  windows: ReadonlyArray<AssetWindow>,
  { targets, nowMs }: {
    readonly targets: ReadonlyArray<KnownTarget | undefined>;
    readonly nowMs: number;
  },
) {
  const ends: Array<WindowEnd | undefined> = windows.map(() => undefined);
  const left = new Set<number>();
  let isCached = true;
  const ended = windows.flatMap(({ asset, window }, index) => {
    const sinceMs = nowMs - window.endSec * 1000;
    return sinceMs < CLOSE_AFTER_MS[providerOf(window.interval)] ? [] : [{ asset, window, index }];
  });
  const series = Map.groupBy(ended, ({ asset, window }) => `${asset}:${window.interval}`);
  for (const some of series.values()) {
    const oldestFirst = some.toSorted((a, b) => a.window.startSec - b.window.startSec);
    const known = oldestFirst.map(({ index }) => targets[index]);
    const found = yield* Effect.result(seriesEnds(oldestFirst, known));
    isCached &&= Result.isSuccess(found) && found.success.isCached;
    for (const [at, { index }] of oldestFirst.entries()) {
      if (Result.isSuccess(found)) ends[index] = found.success.ends[at];
      else if (found.failure._tag === "StoreFailed") return yield* found.failure;
      if (Result.isFailure(found) || found.success.leftCount > 0) {
        if (ends[index]?.close == null) left.add(index);
      }
    }
  }
  return { ends, left, isCached };
});

const seriesEnds = Effect.fnUntraced(function* (
  windows: ReadonlyArray<AssetWindow>,
  targets: ReadonlyArray<KnownTarget | undefined>,
) {
  const venue = yield* Venue;
  const asset = windows[0]?.asset ?? "btc";
  const { outcomes, closes, leftCount, isCached } = yield* windowOutcomes({
    asset,
    targets: windows.map(({ window }, index) => ({
      window,
      result: Option.map(Option.fromUndefinedOr(targets[index]), (one) => Result.succeed(one)),
    })),
  });
  const ends: Array<WindowEnd> = [];
  for (const [index, { window }] of windows.entries()) {
    const close = Option.getOrUndefined(closes[index] ?? Option.none());
    if (close === undefined || close.isProvisional) {
      ends.push({ close: null, outcome: null });
      continue;
    }
    const { priceE18, source } = close;
    const atMs = closesAtNextOpening(venue, window)
      ? yield* instantOfTarget(nextQuery(venue, { asset, window }), { priceE18, source })
      // A candle closes with the last millisecond of its window.
      : window.endSec * 1000 - 1;
    const { outcome, isFinal } = outcomes[index] ?? { outcome: Option.none(), isFinal: false };
    ends.push({
      close: { priceE18, source, atMs },
      outcome: isFinal ? Option.getOrNull(outcome) : null,
    });
  }
  return { ends, leftCount, isCached };
});

function nextQuery(venue: VenueChoice, { asset, window }: AssetWindow): TargetQuery {
  return targetQuery(venue, asset, windowAfter(venue.profile.calendar, window));
}
