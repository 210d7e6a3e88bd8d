/**
 * Counts of the faults that occurred, so that no test passes because none did.
 *
 * @module
 */
import { type CustomerOrder, finalsOf } from "./customers.ts";

/** Counts of keys, unless stated otherwise. */
export interface Figures {
  readonly orders: number;
  readonly placed: number;
  readonly refused: number;
  /** Of those refused: sent, and never known to the venue. */
  readonly neverArrived: number;
  /** Answered at least once that the outcome is not known yet. */
  readonly uncertain: number;
  /** Of those: because the service was killed while the order was sent. */
  readonly orphaned: number;
  /** Placed, and reported by another request than the one that placed it. */
  readonly replayed: number;
  /** Requested at least once without an answer. */
  readonly unanswered: number;
  /** Tries of all keys. */
  readonly tries: number;
}

/** Counts them. */
export function figuresOf(customerOrders: ReadonlyArray<CustomerOrder>): Figures {
  const countOf = (isMeant: (customerOrder: CustomerOrder) => boolean) =>
    customerOrders.filter(isMeant).length;
  const isEndedAs = (kind: string) => (customerOrder: CustomerOrder) =>
    finalsOf(customerOrder).some((final) => final.kind === kind);
  const hasReply =
    (isMeant: (reply: CustomerOrder["replies"][number]) => boolean) =>
    (customerOrder: CustomerOrder) => customerOrder.replies.some(isMeant);
  return {
    orders: customerOrders.length,
    placed: countOf(isEndedAs("placed")),
    refused: countOf(isEndedAs("refused")),
    neverArrived: countOf(
      hasReply((reply) => reply.kind === "refused" && reply.message.includes("never reached")),
    ),
    uncertain: countOf(hasReply((reply) => reply.kind === "later" && reply.orderId !== undefined)),
    orphaned: countOf(
      hasReply((reply) =>
        reply.kind !== "lost" && reply.kind !== "placed" &&
        reply.message.includes("the service stopped")
      ),
    ),
    replayed: countOf(hasReply((reply) => reply.kind === "placed" && reply.isReplayed)),
    unanswered: countOf(hasReply((reply) => reply.kind === "lost")),
    tries: customerOrders.reduce((sum, { replies }) => sum + replies.length, 0),
  };
}
