/**
 * The newest trades that one client follows.
 *
 * @module
 */
import { spotTopic } from "../../../core/stream/mod.ts";
import { ASSETS } from "../../../core/market/mod.ts";
import { LIVE_AGE_MS_MAX, spotEvent } from "../../../core/use_case/live/mod.ts";
import type { Refusal } from "../edge/answer/refusal.ts";
import { asItIs } from "../wire/answer.ts";
import type { SpotFrame } from "./client_frame.ts";
import type { FollowedFeeds } from "./followed_feeds.ts";
import { refuseMany } from "./refuse_subscription.ts";
import { frameText } from "./server_frame.ts";
import type { LatestFrames } from "./latest_frames.ts";
import type { StreamPublisher } from "./stream_publisher.ts";
import type { FrameId } from "./wire_frame.ts";

/** The connection of the client. */
export interface SpotClient {
  /** All its topics. */
  readonly topics: () => Iterable<string>;
  readonly send: (text: string) => void;
  readonly refuse: (id: FrameId | undefined, refusal: Refusal) => void;
  readonly feeds: FollowedFeeds;
  readonly latest: LatestFrames;
}

/** The conflated topics of one client. */
export class SpotTopics {
  readonly #publisher: StreamPublisher;
  readonly #client: SpotClient;
  readonly #topics = new Set<string>();

  constructor(publisher: StreamPublisher, client: SpotClient) {
    this.#publisher = publisher;
    this.#client = client;
  }

  /** The topics. */
  get topics(): Iterable<string> {
    return this.#topics;
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
    const started = assets.filter((asset) => !this.#topics.has(spotTopic(asset)));
    send(frameText({ type: "subscribed", id, channel, topics: asItIs(topics) }));
    feeds.follow(started.map(spotTopic));
    for (const asset of started) {
      const topic = spotTopic(asset);
      this.#topics.add(topic);
      this.#publisher.follow(topic, this.#client.latest);
      const trade = this.#publisher.stream.newestTrade(asset);
      const isCurrent = trade !== undefined &&
        this.#publisher.nowMs() - trade.tradedAtMs <= LIVE_AGE_MS_MAX;
      if (isCurrent) {
        send(this.#publisher.write(spotEvent(asset, trade)));
      }
    }
  }

  close(): void {
    for (const topic of [...this.#topics]) this.#leave(topic);
  }

  #leave(topic: string): void {
    this.#topics.delete(topic);
    this.#publisher.unfollow(topic, this.#client.latest);
    this.#client.latest.leave(topic);
  }
}
