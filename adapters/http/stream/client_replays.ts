/**
 * The replays of one stream client: which topics wait for one, and the sending of their events.
 *
 * @module
 */
import { Exit } from "effect";
import { lastSeqOf, type Topic, type TopicEvent } from "../../../core/stream/mod.ts";
import type { AheadClient, StreamPublisher } from "./stream_publisher.ts";
import { HeldCorrections } from "./held_corrections.ts";

/** Events of a replay sent before other clients get their turn: less than a millisecond of work. */
const PIECE_EVENTS = 64;

/** What the replays need from their connection. */
export interface ReplayClient extends AheadClient {
  /** The address whose clients share turns. */
  readonly address: string;
  /** Returns the subscription to a topic: another object after every change. */
  readonly subscriptionTo: (topic: Topic) => { readonly since: number | undefined } | undefined;
  readonly hasRoom: () => boolean;
  /** Resolves when the client has read most of what was sent. */
  readonly untilRoom: () => Promise<void>;
  readonly sendEvent: (event: TopicEvent) => void;
  /** Called in the turn of the event loop in which everything up to `sentSec` was sent. */
  readonly goLive: (topic: Topic, sentSec: number) => void;
  readonly failed: (topic: Topic, cause: unknown) => void;
}

type Events = ReadonlyArray<TopicEvent>;

/** Events that were asked for while the topic's head was at `headSec`. */
interface Lookup {
  readonly headSec: number;
  readonly exit: Exit.Exit<Events> | Promise<Exit.Exit<Events>>;
}

/** The events of a finished {@linkcode Lookup}. */
interface Found {
  readonly headSec: number;
  readonly events: Events;
}

/** How far a topic was sent, and the lookup that has to be waited for; none once it is live. */
interface Progress {
  readonly seenSec: number;
  readonly lookup?: Lookup;
}

/**
 * Replays one topic at a time. While a provider or the store is asked for one, the next one goes
 * on. The client takes its turns among those of its address; in each it replays a topic once, so
 * that a client which asks again and again cannot keep the others from theirs.
 */
export class ClientReplays {
  readonly #publisher: StreamPublisher;
  readonly #client: ReplayClient;
  /** Topics that wait or are being replayed, with what ends the listening for corrections. */
  readonly #open = new Map<Topic, () => void>();
  readonly #waiting = new Set<Topic>();
  /** Corrections that arrived during a replay, which may have sent the old price before. */
  readonly #corrections = new HeldCorrections();
  /** Topics replayed in this turn; undefined outside of a turn. */
  #inTurn: Set<Topic> | undefined;
  #running = 0;
  #leave: (() => void) | undefined;
  /** Settles when the topic that is being worked on is done, or waits. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(publisher: StreamPublisher, client: ReplayClient) {
    this.#publisher = publisher;
    this.#client = client;
  }

  /** Replays a topic after its subscription's `since`, once however often it is asked for. */
  add(topic: Topic): void {
    if (!this.#open.has(topic)) {
      this.#open.set(topic, this.#publisher.startReplay(topic, this.#client));
    }
    if (this.#inTurn?.has(topic) === false) return this.#run(topic, this.#inTurn);
    this.#waiting.add(topic);
    this.#enter();
  }

  /** Holds a correction until the topic's replay ends. Returns false without a replay. */
  hold(topic: Topic, event: TopicEvent): boolean {
    if (!this.#open.has(topic)) return false;
    this.#corrections.hold(topic, event);
    return true;
  }

  /**
   * Called when the connection is closed, after its subscriptions are gone. A turn goes on while a
   * lookup does, so that reconnecting does not start more of them.
   */
  close(): void {
    for (const topic of this.#waiting) this.#end(topic);
    this.#waiting.clear();
    if (this.#inTurn === undefined) this.#exit();
  }

  #enter(): void {
    this.#leave ??= this.#publisher.replays.enter(this.#client.address, () => {
      // Not before `enter` has returned what ends the turn.
      queueMicrotask(() => this.#begin());
    });
  }

  #exit(): void {
    const leave = this.#leave;
    this.#inTurn = undefined;
    this.#leave = undefined;
    leave?.();
    if (this.#waiting.size > 0) this.#enter();
  }

  #begin(): void {
    if (this.#leave === undefined) return;
    const inTurn = new Set<Topic>();
    this.#inTurn = inTurn;
    for (const topic of this.#waiting) this.#run(topic, inTurn);
    this.#waiting.clear();
    if (this.#running === 0) this.#exit();
  }

  #run(topic: Topic, inTurn: Set<Topic>): void {
    inTurn.add(topic);
    this.#running++;
    void this.#replay(topic).catch((cause) => this.#client.failed(topic, cause)).then((isLive) => {
      this.#running--;
      // A later subscription ended this replay: it takes its turn again, with its own `since`.
      const isAsked = isLive !== true && this.#client.subscriptionTo(topic)?.since !== undefined;
      if (isAsked) this.#waiting.add(topic);
      else if (!this.#waiting.has(topic)) this.#end(topic);
      if (this.#running === 0) this.#exit();
    });
  }

  #end(topic: Topic): void {
    this.#open.get(topic)?.();
    this.#open.delete(topic);
    this.#corrections.take(topic);
  }

  /** Returns whether the topic was replayed up to now and is live. */
  async #replay(topic: Topic): Promise<boolean> {
    const subscription = this.#client.subscriptionTo(topic);
    if (subscription?.since === undefined) return false;
    const isOver = () => this.#client.subscriptionTo(topic) !== subscription;
    let seenSec = subscription.since;
    let found: Found | undefined;
    for (;;) {
      const from = { topic, isOver, seenSec, found };
      const progress = await this.#alone(() => this.#advance(from));
      if (isOver()) return false;
      if (progress.lookup === undefined) return true;
      const { headSec } = progress.lookup;
      const exit = await progress.lookup.exit;
      if (isOver()) return false;
      if (Exit.isFailure(exit)) throw new Error("a replay failed", { cause: exit.cause });
      seenSec = progress.seenSec;
      found = { headSec, events: exit.value };
    }
  }

  /**
   * Sends what was found, and everything after it that is found without waiting. Then the topic is
   * live, in the same turn of the event loop in which nothing is left to send, so that no event is
   * lost in between.
   */
  async #advance({ topic, isOver, ...from }: {
    readonly topic: Topic;
    readonly isOver: () => boolean;
    readonly seenSec: number;
    readonly found: Found | undefined;
  }): Promise<Progress> {
    const { stream, replays, run } = this.#publisher;
    let { seenSec, found } = from;
    for (;;) {
      if (found !== undefined) {
        await this.#sendAll(found.events, isOver);
        const last = found.events.at(-1);
        // Nothing up to the head: there is nothing left of it to send.
        seenSec = last === undefined ? Math.max(seenSec, found.headSec) : lastSeqOf(last);
      }
      if (isOver()) return { seenSec };
      if (stream.headOf(topic) <= seenSec) break;
      const lookup: Lookup | undefined = await replays.piece(() =>
        isOver()
          ? undefined
          : { headSec: stream.headOf(topic), exit: run(stream.replay(topic, seenSec)) }
      );
      if (lookup === undefined) return { seenSec };
      const { headSec, exit } = lookup;
      if (exit instanceof Promise || Exit.isFailure(exit)) return { seenSec, lookup };
      found = { headSec, events: exit.value };
    }
    for (const event of this.#corrections.take(topic)) {
      if (lastSeqOf(event) <= seenSec) this.#client.sendEvent(event);
    }
    this.#client.goLive(topic, seenSec);
    return { seenSec };
  }

  async #sendAll(events: Events, isOver: () => boolean): Promise<void> {
    for (let index = 0; index < events.length && !isOver();) {
      await this.#client.untilRoom();
      await this.#publisher.replays.piece(() => {
        for (const event of events.slice(index, index + PIECE_EVENTS)) {
          if (isOver() || !this.#client.hasRoom()) return;
          this.#client.sendEvent(event);
          index++;
        }
      });
    }
  }

  /** Runs `work` after the work of the client's other topics. */
  #alone<A>(work: () => Promise<A>): Promise<A> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }
}
