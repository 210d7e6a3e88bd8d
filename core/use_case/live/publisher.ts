/**
 * The interface of a publisher of one kind of topic.
 *
 * @module
 */
import type { Effect } from "effect";
import type { TopicEvent } from "../../stream/mod.ts";

/** The common interface of the publishers of targets, averages and games. */
export interface TopicPublisher {
  /** Returns the last published seq, as a value or as a gap; undefined before the first. */
  readonly headOf: (topic: string) => number | undefined;
  /** Returns the current value, if it was published. */
  readonly current: (topic: string) => TopicEvent | undefined;
  /** Returns the events after `since` up to the head, in order; a gap replaces events too old. */
  readonly replay: (topic: string, since: number) => Effect.Effect<ReadonlyArray<TopicEvent>>;
}
