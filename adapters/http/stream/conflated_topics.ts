/**
 * The topics of one client of which only the newest frame counts: each has one place.
 *
 * A frame that comes while the client has not read everything waits in the place of its topic, and
 * takes the place of the one before. So they never add to what a slow reader is behind.
 *
 * @module
 */
import { spotTopic } from "../../../core/stream/mod.ts";
import { ASSETS } from "../../../core/market/mod.ts";
import { LIVE_AGE_MS_MAX, spotEvent } from "../../../core/use_case/live/mod.ts";
import type { Refusal } from "../edge/answer/refusal.ts";
import { asItIs } from "../wire/answer.ts";
import type { ClientFrame, SpotFrame } from "./client_frame.ts";
import type { FollowedFeeds } from "./followed_feeds.ts";
import { refuseMany } from "./refuse_subscription.ts";
import { frameText } from "./server_frame.ts";
import type { ConflatedReader, StreamPublisher } from "./stream_publisher.ts";
import type { FrameId } from "./wire_frame.ts";

/** Whether a frame is about such topics. */
export function isConflated(frame: ClientFrame): frame is SpotFrame {
  return frame.op !== "ping" && frame.channel === "spot";
}

/** The connection of the client. */
export interface ConflatedClient {
  /** All its topics. */
  readonly topics: () => Iterable<string>;
  /** Whether it has read everything that was sent. */
  readonly isIdle: () => boolean;
  readonly send: (text: string) => void;
  readonly refuse: (id: FrameId | undefined, refusal: Refusal) => void;
  readonly feeds: FollowedFeeds;
}

/** The conflated topics of one client. */
export class ConflatedTopics implements ConflatedReader {
  readonly #publisher: StreamPublisher;
  readonly #client: ConflatedClient;
  /** The topics, with the frame that waits. */
  readonly #waiting = new Map<string, string | undefined>();

  constructor(publisher: StreamPublisher, client: ConflatedClient) {
    this.#publisher = publisher;
    this.#client = client;
  }

  /** The topics. */
  get topics(): Iterable<string> {
    return this.#waiting.keys();
  }

  /** Takes a frame of the client. */
  take(frame: SpotFrame): void {
    const { id, channel, assets = ASSETS } = frame;
    const topics = assets.map(spotTopic);
    const { send, refuse, feeds } = this.#client;
    if (frame.op === "unsubscribe") {
      for (const topic of topics) this.#leave(topic);
      feeds.leave(topics);
      return send(frameText({ type: "unsubscribed", id, channel, topics: asItIs(topics) }));
    }
    const refusal = refuseMany([...this.#client.topics(), ...topics]);
    if (refusal !== undefined) return refuse(id, refusal);
    const started = assets.filter((asset) => !this.#waiting.has(spotTopic(asset)));
    send(frameText({ type: "subscribed", id, channel, topics: asItIs(topics) }));
    feeds.follow(started.map(spotTopic));
    for (const asset of started) {
      const topic = spotTopic(asset);
      this.#waiting.set(topic, undefined);
      this.#publisher.follow(topic, this);
      const trade = this.#publisher.stream.newestTrade(asset);
      const isCurrent = trade !== undefined &&
        this.#publisher.nowMs() - trade.tradedAtMs <= LIVE_AGE_MS_MAX;
      if (isCurrent) this.offer(topic, this.#publisher.write(spotEvent(asset, trade)));
    }
  }

  /** Sends a frame, or keeps it in place of the one that waits. */
  offer(topic: string, text: string): void {
    if (this.#client.isIdle()) this.#client.send(text);
    else this.#waiting.set(topic, text);
  }

  /** Call when the client has read something. */
  drain(): void {
    for (const [topic, text] of this.#waiting) {
      if (text === undefined) continue;
      if (!this.#client.isIdle()) return;
      this.#waiting.set(topic, undefined);
      this.#client.send(text);
    }
  }

  close(): void {
    for (const topic of [...this.topics]) this.#leave(topic);
  }

  #leave(topic: string): void {
    this.#waiting.delete(topic);
    this.#publisher.unfollow(topic, this);
  }
}
