/**
 * What all clients of the stream have in common: each event is written once, and published to all.
 *
 * @module
 */
import { Metric } from "effect";
import {
  type Interval,
  type Provider,
  providerOf,
  windowContaining,
} from "../../../core/market/mod.ts";
import {
  lastSeqOf,
  type StreamEvent,
  type Topic,
  type TopicEvent,
} from "../../../core/stream/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import type { LiveStream, VenueChoice } from "../../../core/use_case/mod.ts";
import type { WriteGame } from "../game_text.ts";
import type { CheckKey } from "../key_check.ts";
import type { Run } from "../run.ts";
import { eventFrame } from "./server_frame.ts";

const EVENTS = Metric.counter("strikeline_stream_events_total", {
  description: "Events published to the subscribers of the stream.",
  incremental: true,
});

/** What the stream's endpoint is told by the application that starts it. */
export interface BoardOptions {
  readonly stream: LiveStream["Service"];
  readonly venue: VenueChoice;
  readonly run: Run<never>;
  /** Unix milliseconds on the service's clock. */
  readonly nowMs: () => number;
  /** Who holds a key, which the channel of games wants. */
  readonly checkKey: CheckKey;
  readonly writeGame: WriteGame;
}

/** A client that has seen more of a topic than was told of it here. */
export interface Waiter {
  /** Called with the first event past what it has seen, or that ends there. */
  readonly catchUp: (topic: Topic, event: TopicEvent, seenSec: number) => void;
  /** Called with a correction of what it may have been told before it followed the topic. */
  readonly corrected: (topic: Topic, event: TopicEvent) => void;
}

/** Publishes to the server's topics, which is one call however many clients there are. */
export class Board {
  readonly stream: LiveStream["Service"];
  readonly run: Run<never>;
  readonly nowMs: () => number;
  readonly checkKey: CheckKey;
  readonly #venue: VenueChoice;
  readonly #writeGame: WriteGame;
  readonly #waiters = new Map<Topic, Map<Waiter, number>>();
  /** Those who are being told the past of a topic. */
  readonly #replaying = new Map<Topic, Set<Waiter>>();
  /** The text of every event that someone still holds. */
  readonly #texts = new WeakMap<StreamEvent, string>();
  #server: Pick<Bun.Server<unknown>, "publish"> | undefined;
  #turn: Promise<void> = Promise.resolve();

  /** Listens to the stream from now on. */
  constructor({ stream, venue, run, nowMs, checkKey, writeGame }: BoardOptions) {
    this.stream = stream;
    this.run = run;
    this.nowMs = nowMs;
    this.checkKey = checkKey;
    this.#venue = venue;
    this.#writeGame = writeGame;
    stream.listen((event) => this.#publish(event));
  }

  /** Names the server that has the clients. Until then nobody can be listening. */
  serve(server: Pick<Bun.Server<unknown>, "publish">): void {
    this.#server = server;
  }

  /** The frame of an event; the same event is written once. */
  write(event: StreamEvent): string {
    const known = this.#texts.get(event);
    if (known !== undefined) return known;
    const text = eventFrame(event, { venue: this.#venue, writeGame: this.#writeGame });
    this.#texts.set(event, text);
    return text;
  }

  /**
   * Resolves when the next piece of a replay may be sent: one in a turn of the event loop,
   * whichever client's it is, so that whoever asks for much again and again holds up nobody else.
   */
  turn(): Promise<void> {
    this.#turn = this.#turn.then(() => new Promise((resolve) => void setImmediate(resolve)));
    return this.#turn;
  }

  /** Remembers a client until the topic has come to where the client is. */
  await(topic: Topic, waiter: Waiter, seenSec: number): void {
    const waiting = this.#waiters.get(topic) ?? new Map<Waiter, number>();
    this.#waiters.set(topic, waiting);
    waiting.set(waiter, seenSec);
  }

  /** A client is being told the past of a topic, until what this gives is called. */
  replaying(topic: Topic, waiter: Waiter): () => void {
    const those = this.#replaying.get(topic) ?? new Set<Waiter>();
    this.#replaying.set(topic, those.add(waiter));
    return () => void those.delete(waiter);
  }

  /** Forgets that a client waits. */
  forget(topic: Topic, waiter: Waiter): void {
    this.#waiters.get(topic)?.delete(waiter);
  }

  /** The first seq that comes after everything that was told of a topic. */
  nextSeq(topic: Topic): number {
    return this.#seqAfter(topic, this.stream.headOf(topic));
  }

  /** The part of an event that a client who has seen everything up to `seenSec` has not. */
  afterSeen(event: TopicEvent, seenSec: number): TopicEvent {
    return event.kind === "gap" && event.fromSeq <= seenSec
      ? { ...event, fromSeq: this.#seqAfter(event.topic, seenSec) }
      : event;
  }

  /** Seconds follow each other, as numbers do; of windows, the one after that which holds it. */
  #seqAfter(topic: Topic, sec: number): number {
    const [channel, , interval] = topic.split(":");
    if (channel !== "targets") return sec + 1;
    const { calendar } = this.#venue.profile;
    return windowContaining(calendar, interval as Interval, UnixSec(sec)).endSec;
  }

  #publish(event: StreamEvent): void {
    void this.run(Metric.update(Metric.withAttributes(EVENTS, { kind: event.kind }), 1));
    const text = this.write(event);
    if (event.kind === "feed") {
      this.#server?.publish(feedTopic(event.provider), text);
      return;
    }
    this.#server?.publish(event.topic, text);
    const waiting = this.#waiters.get(event.topic);
    if (event.kind === "target" && event.corrects === true) {
      const others = [...waiting?.keys() ?? [], ...this.#replaying.get(event.topic) ?? []];
      for (const waiter of others) waiter.corrected(event.topic, event);
      return;
    }
    if (waiting === undefined || waiting.size === 0) return;
    for (const [waiter, seenSec] of waiting) {
      if (lastSeqOf(event) < seenSec) continue;
      waiting.delete(waiter);
      waiter.catchUp(event.topic, event, seenSec);
    }
  }
}

/** The providers that the values of topics come from; those of games have none that is told of. */
export function providersOf(topics: Iterable<Topic>): ReadonlySet<Provider> {
  const providers = new Set<Provider>();
  for (const topic of topics) {
    const [channel, , interval] = topic.split(":");
    if (channel === "targets") providers.add(providerOf(interval as Interval));
    if (channel === "twap") providers.add("oracle");
  }
  return providers;
}

/** The name under which a provider's state is told to those who follow a topic of it. */
export function feedTopic(provider: Provider): string {
  return `feed:${provider}`;
}
