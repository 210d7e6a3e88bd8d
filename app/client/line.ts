/**
 * A connection that always comes back, and the iterators whose topics it carries.
 *
 * A topic belongs to one iterator of a line: the service tells a topic once a connection, and each
 * iterator has its own place in it.
 *
 * @module
 */
import { Connection, type ConnectionEnd } from "./connection.ts";
import { Conversation } from "./conversation.ts";
import { StreamRejected } from "./failure.ts";
import type { Frame, HelloFrame } from "./frame.ts";
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

/** Opens with the first iterator, and closes when the last one has left. */
export class Line {
  readonly #options: LineOptions;
  readonly #subscriptions = new Set<Subscription>();
  #connection: Connection | undefined;
  /** From the service's greeting on, as long as the connection lasts. */
  #conversation: Conversation | undefined;
  #openedMs = 0;
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
    this.#conversation?.ask(subscription);
  }

  /** Lets an iterator go. */
  remove(subscription: Subscription): void {
    if (!this.#subscriptions.delete(subscription)) return;
    if (!this.isEmpty) return this.#conversation?.leave(subscription);
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
    // A service that spoils every connection is not asked again and again without a pause.
    const wasLong = this.#conversation !== undefined &&
      performance.now() - this.#openedMs > timing.retryMsMax;
    this.#faults = isFault && !wasLong ? this.#faults + 1 : 0;
    this.#failed = Math.max(this.#failed, this.#faults);
    this.#conversation = undefined;
    const retryMs = retryDelayMs(this.#failed++, { ...timing, random: Math.random() });
    onState({ state: "reconnecting", reason, retryMs: Math.round(retryMs) });
    this.#retry = setTimeout(() => this.#connect(), retryMs);
  }

  #take(frame: Frame): void {
    if (frame.type === "hello") return this.#greet(frame);
    if (this.#conversation === undefined) return this.#spoilt("Malformed: something before hello");
    this.#failed = 0;
    this.#conversation.take(frame);
  }

  #greet(hello: HelloFrame): void {
    if (this.#conversation !== undefined) return this.#spoilt("Malformed: a second hello");
    if (hello.protocol !== PROTOCOL) {
      const error = `Cannot speak protocol ${hello.protocol} of the stream`;
      const refusal = { error, code: "protocol", hint: "Use the client of the service's version" };
      for (const one of this.#subscriptions) one.fail(new StreamRejected(refusal));
      return;
    }
    this.#openedMs = performance.now();
    this.#conversation = new Conversation({
      hello,
      send: (text) => this.#connection?.send(text),
      spoilt: (reason) => this.#spoilt(reason),
    });
    this.#options.onState({ state: "open", serverTime: hello.serverTime });
    for (const one of this.#subscriptions) this.#conversation.ask(one);
  }

  #spoilt(reason: string): void {
    this.#connection?.fail(reason, { isFault: true });
  }
}
