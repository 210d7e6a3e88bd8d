/**
 * A connection that always comes back, and the iterators whose topics it carries.
 *
 * A topic belongs to one iterator of a line: the service tells a topic once a connection, and each
 * iterator has its own place in it.
 *
 * @module
 */
import { Connection, type ConnectionEnd } from "./connection.ts";
import { StreamRejected } from "./failure.ts";
import type { ErrorFrame, Frame, HelloFrame, SubscribedFrame } from "./frame.ts";
import { requestText } from "./request.ts";
import type { Subscription } from "./subscription.ts";
import { retryDelayMs, type Timing } from "./timing.ts";

/** How a line is doing. */
export type LineState =
  | { readonly state: "connecting" }
  /** `serverTime` is the service's clock, ISO 8601. */
  | { readonly state: "open"; readonly serverTime: string }
  /** The connection broke, or an attempt failed, for this reason; another follows. */
  | { readonly state: "reconnecting"; readonly reason: string; readonly retryMs: number }
  | { readonly state: "closed" };

/** What a line works with. */
export interface LineOptions {
  readonly address: string;
  readonly timing: Timing;
  readonly onState: (state: LineState) => void;
}

/** The version of the frames that this client reads. */
const PROTOCOL = 1;
/** The service works on so many requests of a connection at a time, and refuses more than 32. */
const UNANSWERED_MAX = 16;
/** Refusals that say nothing about the request: on another connection it may be taken. */
const PASSING_CODES: ReadonlySet<string> = new Set(["internal", "unavailable", "rate_limited"]);

/** Opens with the first iterator, and closes when the last one has left. */
export class Line {
  readonly #options: LineOptions;
  readonly #subscriptions = new Set<Subscription>();
  /** Who asked, by the id of the request. */
  readonly #asked = new Map<number, Subscription>();
  readonly #unanswered = new Set<number>();
  #outbox: Array<{ readonly id: number; readonly text: string }> = [];
  readonly #routes = new Map<string, Subscription>();
  #connection: Connection | undefined;
  #hello: HelloFrame | undefined;
  /** The latest time of the service's clock that was seen on this connection. */
  #serverMs = 0;
  #openedMs = 0;
  #nextId = 1;
  /** Attempts that went wrong in a row, and connections that the service spoilt in a row. */
  #failed = 0;
  #faults = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(options: LineOptions) {
    this.#options = options;
    options.onState({ state: "connecting" });
    this.#connect();
  }

  /** Whether nobody is on it any more; it has closed then. */
  get isEmpty(): boolean {
    return this.#subscriptions.size === 0;
  }

  /** Whether an iterator's topics are free here. */
  hasRoomFor(subscription: Subscription): boolean {
    return [...this.#subscriptions].every((other) => !other.overlaps(subscription));
  }

  /** Begins to carry an iterator. */
  add(subscription: Subscription): void {
    this.#subscriptions.add(subscription);
    if (this.#hello !== undefined) this.#ask(subscription);
  }

  /** Lets an iterator go. */
  remove(subscription: Subscription): void {
    if (!this.#subscriptions.delete(subscription)) return;
    if (this.isEmpty) return this.#close();
    for (const [topic, owner] of this.#routes) {
      if (owner === subscription) this.#routes.delete(topic);
    }
    for (const [id, owner] of this.#asked) if (owner === subscription) this.#asked.delete(id);
    if (this.#hello === undefined) return;
    for (const request of subscription.unsubscribing()) {
      const id = this.#nextId++;
      const { channel } = subscription;
      this.#outbox.push({ id, text: requestText(request, { op: "unsubscribe", id, channel }) });
    }
    this.#send();
  }

  #close(): void {
    clearTimeout(this.#retry);
    this.#connection?.close();
    this.#options.onState({ state: "closed" });
  }

  #connect(): void {
    this.#connection = new Connection(this.#options.address, this.#options.timing, {
      took: (frame) => this.#take(frame),
      ended: (end) => this.#ended(end),
    });
  }

  #ended({ reason, isFault }: ConnectionEnd): void {
    const { timing, onState } = this.#options;
    const wasOpen = this.#hello !== undefined;
    // A service that spoils every connection is not asked again and again without a pause.
    const wasLong = wasOpen && performance.now() - this.#openedMs > timing.retryMsMax;
    this.#faults = isFault && !wasLong ? this.#faults + 1 : 0;
    this.#failed = Math.max(this.#failed, this.#faults);
    this.#hello = undefined;
    this.#asked.clear();
    this.#unanswered.clear();
    this.#routes.clear();
    this.#outbox = [];
    const retryMs = retryDelayMs(this.#failed++, { ...timing, random: Math.random() });
    onState({ state: "reconnecting", reason, retryMs: Math.round(retryMs) });
    this.#retry = setTimeout(() => this.#connect(), retryMs);
  }

  #take(frame: Frame): void {
    if (frame.type === "hello") return this.#greet(frame);
    if (this.#hello === undefined) {
      return this.#connection?.fail("Malformed frame: something before hello", { isFault: true });
    }
    this.#failed = 0;
    if (frame.type !== "feed") {
      for (const one of this.#subscriptions) one.settle(this.#hello.serverTime);
    }
    switch (frame.type) {
      case "subscribed":
        return this.#subscribed(frame);
      case "unsubscribed":
        return this.#answered(frame.id);
      case "error":
        return this.#refused(frame);
      case "feed":
        for (const one of [...this.#subscriptions]) one.takeFeed(frame);
        return;
      case "target":
        this.#serverMs = Math.max(this.#serverMs, Date.parse(frame.publishedAt));
        return this.#routes.get(frame.topic)?.take(frame);
      case "twap":
      case "gap":
        return this.#routes.get(frame.topic)?.take(frame);
    }
  }

  #greet(hello: HelloFrame): void {
    if (this.#hello !== undefined) return;
    if (hello.protocol !== PROTOCOL) {
      const error = `Cannot speak protocol ${hello.protocol} of the stream`;
      const refusal = { error, code: "protocol", hint: "Use the client of the service's version" };
      for (const one of [...this.#subscriptions]) one.fail(new StreamRejected(refusal));
      return;
    }
    this.#hello = hello;
    this.#openedMs = performance.now();
    this.#serverMs = Date.parse(hello.serverTime);
    this.#options.onState({ state: "open", serverTime: hello.serverTime });
    for (const subscription of this.#subscriptions) this.#ask(subscription);
  }

  #ask(subscription: Subscription): void {
    const { channel } = subscription;
    for (const request of subscription.connected(this.#serverMs)) {
      const id = this.#nextId++;
      this.#asked.set(id, subscription);
      this.#outbox.push({ id, text: requestText(request, { op: "subscribe", id, channel }) });
    }
    this.#send();
  }

  #send(): void {
    while (this.#unanswered.size < UNANSWERED_MAX) {
      const next = this.#outbox.shift();
      if (next === undefined) return;
      this.#unanswered.add(next.id);
      this.#connection?.send(next.text);
    }
  }

  #answered(id: string | number | undefined): void {
    if (this.#unanswered.delete(Number(id))) this.#send();
  }

  #subscribed({ id, topics }: SubscribedFrame): void {
    this.#answered(id);
    const subscription = this.#asked.get(Number(id));
    if (subscription === undefined) return;
    for (const topic of subscription.subscribed(topics)) this.#routes.set(topic, subscription);
  }

  #refused({ id, error, code, hint }: ErrorFrame): void {
    this.#answered(id);
    const subscription = this.#asked.get(Number(id));
    if (subscription === undefined) return;
    if (PASSING_CODES.has(code)) {
      return this.#connection?.fail(`The service failed: ${error}`, { isFault: true });
    }
    subscription.fail(new StreamRejected({ error, code, hint }));
  }
}
