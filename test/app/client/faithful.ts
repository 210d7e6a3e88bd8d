/**
 * Whether a bot was told what the service told: all of it, once and in order.
 *
 * @module
 */
import type { TopicEvent } from "../../../app/client/frame.ts";
import type { Fact } from "./fake_stream.ts";

/** What is known of a loop besides its events. */
export interface Expected {
  /** What the service told of the topic, to the end of the test. */
  readonly log: ReadonlyArray<Fact>;
  /** What the loop was given to begin after. */
  readonly since: number | undefined;
  /** Without `since`: the facts that must be told in any case. */
  readonly isRequired: (fact: Fact) => boolean;
  /** Without `since`: the values that are too old to be told. */
  readonly isStale?: (fact: Fact) => boolean;
}

/** What is wrong with the events of one topic, or undefined. */
export function complaintOf(
  events: ReadonlyArray<TopicEvent>,
  { log, since, isRequired, isStale = () => false }: Expected,
): string | undefined {
  const first = events[0];
  const fromSeq = first === undefined ? Infinity : first.type === "gap" ? first.fromSeq : first.seq;
  const rest = log.filter(({ seq }) => since === undefined ? seq >= fromSeq : seq > since);
  const early = log.find((fact) => since === undefined && fact.seq < fromSeq && isRequired(fact));
  if (early !== undefined) return `${early.seq} was lost before the first`;
  let toldSeq = since ?? 0;
  for (const event of events) {
    if (event.type === "gap") {
      if (event.fromSeq <= toldSeq) return `a gap from ${event.fromSeq} after ${toldSeq}`;
      while (rest[0] !== undefined && rest[0].seq <= event.toSeq) {
        const { seq, isMissing } = rest.shift() as Fact;
        if (seq < event.fromSeq) return `${seq} was lost before a gap`;
        if (!isMissing && event.reason === "no_price") return `${seq} has a price`;
      }
      toldSeq = event.toSeq;
      continue;
    }
    const fact = rest.shift();
    if (fact?.seq !== event.seq || fact.isMissing) return `${event.seq} came for ${fact?.seq}`;
    if (since === undefined && isStale(fact)) return `${event.seq} was over before the start`;
    toldSeq = event.seq;
  }
  return rest[0] === undefined ? undefined : `${rest[0].seq} never came`;
}
