/**
 * How a wait for an order fails.
 *
 * @module
 */
import { errorOf } from "./failure.ts";
import type { MissReason, OrderGoal } from "./order_goal.ts";
import type { SentOrder } from "./wire/order.ts";

/** An order that is over without having come to where it was waited for. */
export interface Missed {
  readonly goal: OrderGoal;
  readonly reason: MissReason;
  readonly order: SentOrder;
}

/** Thrown when an order can never come to where it is waited for. It is final, and says why. */
export class GoalMissed extends errorOf<Missed>(
  "GoalMissed",
  ({ goal, reason, order }) =>
    `Order ${order.order_id} can never be ${goal}: it ${MISSES[reason]}, ${sharesOf(order)}` +
    [order.refusal?.message ?? order.why ?? []].flat().map((why) => `: ${why}`).join(""),
) {}

const MISSES: Readonly<Record<MissReason, string>> = {
  refused: "was refused",
  canceled: "was canceled",
  matched: "has traded already",
  failed: "has traded nothing that the chain has not taken back",
};

/** An order that was not seen where it was waited for. */
export interface Waited {
  readonly walletId: string;
  readonly orderId: string;
  readonly goal: OrderGoal;
  readonly timeoutMs: number;
  /** What was known of it last: its `state`, `filled` and `settled`. Undefined: nothing. */
  readonly order: SentOrder | undefined;
  /** Why the service could not be asked last, if it could not. */
  readonly cause: unknown;
}

/**
 * Thrown when the time of a wait is over. The order goes on: it may come there still. Wait for it
 * again; placed once more, it would be a second order.
 */
export class WaitTimeout extends errorOf<Waited>(
  "WaitTimeout",
  ({ orderId, goal, timeoutMs, order }) =>
    `Order ${orderId} was not seen ${goal} within ${timeoutMs} ms: ${lastOf(order)}. ` +
    "It goes on: wait again, and do not place it again",
) {}

function lastOf(order: SentOrder | undefined): string {
  return order ? `it was ${order.state} last, ${sharesOf(order)}` : "nothing is known of it";
}

function sharesOf({ filled, settled }: SentOrder): string {
  const shares = [filled, settled].map((fill) => fill?.shares ?? "unknown");
  return `shares filled ${shares[0]}, settled ${shares[1]}`;
}
