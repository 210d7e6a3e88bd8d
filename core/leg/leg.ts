/**
 * A leg: one venue's market on a window, as it is told beside the others.
 *
 * Each leg has the numbers of its own venue alone. Where they contradict each other, the leg says
 * so, and both are shown.
 *
 * @module
 */
import { Option } from "effect";
import type { Redistribution } from "../game/mod.ts";
import type { Asset, Interval, MarketWindow } from "../market/mod.ts";
import { type Outcome, parseE18 } from "../price/mod.ts";
import type { UnixSec } from "../time/mod.ts";
import { isDecided, type LegRecord, type LegVenueCode } from "./leg_market.ts";

/**
 * The states of a leg's target.
 *
 * - `not_listed`: the venue has no market. `announced`: it has one that has not opened.
 * - `pending`: not known yet. `provisional`: that at which the window before was settled, until the
 *   market's own is published. `final`: the market's own.
 * - `never_set`: the market ended without one.
 */
export const LEG_TARGET_STATES = [
  "not_listed",
  "announced",
  "pending",
  "provisional",
  "final",
  "never_set",
] as const;

/**
 * The states of a leg's outcome.
 *
 * - `open`: its window has not ended. `closed`: it has, and the result is not certain.
 * - `final`: the result stands. `amended`: the venue has replaced a result by this one.
 * - `void`: there is no winner.
 */
export const OUTCOME_STATES = ["open", "closed", "final", "amended", "void"] as const;

/** How a leg compares with the first one. */
export const COMPARABLES = ["same_oracle", "same_clock_other_index"] as const;

/** How the number of a target or of a settlement is made of its index. */
export const RULE_METHODS = [
  "spot",
  "twap",
  "mean",
  "first_trade",
  "candle_open",
  "candle_close",
] as const;

/** What decides a market. */
export interface LegRule {
  /** The index or pair that is read. */
  readonly index: string;
  readonly method: (typeof RULE_METHODS)[number];
  /** The look-back of an average; null for a single number. */
  readonly seconds: number | null;
  /** How the number at the end must compare with the target for up. */
  readonly comparison: "greater_or_equal" | "greater";
  /** The decimals of its numbers; null where no number of them is fixed. */
  readonly digits: number | null;
  readonly tie: "up" | "split";
}

/** A series of another venue's windows. */
export interface LegSeries {
  readonly venue: LegVenueCode;
  readonly asset: Asset;
  readonly interval: Interval;
  /** Its digits may be those of each market. */
  readonly rule: LegRule;
  readonly comparable: (typeof COMPARABLES)[number];
  /** No window that starts earlier was ever listed; unix seconds. */
  readonly fromSec: UnixSec;
  /** Whether the venue's numbers may be passed on. */
  readonly redistributable: Redistribution;
}

/** A leg. */
export interface Leg {
  readonly venue: string;
  readonly id: string | null;
  readonly url: string | null;
  /** Decimal text, US dollars, with the market's own decimals. */
  readonly target: string | null;
  readonly targetState: (typeof LEG_TARGET_STATES)[number];
  readonly targetSource: string | null;
  readonly rule: LegRule;
  readonly outcome: Outcome | null;
  readonly outcomeState: (typeof OUTCOME_STATES)[number];
  /** The number that settled it, as its source has it. */
  readonly settled: string | null;
  /** Whether the result contradicts the market's own numbers. */
  readonly isDisputed: boolean;
  /** When this was first known so, unix milliseconds; null where nothing says it. */
  readonly atMs: number | null;
  readonly comparable: (typeof COMPARABLES)[number];
  readonly redistributable: Redistribution;
}

/** What a leg is made of. */
export interface LegParts {
  readonly series: LegSeries;
  readonly window: MarketWindow;
  /** What is known of the window; undefined before it was read. */
  readonly record: LegRecord | undefined;
  /** The same of the window before it. */
  readonly previous: LegRecord | undefined;
  readonly nowMs: number;
}

/** Folds what is known of a window at another venue. */
export function legOf(parts: LegParts): Leg {
  const { series, record } = parts;
  const market = record?.market ?? null;
  const target = targetOf(parts);
  return {
    venue: series.venue,
    id: market?.id ?? null,
    url: market?.url ?? null,
    ...target,
    rule: { ...series.rule, digits: market?.digits ?? series.rule.digits },
    ...outcomeOf(parts, target.targetState),
    settled: market?.settled ?? null,
    isDisputed: isDisputed(record),
    atMs: record?.seenMs ?? null,
    comparable: series.comparable,
    redistributable: series.redistributable,
  };
}

/**
 * Returns the target that follows from the settlement of the window before: the same mean of the
 * same seconds. Undefined across a gap, and where the settlement is not certain.
 */
export function chainedTarget(
  previous: LegRecord | undefined,
  window: Pick<MarketWindow, "startSec">,
): string | undefined {
  if (previous === undefined || previous.endSec !== window.startSec) return undefined;
  const { market } = previous;
  if (market?.stage !== "final" || market.settled === null) return undefined;
  return Option.isSome(parseE18(market.settled)) ? market.settled : undefined;
}

function targetOf(
  { series: { venue, fromSec }, window, record, previous, nowMs }: LegParts,
): Pick<Leg, "target" | "targetState" | "targetSource"> {
  const none = { target: null, targetSource: null };
  // What nobody has read may well be listed.
  if (record === undefined) {
    return { ...none, targetState: window.startSec < fromSec ? "not_listed" : "pending" };
  }
  const { market } = record;
  if (market === null) return { ...none, targetState: "not_listed" };
  if (market.target !== null) {
    return { target: market.target, targetState: "final", targetSource: `${venue}_market` };
  }
  if (isDecided(market)) return { ...none, targetState: "never_set" };
  if (window.startSec * 1000 > nowMs) return { ...none, targetState: "announced" };
  const chained = chainedTarget(previous, window);
  return chained === undefined ? { ...none, targetState: "pending" } : {
    target: chained,
    targetState: "provisional",
    targetSource: `${venue}_previous_settlement`,
  };
}

function outcomeOf(
  { window, record, nowMs }: LegParts,
  targetState: Leg["targetState"],
): Pick<Leg, "outcome" | "outcomeState"> {
  const isEnded = window.endSec * 1000 <= nowMs;
  const market = record?.market;
  if (targetState === "not_listed") {
    return { outcome: null, outcomeState: isEnded ? "void" : "open" };
  }
  if (!isDecided(market)) return { outcome: null, outcomeState: isEnded ? "closed" : "open" };
  // Without a target there was nothing to be beaten, whatever the result says.
  if (targetState === "never_set" || market.stage === "void" || market.result === null) {
    return { outcome: null, outcomeState: "void" };
  }
  return {
    outcome: market.result,
    outcomeState: market.stage === "amended" ? "amended" : "final",
  };
}

/** Whether the result of a decided market is not what its own target and settlement say. */
export function isDisputed(record: LegRecord | undefined): boolean {
  const market = record?.market;
  if (!isDecided(market) || market.result === null) return false;
  const [target, settled] = [market.target, market.settled].map((text) =>
    Option.getOrUndefined(parseE18(text ?? ""))
  );
  if (target === undefined || settled === undefined) return false;
  return (settled >= target) !== (market.result === "up");
}
