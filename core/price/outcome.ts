/**
 * How a window ended.
 *
 * @module
 */
import type { Interval } from "../market/mod.ts";

/** `tie` exists for daily windows only: any other that closes where it opened counts as up. */
export type Outcome = "up" | "down" | "tie";

/**
 * Compares a close with the target.
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
