/**
 * The states by which listings of orders name an order: how it ended, or that it has not yet.
 *
 * @module
 */
import { Option } from "effect";
import { knownOutcome, type OrderState } from "./order_state.ts";

/**
 * - `sent`: on its way to the venue, or without a recorded answer.
 * - `unknown`: sent, and it is not known yet what became of it.
 * - `delayed`: at the venue, which has not matched it yet.
 * - `live`: in the book, with what is left of it.
 * - `matched`, `canceled`, `refused`: how it ended, for good.
 */
export const LISTED_STATES = [
  "sent",
  "unknown",
  "delayed",
  "live",
  "matched",
  "canceled",
  "refused",
] as const;

/** One of {@linkcode LISTED_STATES}. */
export type ListedState = (typeof LISTED_STATES)[number];

/** Returns the listed state of an order. */
export function listedStateOf(state: OrderState): ListedState {
  const outcome = knownOutcome(state);
  if (Option.isSome(outcome)) return outcome.value.kind;
  if (state.name === "live") return state.isDelayed ? "delayed" : "live";
  return state.name === "sent" ? "sent" : "unknown";
}
