/**
 * The series of windows that one client follows.
 *
 * Events of windows come over the topic, and none is left out: what ended since the client was here
 * last comes first, then what is now. Quotes replace each other, and wait in a place of their own.
 *
 * @module
 */
import { Effect, Exit, Fiber } from "effect";
import type { Series } from "../../../core/market/mod.ts";
import { lastSeqOf, type WindowsTopic, windowsTopic } from "../../../core/stream/mod.ts";
import type { LiveWindows } from "../../../core/use_case/window/mod.ts";
import type { Refusal } from "../edge/answer/refusal.ts";
import { asItIs } from "../wire/answer.ts";
import { seriesIn, type WindowsFrame } from "./client_frame.ts";
import type { FollowedFeeds } from "./followed_feeds.ts";
import type { LatestFrames } from "./latest_frames.ts";
import { refuseMany } from "./refuse_subscription.ts";
import { frameText } from "./server_frame.ts";
import { leggedName, type StreamPublisher } from "./stream_publisher.ts";
import type { StreamSocket } from "./stream_socket.ts";
import type { FrameId } from "./wire_frame.ts";

/** The connection of the client. */
export interface WindowsClient {
  readonly address: string;
  /** All its topics. */
  readonly topics: () => Iterable<string>;
  readonly socket: () => StreamSocket | undefined;
  readonly send: (text: string) => void;
  /** Ends when the client has read most of what was sent. */
  readonly untilRoom: Effect.Effect<void>;
  readonly refuse: (id: FrameId | undefined, refusal: Refusal) => void;
  readonly failed: (cause: unknown) => void;
  readonly feeds: FollowedFeeds;
  readonly latest: LatestFrames;
}

/** A series that the client follows. */
interface Followed {
  /** Whether windows come with their legs. */
  readonly hasLegs: boolean;
  readonly leave: () => void;
  replay: Fiber.Fiber<unknown> | undefined;
}

/** The series of one client. */
export class WindowTopics {
  readonly #publisher: StreamPublisher;
  readonly #windows: LiveWindows["Service"];
  readonly #client: WindowsClient;
  readonly #followed = new Map<WindowsTopic, Followed>();

  constructor(publisher: StreamPublisher, client: WindowsClient) {
    this.#publisher = publisher;
    this.#windows = publisher.windows;
    this.#client = client;
  }

  /** The topics. */
  get topics(): Iterable<string> {
    return this.#followed.keys();
  }

  /** Takes a frame of the client. */
  take(frame: WindowsFrame): void {
    const { id, channel } = frame;
    const series = seriesIn(frame);
    const topics = series.map(windowsTopic);
    const { send, refuse, feeds } = this.#client;
    if (frame.op === "unsubscribe") {
      for (const topic of topics) this.#leave(topic);
      feeds.leave(topics);
      return send(frameText({ type: "unsubscribed", id, channel, topics: asItIs(topics) }));
    }
    const refusal = refuseMany([...this.#client.topics(), ...topics]);
    if (refusal !== undefined) return refuse(id, refusal);
    send(frameText({ type: "subscribed", id, channel, topics: asItIs(topics) }));
    const { legs = false } = frame;
    const started = series.filter((one) => !this.#followed.has(windowsTopic(one)));
    const changed = series.filter((one) => {
      const followed = this.#followed.get(windowsTopic(one));
      return followed !== undefined && followed.hasLegs !== legs;
    });
    feeds.follow(started.map(windowsTopic));
    for (const one of started) this.#begin(one, legs, frame.since);
    for (const one of changed) {
      // What is known of the series stays.
      const hold = this.#windows.follow(one);
      this.#leave(windowsTopic(one));
      this.#begin(one, legs, frame.since);
      hold();
    }
  }

  close(): void {
    for (const topic of [...this.#followed.keys()]) this.#leave(topic);
  }

  #begin(series: Series, hasLegs: boolean, since: number | undefined): void {
    const topic = windowsTopic(series);
    const followed: Followed = { hasLegs, leave: this.#windows.follow(series), replay: undefined };
    this.#followed.set(topic, followed);
    if (since === undefined) return this.#goLive(series, hasLegs);
    const replay = this.#replay(series, hasLegs, since);
    const turn = this.#publisher.replays.inTurn(this.#client.address, replay);
    followed.replay = Effect.runFork(turn);
    followed.replay.addObserver((exit) => {
      if (Exit.isFailure(exit) && this.#followed.get(topic) === followed) {
        this.#leave(topic);
        this.#client.failed(exit.cause);
        this.#client.refuse(undefined, NOT_REPLAYED);
      }
    });
  }

  /** Sends what ended after `since` until nothing is left, and then goes live in the same turn. */
  #replay(series: Series, hasLegs: boolean, since: number): Effect.Effect<void> {
    return Effect.gen({ self: this }, function* () {
      let seen = since;
      for (;;) {
        const ended = yield* Effect.orDie(this.#windows.closedAfter(series, seen));
        for (const event of ended) {
          yield* this.#client.untilRoom;
          this.#client.send(this.#publisher.write(event, hasLegs));
          seen = lastSeqOf(event);
        }
        if (this.#windows.closedHead(series) <= seen || ended.length === 0) break;
      }
      this.#goLive(series, hasLegs);
    });
  }

  #goLive(series: Series, hasLegs: boolean): void {
    const topic = windowsTopic(series);
    for (const event of this.#windows.current(series)) {
      this.#client.send(this.#publisher.write(event, hasLegs));
    }
    this.#client.socket()?.subscribe(hasLegs ? leggedName(topic) : topic);
    this.#publisher.follow(topic, this.#client.latest);
  }

  #leave(topic: WindowsTopic): void {
    const followed = this.#followed.get(topic);
    if (followed === undefined) return;
    this.#followed.delete(topic);
    followed.replay?.interruptUnsafe();
    followed.leave();
    this.#client.socket()?.unsubscribe(followed.hasLegs ? leggedName(topic) : topic);
    this.#publisher.unfollow(topic, this.#client.latest);
    this.#client.latest.leave(topic);
  }
}

const NOT_REPLAYED: Refusal = {
  status: 503,
  error: "Cannot replay windows: the store did not answer",
  hint: "Subscribe again with since",
};
