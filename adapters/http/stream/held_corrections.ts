/**
 * Holds corrections for a client that is being replayed what they may correct.
 *
 * @module
 */
import type { Topic, TopicEvent } from "../../../core/stream/mod.ts";
import { STREAM_LIMITS } from "./stream_limits.ts";

/** Of one client, by topic: the latest, as many as a replay tells windows at most. */
export class HeldCorrections {
  readonly #events = new Map<Topic, ReadonlyArray<TopicEvent>>();

  hold(topic: Topic, event: TopicEvent): void {
    const held = this.#events.get(topic) ?? [];
    this.#events.set(topic, [...held, event].slice(-STREAM_LIMITS.replayWindows));
  }

  /** Gives them away, in the order in which they came. */
  take(topic: Topic): ReadonlyArray<TopicEvent> {
    const held = this.#events.get(topic) ?? [];
    this.#events.delete(topic);
    return held;
  }
}
