/**
 * How the primary venue itself resolved a market, and what that says of the window.
 *
 * @module
 */
import { Option } from "effect";
import type { Outcome } from "../price/mod.ts";

/** The venue's words: `active` until it has resolved the market. */
export const RESOLUTION_STATUSES = ["active", "resolved"] as const;

/** One of {@linkcode RESOLUTION_STATUSES}. */
export type ResolutionStatus = (typeof RESOLUTION_STATUSES)[number];

/**
 * What the venue says of a condition. `payoutsE6` and `resolvedAtMs` are there as soon as it is
 * resolved; the venue may leave the reporter out.
 */
export interface Resolution {
  readonly status: ResolutionStatus;
  /** Micro-USDC that one share of each outcome pays, in the order of the market's outcomes. */
  readonly payoutsE6: Option.Option<ReadonlyArray<bigint>>;
  /** Who told the result, such as `CHAINLINK`. */
  readonly reporter: Option.Option<string>;
  readonly resolvedAtMs: Option.Option<number>;
}

/** One share that pays in full, in micro-USDC. */
export const WHOLE_PAYOUT_E6 = 1_000_000n;

/**
 * The outcome of a market of Up and Down, in this order, that pays so; none for payouts that are
 * no outcome of such a market.
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
 * Whether a resolution says the same as an outcome of ours. None while either is unknown; payouts
 * that are no outcome do not say the same.
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

/** How the venue calls the outcome whose payout stands first, and the one that stands second. */
const FIRST_NAMES: ReadonlySet<string> = new Set(["up", "yes"]);
const SECOND_NAMES: ReadonlySet<string> = new Set(["down", "no"]);

/** Whether outcomes of these names are Up and Down, in this order, and no others. */
export function areUpAndDown(names: ReadonlyArray<string>): boolean {
  const [first = "", second = "", ...others] = names.map((name) => name.trim().toLowerCase());
  return FIRST_NAMES.has(first) && SECOND_NAMES.has(second) && others.length === 0;
}
