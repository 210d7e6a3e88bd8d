/**
 * The outcome of a window.
 *
 * @module
 */
import type { Interval } from "../market/mod.ts";

/** The outcome. Only daily windows can tie: in any other, a close equal to the target is up. */
export type Outcome = "up" | "down" | "tie";

/**
 * Returns the outcome of a window by comparing its close with its target.
 *
 * Source: the venue's market texts. 5min, 15min, 4hour and 1hour: "Up" if the price at the end is
 * greater than or equal to the price at the beginning. Daily: "Up" if it is greater, and equal
 * prices resolve 50-50.
 */
export function outcomeOf(
  interval: Interval,
  prices: { readonly targetE18: bigint; readonly closeE18: bigint },
): Outcome {
  if (prices.closeE18 > prices.targetE18) return "up";
  if (prices.closeE18 < prices.targetE18) return "down";
  return interval === "daily" ? "tie" : "up";
}
