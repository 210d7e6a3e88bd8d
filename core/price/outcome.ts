/**
 * How a window ended.
 *
 * @module
 */

/** `tie` exists for daily windows only: an hour that closes where it opened counts as up. */
export type Outcome = "up" | "down" | "tie";

/**
 * Compares a close with the target.
 *
 * Source: the venue's market texts. Hourly: "Up" if the close is greater than or equal to the
 * open. Daily: "Up" if it is greater, and equal prices resolve 50-50.
 */
export function outcomeOf(
  interval: "1hour" | "daily",
  prices: { readonly targetE18: bigint; readonly closeE18: bigint },
): Outcome {
  if (prices.closeE18 > prices.targetE18) return "up";
  if (prices.closeE18 < prices.targetE18) return "down";
  return interval === "daily" ? "tie" : "up";
}
