/**
 * A client of the stream, which follows some topics from replica to replica.
 *
 * It goes on as the server's connections do (`adapters/http/stream/client_replays.ts`): once all of
 * that is known, it replays after what it has seen until nothing is left, and is live in the same
 * turn.
 *
 * @module
 */
import { Effect, Exit } from "effect";
import {
  lastSeqOf,
  leagueOf,
  ordersTopic,
  type Topic,
  walletIdOf,
} from "../../../core/stream/mod.ts";
import {
  LiveStream,
  Publisher,
  type PushedEvent,
  type PushedTopicEvent,
} from "../../../core/use_case/live/mod.ts";
import { MAKERS } from "./maker_venue.ts";
import type { Replica } from "./replica.ts";

/** What every client follows, unless the replicas do nothing but trade. */
export const FOLLOWED: ReadonlyArray<Topic> = [
  "targets:btc:5min",
  "targets:eth:15min",
  "targets:btc:1hour",
  "targets:sol:5min",
  "twap:btc:60",
  "games:mlb",
];
/** What every client follows otherwise, from the first frame on. */
export const FOLLOWED_WALLETS: ReadonlyArray<Topic> = MAKERS.map(({ id }) => ordersTopic(id));

/** An event as a client received it. */
export interface Received {
  readonly event: PushedTopicEvent;
  /** The last seq of the topic that the client had before. */
  readonly seenSeq: number;
  readonly from: string;
  /** The number of the connection that it came over. */
  readonly connection: number;
}

/** A subscription to one topic. */
interface Subscription {
  seenSeq: number;
  /** Whether events are sent as they are published. Otherwise a replay goes on. */
  isLive: boolean;
  held: Array<PushedTopicEvent>;
}

/** A client, which keeps what it has seen while it is not connected. */
export class StreamClient {
  readonly received: Array<Received> = [];
  readonly #followed: ReadonlyArray<Topic>;
  readonly #topics = new Map<Topic, Subscription>();
  #replica: Replica | undefined;
  #connection = 0;
  #unlisten = () => {};

  constructor(followed: ReadonlyArray<Topic>) {
    this.#followed = followed;
  }

  /** The replica that it is connected to. */
  get replica(): Replica | undefined {
    return this.#replica;
  }

  /** The number of its latest connection. */
  get connection(): number {
    return this.#connection;
  }

  /** Returns the last seq that it has seen of a topic; undefined before it has followed it. */
  seenSeq(topic: Topic): number | undefined {
    return this.#topics.get(topic)?.seenSeq;
  }

  /** Whether it has everything that its replica has published of a topic. */
  isLive(topic: Topic): boolean {
    return this.#topics.get(topic)?.isLive === true;
  }

  /** Ends the connection. */
  leave(): void {
    this.#unlisten();
    this.#unlisten = () => {};
    this.#replica = undefined;
    this.#connection += 1;
    for (const subscription of this.#topics.values()) subscription.isLive = false;
  }

  /** Connects to a replica, if that answers, and goes on where it was. */
  connect(replica: Replica): void {
    this.leave();
    if (!replica.isRunning) return;
    this.#replica = replica;
    const connection = this.#connection;
    replica.run(Effect.gen({ self: this }, function* () {
      const [stream, { subscribe }] = [yield* LiveStream, yield* Publisher];
      if (this.#connection !== connection) return;
      this.#unlisten = subscribe({ publishEvent: (event) => this.#published(event) });
      for (const topic of this.#followed) yield* Effect.forkDetach(this.#follow(stream, topic));
    }));
  }

  #follow(stream: LiveStream["Service"], topic: Topic): Effect.Effect<void> {
    const connection = this.#connection;
    return Effect.gen({ self: this }, function* () {
      const isOver = () => this.#connection !== connection;
      if (isOver()) return;
      // Without games there is nothing to continue, and the subscription is refused.
      while (leagueOf(topic) !== undefined && stream.gamesHead() === undefined) {
        yield* Effect.sleep(5_000);
        if (isOver()) return;
      }
      const walletId = walletIdOf(topic);
      while (walletId !== undefined && !(yield* isFollowing(stream, walletId))) {
        yield* Effect.sleep(1_000);
        if (isOver()) return;
      }
      const known = this.#topics.get(topic);
      const subscription = known ?? { seenSeq: 0, isLive: false, held: [] };
      subscription.held = [];
      this.#topics.set(topic, subscription);
      if (known === undefined && walletId === undefined) {
        const { current, cursor } = stream.begin(topic);
        subscription.seenSeq = cursor;
        if (current !== undefined) {
          this.#keep(current, -1);
        }
      } else {
        while (!stream.isReplayable(topic, subscription.seenSeq)) {
          yield* Effect.sleep(1_000);
          if (isOver()) return;
        }
        for (let head; (head = stream.headOf(topic)) > subscription.seenSeq;) {
          const replayed = yield* Effect.exit(stream.replay(topic, subscription.seenSeq));
          // The store may be away.
          if (Exit.isFailure(replayed)) yield* Effect.sleep(1_000);
          if (isOver()) return;
          if (Exit.isFailure(replayed)) continue;
          const events = replayed.value;
          for (const event of events) this.#take(subscription, event);
          if (events.length === 0) subscription.seenSeq = Math.max(subscription.seenSeq, head);
        }
      }
      for (const event of subscription.held.splice(0)) {
        if (lastSeqOf(event) <= subscription.seenSeq) this.#take(subscription, event);
      }
      subscription.isLive = true;
    });
  }

  #published(event: PushedEvent): void {
    if (!isOfTopic(event)) return;
    const subscription = this.#topics.get(event.topic);
    if (subscription === undefined) return;
    const isCorrection = event.kind === "target" && event.corrects === true;
    if (!subscription.isLive) {
      if (isCorrection) subscription.held.push(event);
    } else if (isCorrection || lastSeqOf(event) > subscription.seenSeq) {
      this.#take(subscription, event);
    }
  }

  #take(subscription: Subscription, event: PushedTopicEvent): void {
    const { seenSeq } = subscription;
    this.#keep(event, seenSeq);
    subscription.seenSeq = Math.max(seenSeq, lastSeqOf(event));
  }

  #keep(event: PushedTopicEvent, seenSeq: number): void {
    const from = this.#replica?.name ?? "";
    this.received.push({ event, seenSeq, from, connection: this.#connection });
  }
}

/** Whether the frames of a wallet are published from now on. */
function isFollowing(stream: LiveStream["Service"], walletId: string): Effect.Effect<boolean> {
  return Effect.map(Effect.exit(stream.followWallets([walletId])), Exit.isSuccess);
}

/** Whether clients here follow the topic of an event. */
function isOfTopic(event: PushedEvent): event is PushedTopicEvent {
  return !["feed", "spot", "window", "quote"].includes(event.kind);
}
