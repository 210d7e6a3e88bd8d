/**
 * Holds corrections for a client while it receives a replay of what they may correct.
 *
 * @module
 */
import type { Topic, TopicEvent } from "../../../core/stream/mod.ts";
import { STREAM_LIMITS } from "./stream_limits.ts";

/**
 * The held corrections of one client, by topic: the latest ones, at most as many as a replay has
 * windows.
 */
export class HeldCorrections {
  readonly #events = new Map<Topic, ReadonlyArray<TopicEvent>>();

  hold(topic: Topic, event: TopicEvent): void {
    const held = this.#events.get(topic) ?? [];
    this.#events.set(topic, [...held, event].slice(-STREAM_LIMITS.replayWindows));
  }

  /** Removes and returns the corrections of a topic, in the order of arrival. */
  take(topic: Topic): ReadonlyArray<TopicEvent> {
    const held = this.#events.get(topic) ?? [];
    this.#events.delete(topic);
    return held;
  }
}
