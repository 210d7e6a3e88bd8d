/**
 * One iterator: what it follows, what it was told, and what waits for its loop.
 *
 * @module
 */
import { EventQueue } from "./event_queue.ts";
import { StreamOverrun } from "./failure.ts";
import { FeedMemory } from "./feed_memory.ts";
import type { FeedEvent, StartEvent, TopicEvent } from "./frame.ts";
import type { Request } from "./request.ts";
import { type Followed, Resume } from "./resume.ts";
import { type Channel, type Provider, providerOf } from "./topic.ts";

/** What the options of an iterator come to. */
export interface SubscriptionOptions extends Followed {
  /** Events that are kept for a loop that is busy. */
  readonly eventsMax: number;
  /** What the service wants to see before it tells games. */
  readonly key?: string | undefined;
  /** Called once, when nothing more is wanted. */
  readonly onOver: () => void;
}

/** Stands between the connections and a loop. */
export class Subscription {
  readonly events: EventQueue<TopicEvent | FeedEvent | StartEvent>;
  readonly key: string | undefined;
  readonly #resume: Resume;
  readonly #feeds = new FeedMemory();
  readonly #providers = new Set<Provider>();
  readonly #eventsMax: number;
  readonly #onOver: () => void;
  /** Whether the bot is still to be told from where its games are complete. */
  #isStarting: boolean;
  #isOver = false;

  constructor(options: SubscriptionOptions) {
    this.key = options.key;
    this.#isStarting = options.channel === "games" && options.since === undefined;
    this.#resume = new Resume(options);
    this.#eventsMax = options.eventsMax;
    this.#onOver = options.onOver;
    this.events = new EventQueue(options.eventsMax, () => this.#over());
  }

  /** The channel of all its topics. */
  get channel(): Channel {
    return this.#resume.channel;
  }

  /** What to ask for on a connection whose service has the time `serverMs`, or more. */
  connected(serverMs: number): ReadonlyArray<Request> {
    this.#feeds.disconnected();
    return this.#resume.connected(serverMs);
  }

  /** A request was answered; gives the topics whose events are to come here. */
  subscribed(topics: ReadonlyArray<string>, seq?: number): ReadonlyArray<string> {
    const mine = this.#resume.subscribed(topics, seq);
    if (this.#isStarting && seq !== undefined && mine.length > 0) {
      this.#isStarting = false;
      this.#push({ type: "start", topics: mine, seq }, this.#resume.lastSeqs());
    }
    const providers = new Set(mine.flatMap((topic) => providerOf(topic) ?? []));
    for (const provider of providers) this.#providers.add(provider);
    this.#feeds.subscribed(providers);
    return mine;
  }

  /** An event of one of its topics. */
  take(event: TopicEvent): void {
    const lastSeqs = this.events.isFull ? this.#resume.lastSeqs() : {};
    const news = this.#resume.take(event);
    if (news !== undefined) this.#push(news, lastSeqs);
  }

  /** The state of any provider. */
  takeFeed(event: FeedEvent): void {
    if (!this.#providers.has(event.provider)) return;
    const news = this.#feeds.take(event);
    if (news !== undefined) this.#push(news, this.#resume.lastSeqs());
  }

  /** Something other than a provider's state came on its connection. */
  settle(serverTime: string): void {
    for (const event of this.#feeds.settle(serverTime)) {
      this.#push(event, this.#resume.lastSeqs());
    }
  }

  /** What ends it on its connection. */
  unsubscribing(): ReadonlyArray<Request> {
    return this.#resume.unsubscribing();
  }

  /** Whether both follow a topic, so that one connection cannot serve them. */
  overlaps(other: Subscription): boolean {
    return this.#resume.overlaps(other.#resume);
  }

  /** Lets the loop throw, once it has taken what is kept. */
  fail(error: Error): void {
    this.events.fail(error);
    this.#over();
  }

  /** Ends the loop. */
  end(): void {
    this.events.end();
    this.#over();
  }

  #push(
    event: TopicEvent | FeedEvent | StartEvent,
    lastSeqs: Readonly<Record<string, number>>,
  ): void {
    if (this.events.isFull) this.fail(new StreamOverrun(this.#eventsMax, lastSeqs));
    else this.events.push(event);
  }

  #over(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#onOver();
  }
}
