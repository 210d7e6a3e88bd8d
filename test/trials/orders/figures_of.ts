/**
 * Counts of the faults that occurred, so that no test passes because none did.
 *
 * @module
 */
import type { CustomerOrder } from "./customers.ts";

/** Counts of keys. */
export interface Figures {
  readonly orders: number;
  readonly placed: number;
  readonly refused: number;
  /** Answered at least once that the outcome is not known yet. */
  readonly uncertain: number;
  /** Requested at least once without an answer. */
  readonly unanswered: number;
}

/** Counts them. */
export function figuresOf(customerOrders: ReadonlyArray<CustomerOrder>): Figures {
  const countOf = (isMeant: (reply: CustomerOrder["replies"][number]) => boolean) =>
    customerOrders.filter(({ replies }) => replies.some(isMeant)).length;
  return {
    orders: customerOrders.length,
    placed: countOf(({ kind }) => kind === "placed"),
    refused: countOf(({ kind }) => kind === "refused"),
    uncertain: countOf((reply) => reply.kind === "later" && reply.orderId !== undefined),
    unanswered: countOf(({ kind }) => kind === "lost"),
  };
}
