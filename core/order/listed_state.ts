/**
 * The states by which listings of orders name an order: how it ended, or that it has not yet.
 *
 * @module
 */
import type { OrderState } from "./order_state.ts";

/**
 * - `sent`: on its way to the venue, or without a recorded answer.
 * - `unknown`: sent, and it is not known yet how it ended.
 * - `matched`, `live`, `refused`: how it ended, for good.
 */
export const LISTED_STATES = ["sent", "unknown", "matched", "live", "refused"] as const;

/** One of {@linkcode LISTED_STATES}. */
export type ListedState = (typeof LISTED_STATES)[number];

/** Returns the listed state of an order that was sent. */
export function listedStateOf(
  state: Extract<OrderState, { readonly name: "sent" | "unknown" | "final" }>,
): ListedState {
  return state.name === "final" ? state.outcome.kind : state.name;
}
