/** Checks that a bot got what the service published: everything, once and in order. @module */
import type { OrderedEvent } from "../../../../../app/client/typescript/stream/frame.ts";
import type { Fact } from "./fake_stream.ts";

/** What is known of a loop besides its events. */
export interface Expected {
  /** What the service published in the topic, to the end of the test. */
  readonly log: ReadonlyArray<Fact>;
  /** The seq that the loop began after. */
  readonly since: number | undefined;
  /** Without `since`: the facts that must arrive in any case. */
  readonly isRequired: (fact: Fact) => boolean;
  /** Without `since`: the values that are too old to arrive. */
  readonly isStale?: (fact: Fact) => boolean;
}

/** Returns what is wrong with the events of one topic, or undefined. */
export function complaintOf(
  events: ReadonlyArray<OrderedEvent>,
  { log, since, isRequired, isStale = () => false }: Expected,
): string | undefined {
  const first = events[0];
  const fromSeq = first === undefined ? Infinity : first.type === "gap" ? first.fromSeq : first.seq;
  const rest = log.filter(({ seq }) => since === undefined ? seq >= fromSeq : seq > since);
  const early = log.find((fact) => since === undefined && fact.seq < fromSeq && isRequired(fact));
  if (early !== undefined) return `${early.seq} was lost before the first`;
  let lastSeq = since ?? 0;
  for (const event of events) {
    if (event.type === "gap") {
      if (event.fromSeq <= lastSeq) return `a gap from ${event.fromSeq} after ${lastSeq}`;
      while (rest[0] !== undefined && rest[0].seq <= event.toSeq) {
        const { seq, isMissing } = rest.shift() as Fact;
        if (seq < event.fromSeq) return `${seq} was lost before a gap`;
        if (!isMissing && event.reason === "no_price") return `${seq} has a price`;
      }
      lastSeq = event.toSeq;
      continue;
    }
    const fact = rest.shift();
    if (fact?.seq !== event.seq || fact.isMissing) return `${event.seq} came for ${fact?.seq}`;
    if (since === undefined && isStale(fact)) return `${event.seq} was over before the start`;
    lastSeq = event.seq;
  }
  return rest[0] === undefined ? undefined : `${rest[0].seq} never came`;
}
