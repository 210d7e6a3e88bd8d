/**
 * A connection that reconnects by itself, and the subscriptions that share it.
 *
 * Two subscriptions with a common topic cannot share a connection: the service sends a topic once
 * per connection, and each subscription has its own position in it.
 *
 * @module
 */
import { Connection, type ConnectionEnd } from "./connection.ts";
import { Session } from "./session.ts";
import { StreamRejected } from "./failure.ts";
import type { Frame, HelloFrame } from "./frame.ts";
import type { Subscription } from "./subscription.ts";
import { retryDelayMs, type Timing } from "./timing.ts";

/** The state of a connection that reconnects. */
export type ConnectionState =
  | { readonly state: "connecting" }
  /** `serverTime` is the service's clock, ISO 8601. */
  | { readonly state: "open"; readonly serverTime: string }
  /** The connection broke or an attempt failed; the next attempt follows in `retryMs`. */
  | { readonly state: "reconnecting"; readonly reason: string; readonly retryMs: number }
  | { readonly state: "closed" };

/** The options of a {@linkcode ReconnectingConnection}. */
export interface ReconnectingConnectionOptions {
  readonly address: string;
  readonly timing: Timing;
  readonly onState: (state: ConnectionState) => void;
}

/** The protocol version that this client supports. */
const PROTOCOL = 1;

/** Connects on construction, and closes when its last subscription is removed. */
export class ReconnectingConnection {
  readonly #options: ReconnectingConnectionOptions;
  readonly #subscriptions = new Set<Subscription>();
  #connection: Connection | undefined;
  /** Set from `hello` until the connection ends. */
  #session: Session | undefined;
  #openedMs = 0;
  /** Failed attempts in a row, and connections in a row that ended by a fault of the service. */
  #failed = 0;
  #faults = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ReconnectingConnectionOptions) {
    this.#options = options;
    options.onState({ state: "connecting" });
    this.#connect();
  }

  /** Whether it has no subscriptions left, and so has closed. */
  get isEmpty(): boolean {
    return this.#subscriptions.size === 0;
  }

  /** Whether no subscription here shares a topic with this one. */
  hasRoomFor(subscription: Subscription): boolean {
    return [...this.#subscriptions].every((other) => !other.overlaps(subscription));
  }

  /** Adds a subscription. */
  add(subscription: Subscription): void {
    this.#subscriptions.add(subscription);
    this.#session?.ask(subscription);
  }

  /** Removes a subscription; closes the connection after the last one. */
  remove(subscription: Subscription): void {
    if (!this.#subscriptions.delete(subscription)) return;
    if (!this.isEmpty) return this.#session?.leave(subscription);
    clearTimeout(this.#retry);
    this.#session?.end();
    this.#connection?.close();
    this.#options.onState({ state: "closed" });
  }

  #connect(): void {
    this.#connection = new Connection(this.#options.address, this.#options.timing, {
      onFrame: (frame) => this.#onFrame(frame),
      onEnd: (end) => this.#onEnd(end),
    });
  }

  #onEnd({ reason, isFault }: ConnectionEnd): void {
    const { timing, onState } = this.#options;
    // Back off also from a service that accepts connections and then fails on each of them.
    const wasLong = this.#session !== undefined &&
      performance.now() - this.#openedMs > timing.retryMsMax;
    this.#faults = isFault && !wasLong ? this.#faults + 1 : 0;
    this.#failed = Math.max(this.#failed, this.#faults);
    this.#session?.end();
    this.#session = undefined;
    const retryMs = retryDelayMs(this.#failed++, { ...timing, random: Math.random() });
    onState({ state: "reconnecting", reason, retryMs: Math.round(retryMs) });
    this.#retry = setTimeout(() => this.#connect(), retryMs);
  }

  #onFrame(frame: Frame): void {
    if (frame.type === "hello") return this.#onHello(frame);
    if (this.#session === undefined) return this.#fault("Malformed: a frame before hello");
    this.#failed = 0;
    this.#session.take(frame);
  }

  #onHello(hello: HelloFrame): void {
    if (this.#session !== undefined) return this.#fault("Malformed: a second hello");
    if (hello.protocol !== PROTOCOL) {
      const error = `Cannot use version ${hello.protocol} of the stream's protocol`;
      const refusal = { error, code: "protocol", hint: "Use the client of the service's version" };
      for (const one of this.#subscriptions) one.fail(new StreamRejected(refusal));
      return;
    }
    this.#openedMs = performance.now();
    this.#session = new Session({
      hello,
      send: (text) => this.#connection?.send(text),
      onFault: (reason) => this.#fault(reason),
    });
    this.#options.onState({ state: "open", serverTime: hello.serverTime });
    for (const one of this.#subscriptions) this.#session.ask(one);
  }

  #fault(reason: string): void {
    this.#connection?.fail(reason, { isFault: true });
  }
}
