/**
 * One iterator: what it follows, what it was told, and what waits for its loop.
 *
 * @module
 */
import { EventQueue } from "./event_queue.ts";
import { StreamOverrun } from "./failure.ts";
import { FeedMemory } from "./feed_memory.ts";
import type { FeedEvent, TopicEvent } from "./frame.ts";
import type { Request } from "./request.ts";
import { type Followed, Resume } from "./resume.ts";
import { type Channel, type Provider, providerOf } from "./topic.ts";

/** What the options of an iterator come to. */
export interface SubscriptionOptions extends Followed {
  /** Events that are kept for a loop that is busy. */
  readonly eventsMax: number;
  /** Called once, when nothing more is wanted. */
  readonly onOver: () => void;
}

/** Stands between the connections and a loop. */
export class Subscription {
  readonly events: EventQueue<TopicEvent | FeedEvent>;
  readonly #resume: Resume;
  readonly #feeds = new FeedMemory();
  readonly #providers = new Set<Provider>();
  readonly #eventsMax: number;
  readonly #onOver: () => void;
  #isOver = false;

  constructor(options: SubscriptionOptions) {
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
  subscribed(topics: ReadonlyArray<string>): ReadonlyArray<string> {
    const mine = this.#resume.subscribed(topics);
    const providers = new Set(mine.map(providerOf));
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

  #push(event: TopicEvent | FeedEvent, lastSeqs: Readonly<Record<string, number>>): void {
    if (this.events.isFull) this.fail(new StreamOverrun(this.#eventsMax, lastSeqs));
    else this.events.push(event);
  }

  #over(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#onOver();
  }
}
