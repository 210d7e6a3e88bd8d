/**
 * Decides whether an order has come to where somebody waits for it.
 *
 * @module
 */
import type { SentOrder } from "./wire/order.ts";

/** Where an order can be waited for. */
export const ORDER_GOALS = ["live", "matched", "over", "confirmed"] as const;

/**
 * One of {@linkcode ORDER_GOALS}:
 *
 * - `live`: in the book.
 * - `matched`: it has ended as traded.
 * - `over`: it has ended: matched, canceled or refused.
 * - `confirmed`: it has ended, and the chain has confirmed everything that it has traded.
 */
export type OrderGoal = (typeof ORDER_GOALS)[number];

/**
 * Why an order never comes there:
 *
 * - `refused`: it was not placed.
 * - `canceled`: it was canceled, for `confirmed` with nothing of it traded.
 * - `matched`: it has traded, and is in the book no more.
 * - `failed`: the chain has taken back everything that it has traded.
 */
export type MissReason = "refused" | "canceled" | "matched" | "failed";

/** Returns how far an order is on its way; a {@linkcode MissReason} where it never comes there. */
export function progressOf(
  { state, filled, settled }: SentOrder,
  goal: OrderGoal,
): "open" | "reached" | MissReason {
  if (goal === "live" && state === "live") return "reached";
  if (state !== "matched" && state !== "canceled" && state !== "refused") return "open";
  if (goal === "over") return "reached";
  if (goal === "live" || state === "refused") return state;
  // What reads the answers may keep numbers as text, or in objects.
  const shares = `${filled?.shares}`;
  if (Number(shares) === 0) return state === "matched" ? "failed" : "canceled";
  if (goal === "matched") return state === "matched" ? "reached" : "canceled";
  return filled?.shares != null && shares === `${settled?.shares}` ? "reached" : "open";
}
