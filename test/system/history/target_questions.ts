/** The questions for targets that clients ask a replica. @module */
import { Effect, Option, Result } from "effect";
import { type Asset, type Interval, windowContaining } from "../../../core/market/mod.ts";
import { targetKey, type TargetQuery } from "../../../core/price/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import {
  activeTargets,
  type KnownTarget,
  targetAt,
  targetQuery,
  targetRange,
} from "../../../core/use_case/price/mod.ts";
import { Venue } from "../../../core/use_case/venue/mod.ts";

/** A target that a replica gave. */
export interface GivenTarget {
  readonly query: TargetQuery;
  readonly priceE18: bigint;
  readonly isProvisional: boolean;
  readonly from: string;
}

/** A target that a replica gave at the end. */
export interface LastAnswer extends GivenTarget {
  readonly hasEvidence: boolean;
}

/** A question for the targets of a series. */
export interface TargetsQuestion {
  readonly what: "at" | "active" | "range";
  readonly asset: Asset;
  readonly interval: Interval;
  /** How many windows before the open one. */
  readonly back: number;
  readonly nowSec: number;
  /** Called with each target that is found. */
  readonly give: (given: Omit<GivenTarget, "from">) => void;
}

/** Asks as callers of the interface do. */
export const askTargets = Effect.fnUntraced(function* (question: TargetsQuestion) {
  const { what, asset, interval, back, nowSec, give } = question;
  const venue = yield* Venue;
  const { calendar } = venue.profile;
  let window = windowContaining(calendar, interval, UnixSec(nowSec));
  for (let left = back; left > 0; left--) {
    window = windowContaining(calendar, interval, UnixSec(window.startSec - 1));
  }
  if (what === "at") {
    const { target } = yield* targetAt(atStart(asset, interval, window.startSec));
    return give(givenOf(targetQuery(venue, asset, window), target));
  }
  const { startSec } = window;
  const range = { startSec, endSec: UnixSec(nowSec + 1), startText: "start", endText: "end" };
  const found = what === "active"
    ? (yield* activeTargets({ assets: [asset], intervals: [interval] })).targets
      .map(({ window, result }) => ({ window, result: Option.some(result) }))
    : (yield* targetRange({ asset, interval, range })).targets;
  for (const { window, result } of found) {
    const target = Option.getOrUndefined(Option.flatMap(result, Result.getSuccess));
    if (target !== undefined) give(givenOf(targetQuery(venue, asset, window), target));
  }
});

/** Asks for one target with its evidence, and keeps the answer if there is one. */
export const askLast = Effect.fnUntraced(function* (
  query: TargetQuery,
  { from, answers }: { readonly from: string; readonly answers: Map<string, LastAnswer> },
) {
  const { asset, window: { interval, startSec } } = query;
  const found = yield* Effect.result(
    targetAt({ ...atStart(asset, interval, startSec), withEvidence: true }),
  );
  if (Result.isFailure(found)) return;
  const { target, evidence } = found.success;
  answers.set(targetKey(query), {
    ...givenOf(query, target),
    from: `${from} at the end`,
    hasEvidence: Option.isSome(evidence),
  });
});

function givenOf(query: TargetQuery, { priceE18, isProvisional }: KnownTarget) {
  return { query, priceE18, isProvisional: isProvisional === true };
}

function atStart(asset: Asset, interval: Interval, startSec: UnixSec) {
  const at = { atSec: startSec, parameter: "timestamp", text: String(startSec) };
  return { asset, interval, at, withEvidence: false };
}
