/**
 * One iterator: what it follows, which events it got, and the events buffered for its loop.
 *
 * @module
 */
import { EventQueue } from "./event_queue.ts";
import { StreamOverrun } from "./failure.ts";
import { FeedStateTracker } from "./feed_state_tracker.ts";
import type { FeedEvent, StartEvent, TopicEvent } from "./frame.ts";
import type { Request } from "./request.ts";
import { type Followed, Resume } from "./resume.ts";
import { type Channel, type Provider, providerOf } from "./topic.ts";

/** The resolved options of an iterator. */
export interface SubscriptionOptions extends Followed {
  /** The events buffered for a busy loop, at most. */
  readonly eventsMax: number;
  /** The API key, which the service requires for games. */
  readonly key?: string | undefined;
  /** Called once, when the iterator has ended. */
  readonly onOver: () => void;
}

/** Passes events from connections to one loop. */
export class Subscription {
  readonly events: EventQueue<TopicEvent | FeedEvent | StartEvent>;
  readonly key: string | undefined;
  readonly #resume: Resume;
  readonly #feeds = new FeedStateTracker();
  readonly #providers = new Set<Provider>();
  readonly #eventsMax: number;
  readonly #onOver: () => void;
  /** Whether the `start` event of games is still to come. */
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

  /** Returns the requests for a new connection. The service's clock shows at least `serverMs`. */
  connected(serverMs: number): ReadonlyArray<Request> {
    this.#feeds.disconnected();
    return this.#resume.connected(serverMs);
  }

  /** Takes the answer to a request. Returns the topics whose events belong here. */
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

  /** Takes an event of one of its topics. */
  take(event: TopicEvent): void {
    const lastSeqs = this.events.isFull ? this.#resume.lastSeqs() : {};
    const news = this.#resume.take(event);
    if (news !== undefined) this.#push(news, lastSeqs);
  }

  /** Takes the state of any provider; ignores providers of other topics. */
  takeFeed(event: FeedEvent): void {
    if (!this.#providers.has(event.provider)) return;
    const news = this.#feeds.take(event);
    if (news !== undefined) this.#push(news, this.#resume.lastSeqs());
  }

  /** Call it when a frame other than a provider's state arrives; reports missed recoveries. */
  assumeHealthy(serverTime: string): void {
    for (const event of this.#feeds.assumeHealthy(serverTime)) {
      this.#push(event, this.#resume.lastSeqs());
    }
  }

  /** Returns the requests that unsubscribe it. */
  unsubscribing(): ReadonlyArray<Request> {
    return this.#resume.unsubscribing();
  }

  /** Whether both follow a common topic, so that they cannot share a connection. */
  overlaps(other: Subscription): boolean {
    return this.#resume.overlaps(other.#resume);
  }

  /** Makes the loop throw `error` after it has taken the buffered events. */
  fail(error: Error): void {
    this.events.fail(error);
    this.#over();
  }

  /** Ends the loop immediately. */
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
