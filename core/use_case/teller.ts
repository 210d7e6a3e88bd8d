/**
 * What tells one kind of topic, in order.
 *
 * @module
 */
import type { Effect } from "effect";
import type { TopicEvent } from "../stream/mod.ts";

/** What the tellers of targets, of averages and of games have in common. */
export interface Teller {
  /** The last seq that was told of, as a value or as a gap; undefined before the first. */
  readonly headOf: (topic: string) => number | undefined;
  /** The value of now, if it was told. */
  readonly current: (topic: string) => TopicEvent | undefined;
  /** Everything after `since` up to the head, in order; past what is replayed a gap. */
  readonly replay: (topic: string, since: number) => Effect.Effect<ReadonlyArray<TopicEvent>>;
}
