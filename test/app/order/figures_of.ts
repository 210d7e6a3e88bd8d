/**
 * How much of what may go wrong went wrong, so that no test passes because nothing did.
 *
 * @module
 */
import { type Errand, finalsOf } from "./customers.ts";

/** Counts of keys, unless they say otherwise. */
export interface Figures {
  readonly orders: number;
  readonly placed: number;
  readonly refused: number;
  /** Of those refused: sent, and never known to the venue. */
  readonly neverArrived: number;
  /** Told at least once that nobody can say yet. */
  readonly uncertain: number;
  /** Of those: because the service was killed while the order was sent. */
  readonly orphaned: number;
  /** Placed, and told so by another request than the one that placed it. */
  readonly replayed: number;
  /** Asked at least once in vain. */
  readonly unheard: number;
  /** Tries of all keys. */
  readonly tries: number;
}

/** Counts them. */
export function figuresOf(errands: ReadonlyArray<Errand>): Figures {
  const countOf = (isMeant: (errand: Errand) => boolean) => errands.filter(isMeant).length;
  const isEndedAs = (kind: string) => (errand: Errand) =>
    finalsOf(errand).some((final) => final.kind === kind);
  const hasReply = (isMeant: (reply: Errand["replies"][number]) => boolean) => (errand: Errand) =>
    errand.replies.some(isMeant);
  return {
    orders: errands.length,
    placed: countOf(isEndedAs("placed")),
    refused: countOf(isEndedAs("refused")),
    neverArrived: countOf(
      hasReply((reply) => reply.kind === "refused" && reply.words.includes("never reached")),
    ),
    uncertain: countOf(hasReply((reply) => reply.kind === "later" && reply.orderId !== undefined)),
    orphaned: countOf(
      hasReply((reply) =>
        reply.kind !== "lost" && reply.kind !== "placed" &&
        reply.words.includes("the service stopped")
      ),
    ),
    replayed: countOf(hasReply((reply) => reply.kind === "placed" && reply.isReplayed)),
    unheard: countOf(hasReply((reply) => reply.kind === "lost")),
    tries: errands.reduce((sum, { replies }) => sum + replies.length, 0),
  };
}
