/**
 * Publishes stream events to all clients: each event is serialized once and shared.
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
  type GapEvent,
  lastSeqOf,
  type QuoteEvent,
  type SpotEvent,
  type Topic,
  type WindowEvent,
  type WindowsTopic,
} from "../../../core/stream/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import type {
  LiveStream,
  PublisherService,
  PushedEvent,
  PushedTopicEvent,
} from "../../../core/use_case/live/mod.ts";
import type { LiveWindows } from "../../../core/use_case/window/mod.ts";
import type { VenueChoice } from "../../../core/use_case/venue/mod.ts";
import type { GameWriter } from "../game/game_writer.ts";
import type { CheckKey } from "../edge/limit/key_check.ts";
import type { Run } from "../edge/run.ts";
import type { CountStranger } from "../edge/limit/stranger_count.ts";
import { type ConflatedReader, latestName } from "./latest_frames.ts";
import { ReplayScheduler } from "./replay_scheduler.ts";
import { eventFrame } from "./server_frame.ts";
import type { StreamPace } from "./stream_pace.ts";
import type { WatchWallets } from "./watched_wallets.ts";

const EVENTS = Metric.counter("strikeline_stream_events_total", {
  description: "Events published to the subscribers of the stream.",
  incremental: true,
});

/** The dependencies of the publisher. */
export interface StreamPublisherOptions {
  readonly stream: LiveStream["Service"];
  readonly windows: LiveWindows["Service"];
  readonly publisher: Pick<PublisherService, "subscribe">;
  readonly venue: VenueChoice;
  readonly run: Run<never>;
  /** Unix milliseconds on the service's clock. */
  readonly nowMs: () => number;
  /** Milliseconds of the machine's time from an arbitrary origin. */
  readonly stopwatchMs: () => number;
  /** Finds the holder of a key, which the games channel requires. */
  readonly checkKey: CheckKey;
  /** Counts a key that was never seen to be valid, by the client's address. */
  readonly countStranger: CountStranger;
  readonly gameWriter: GameWriter;
  /** Follows wallets, which the orders channel does for their owner. */
  readonly watchWallets: WatchWallets;
  /** Decides when frames are sent; left out: at once. */
  readonly pace?: StreamPace | undefined;
}

/** A client that has seen more of a topic than this replica has published. */
export interface AheadClient {
  /** Called with the first event that ends at or after the last seq the client has seen. */
  readonly catchUp: (topic: Topic, event: PushedTopicEvent, seenSec: number) => void;
  /** Called with a correction of a price that the client may have received before it subscribed. */
  readonly corrected: (event: PushedTopicEvent) => void;
}

/** A client that continues a topic of which not everything is known yet that a replay contains. */
export interface EarlyClient {
  /** Called once a replay can begin. */
  readonly replay: (topic: Topic, since: number) => void;
}

/** Publishes to the server's topics: one call for any number of clients. */
export class StreamPublisher {
  readonly stream: LiveStream["Service"];
  readonly windows: LiveWindows["Service"];
  readonly run: Run<never>;
  readonly nowMs: () => number;
  readonly stopwatchMs: () => number;
  readonly checkKey: CheckKey;
  readonly countStranger: CountStranger;
  readonly watchWallets: WatchWallets;
  readonly pace: StreamPace | undefined;
  /** Gives the replays of all clients their turns. */
  readonly replays: ReplayScheduler;
  readonly #venue: VenueChoice;
  readonly #gameWriter: GameWriter;
  readonly #aheadClients = new Map<Topic, Map<AheadClient, number>>();
  /** Clients that wait for their replay of a topic, with the seq after which it begins. */
  readonly #earlyClients = new Map<Topic, Map<EarlyClient, number>>();
  /** What takes the corrections of a topic for clients that are receiving a replay of it. */
  readonly #holding = new Map<Topic, Set<(event: PushedTopicEvent) => void>>();
  /** Who follows topics of which only the newest frame counts. */
  readonly #conflated = new Map<string, Set<ConflatedReader>>();
  /** The serialized text of every event that is still referenced. */
  readonly #texts = new WeakMap<object, string>();
  /** The same of windows with their legs. */
  readonly #leggedTexts = new WeakMap<object, string>();
  #server: { readonly publish: (name: string, text: string) => unknown } | undefined;

  /** Subscribes to the stream's events. */
  constructor(options: StreamPublisherOptions) {
    const { stream, venue, run, nowMs, stopwatchMs, gameWriter } = options;
    this.stream = stream;
    this.windows = options.windows;
    this.run = run;
    this.nowMs = nowMs;
    this.stopwatchMs = stopwatchMs;
    this.replays = new ReplayScheduler(stopwatchMs);
    this.checkKey = options.checkKey;
    this.countStranger = options.countStranger;
    this.watchWallets = options.watchWallets;
    this.pace = options.pace;
    this.#venue = venue;
    this.#gameWriter = gameWriter;
    options.publisher.subscribe({
      publishEvent: (event) => {
        this.#publish(event);
        this.#startReplays();
        void this.run(Metric.update(Metric.withAttributes(EVENTS, { kind: event.kind }), 1));
      },
    });
  }

  /** Sets the server that has the clients. Before that there are no clients. */
  serve(server: Pick<Bun.Server<unknown>, "publish">): void {
    this.#server = this.pace ?? server;
  }

  /** Returns the frame of an event, a window with its legs if asked; each is serialized once. */
  write(event: PushedEvent | GapEvent<WindowsTopic>, hasLegs = false): string {
    const texts = hasLegs && event.kind === "window" ? this.#leggedTexts : this.#texts;
    const known = texts.get(event);
    if (known !== undefined) return known;
    const [venue, gameWriter] = [this.#venue, this.#gameWriter];
    const text = eventFrame(event, { venue, gameWriter, hasLegs });
    texts.set(event, text);
    return text;
  }

  /** Keeps a client until the topic has reached what the client has already seen. */
  waitFor(topic: Topic, client: AheadClient, seenSec: number): void {
    const waiting = this.#aheadClients.get(topic) ?? new Map<AheadClient, number>();
    this.#aheadClients.set(topic, waiting);
    waiting.set(client, seenSec);
  }

  /** Has a client begin its replay of a topic, now or as soon as everything for it is known. */
  replayTo(
    client: EarlyClient,
    { topic, since }: { readonly topic: Topic; readonly since: number },
  ): void {
    if (this.stream.isReplayable(topic, since)) return client.replay(topic, since);
    const waiting = this.#earlyClients.get(topic) ?? new Map<EarlyClient, number>();
    this.#earlyClients.set(topic, waiting.set(client, since));
  }

  /** Calls `hold` with the corrections of a topic. Returns a function that ends it. */
  listenForCorrections(topic: Topic, hold: (event: PushedTopicEvent) => void): () => void {
    const holding = this.#holding.getOrInsertComputed(topic, () => new Set()).add(hold);
    return () => void holding.delete(hold);
  }

  /** Has a reader get the frames of a topic, of which it may leave out all but the newest. */
  follow(topic: string, reader: ConflatedReader): void {
    this.#conflated.getOrInsertComputed(topic, () => new Set()).add(reader);
    reader.follow(topic);
  }

  /** Has a reader get no more of a topic. */
  unfollow(topic: string, reader: ConflatedReader): void {
    const readers = this.#conflated.get(topic);
    readers?.delete(reader);
    if (readers?.size === 0) this.#conflated.delete(topic);
  }

  /** Removes a waiting client. */
  forget(topic: Topic, client: AheadClient & EarlyClient): void {
    this.#aheadClients.get(topic)?.delete(client);
    this.#earlyClients.get(topic)?.delete(client);
  }

  /** Returns the first seq after everything published on a topic. */
  nextSeq(topic: Topic): number {
    return this.#seqAfter(topic, this.stream.headOf(topic));
  }

  /**
   * Returns the part of an event that a client which has seen everything up to `seenSec` still
   * needs.
   */
  afterSeen(event: PushedTopicEvent, seenSec: number): PushedTopicEvent {
    return event.kind === "gap" && event.fromSeq <= seenSec
      ? { ...event, fromSeq: this.#seqAfter(event.topic, seenSec) }
      : event;
  }

  /**
   * For seconds the next number; for windows the start of the window after the one that contains
   * `sec`.
   */
  #seqAfter(topic: Topic, sec: number): number {
    const [channel, , interval] = topic.split(":");
    if (channel !== "targets") return sec + 1;
    const { calendar } = this.#venue.profile;
    return windowContaining(calendar, interval as Interval, UnixSec(sec)).endSec;
  }

  /** What a replay lacked may have come with any event, as fetched averages are not published. */
  #startReplays(): void {
    for (const [topic, waiting] of this.#earlyClients) {
      for (const [client, since] of waiting) {
        if (!this.stream.isReplayable(topic, since)) continue;
        waiting.delete(client);
        client.replay(topic, since);
      }
      if (waiting.size === 0) this.#earlyClients.delete(topic);
    }
  }

  #publishNewest(event: SpotEvent | QuoteEvent): void {
    const { topic } = event;
    const readers = this.#conflated.get(topic);
    if (readers === undefined) return;
    const text = this.write(event);
    for (const reader of readers) reader.beforePublish(topic, text);
    this.#server?.publish(latestName(topic), text);
  }

  #publishWindow(event: WindowEvent): void {
    this.#server?.publish(leggedName(event.topic), this.write(event, true));
    if (event.isOfLegs === undefined) this.#server?.publish(event.topic, this.write(event));
  }

  #publish(event: PushedEvent): void {
    if (event.kind === "spot" || event.kind === "quote") return this.#publishNewest(event);
    if (event.kind === "window") return this.#publishWindow(event);
    const text = this.write(event);
    if (event.kind === "feed") {
      this.#server?.publish(feedTopic(event.provider), text);
      return;
    }
    this.#server?.publish(event.topic, text);
    const waiting = this.#aheadClients.get(event.topic);
    if (event.kind === "target" && event.corrects === true) {
      for (const client of waiting?.keys() ?? []) client.corrected(event);
      for (const hold of this.#holding.get(event.topic) ?? []) hold(event);
      return;
    }
    if (waiting === undefined || waiting.size === 0) return;
    for (const [client, seenSec] of waiting) {
      if (lastSeqOf(event) < seenSec) continue;
      waiting.delete(client);
      client.catchUp(event.topic, event, seenSec);
    }
  }
}

/** Returns the providers that the topics' values come from. Games have no such provider. */
export function providersOf(topics: Iterable<string>): ReadonlySet<Provider> {
  const providers = new Set<Provider>();
  for (const topic of topics) {
    const [channel, , interval] = topic.split(":");
    if (channel === "targets" || channel === "windows") {
      providers.add(providerOf(interval as Interval));
    }
    if (channel === "twap") providers.add("oracle");
    if (channel === "spot") providers.add("exchange");
  }
  return providers;
}

/** Returns the name of the topic that carries a provider's state. */
export function feedTopic(provider: Provider): string {
  return `feed:${provider}`;
}

/** Returns the name on which a topic's windows are published with their legs. */
export function leggedName(topic: WindowsTopic): string {
  return `legs:${topic}`;
}
