/**
 * The primary venue's resolution of a market, and the outcome that it implies for the window.
 *
 * @module
 */
import { Option } from "effect";
import { foldName } from "../fold_name.ts";
import type { Outcome } from "../price/mod.ts";

/** The venue's statuses: `active` until it has resolved the market. */
export const RESOLUTION_STATUSES = ["active", "resolved"] as const;

/** One of {@linkcode RESOLUTION_STATUSES}. */
export type ResolutionStatus = (typeof RESOLUTION_STATUSES)[number];

/**
 * The resolution of a condition. `payoutsE6` and `resolvedAtMs` are present once it is resolved;
 * the venue may omit the reporter.
 */
export interface Resolution {
  readonly status: ResolutionStatus;
  /** Micro-USDC that one share of each outcome pays, in the order of the market's outcomes. */
  readonly payoutsE6: Option.Option<ReadonlyArray<bigint>>;
  /** The reporter of the result, such as `CHAINLINK`. */
  readonly reporter: Option.Option<string>;
  readonly resolvedAtMs: Option.Option<number>;
}

/** A resolution that stays as it is. */
export interface FinalResolution {
  /** As of a {@linkcode Resolution}. */
  readonly payoutsE6: ReadonlyArray<bigint>;
  /** Unix milliseconds. */
  readonly resolvedMs: number;
}

/** Returns what is final of a resolution; none while the market is open. */
export function finalOf(
  { payoutsE6, resolvedAtMs }: Resolution,
): Option.Option<FinalResolution> {
  return Option.all({ payoutsE6, resolvedMs: resolvedAtMs });
}

/** The full payout of one share, in micro-USDC. */
export const WHOLE_PAYOUT_E6 = 1_000_000n;

/**
 * Returns the outcome that these payouts mean for a market of Up and Down, in this order; none for
 * payouts that no outcome produces.
 *
 * Source: the venue's data service, October 2026: payouts are micro-USDC a share.
 */
export function paidOutcome(payoutsE6: ReadonlyArray<bigint>): Option.Option<Outcome> {
  const [up, down, ...others] = payoutsE6;
  if (up === undefined || down === undefined || others.length > 0) return Option.none();
  if (up + down !== WHOLE_PAYOUT_E6) return Option.none();
  if (up === WHOLE_PAYOUT_E6) return Option.some("up");
  if (down === WHOLE_PAYOUT_E6) return Option.some("down");
  return up === down ? Option.some("tie") : Option.none();
}

/**
 * Returns whether a resolution agrees with an outcome computed here. None while either is unknown;
 * payouts that no outcome produces do not agree.
 */
export function agreesWith(
  { payoutsE6 }: Pick<Resolution, "payoutsE6">,
  outcome: Option.Option<Outcome>,
): Option.Option<boolean> {
  return Option.map(
    Option.all({ payoutsE6, outcome }),
    (known) => Option.getOrUndefined(paidOutcome(known.payoutsE6)) === known.outcome,
  );
}

/** The venue's names for the outcome whose payout is first, and for the second. */
const FIRST_NAMES: ReadonlySet<string> = new Set(["up", "yes"]);
const SECOND_NAMES: ReadonlySet<string> = new Set(["down", "no"]);

/** Returns whether outcomes with these names are exactly Up and Down, in this order. */
export function areUpAndDown(names: ReadonlyArray<string>): boolean {
  const [first = "", second = "", ...others] = names.map(foldName);
  return FIRST_NAMES.has(first) && SECOND_NAMES.has(second) && others.length === 0;
}
