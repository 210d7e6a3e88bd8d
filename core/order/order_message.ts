/**
 * The sentences about orders that did not go through, or not yet: answers and listings share them.
 *
 * @module
 */
import type { OrderState } from "./order_state.ts";

/** Returns the sentence for an order that was refused. `detail`: the venue's message, or ours. */
export function refusedMessage(detail: string): string {
  return `Cannot place the order: ${detail}`;
}

/** Returns the sentence for an order that may or may not be at the venue. */
export function uncertainMessage(
  { orderId, why }: { readonly orderId: string; readonly why: string },
): string {
  return `Cannot say yet whether the order ${orderId} was placed: ${why}`;
}

/** Returns why it is not known how an order ended, of one that has no known outcome. */
export function whyUncertain(state: OrderState): string {
  return state.name === "unknown" ? state.why : "it is being sent";
}
