/**
 * The state of one connection after `hello`: the requests sent on it, and which subscription gets
 * the events of each topic.
 *
 * @module
 */
import { StreamRejected } from "./failure.ts";
import type { ErrorFrame, Frame, HelloFrame, SubscribedFrame } from "./frame.ts";
import { MessagePace } from "./message_pace.ts";
import { type Request, requestText } from "./request.ts";
import type { Subscription } from "./subscription.ts";

/** What a session needs from its connection. */
export interface SessionOptions {
  readonly hello: HelloFrame;
  readonly send: (text: string) => void;
  /** Called when the service failed, so that the connection must be replaced. */
  readonly onFault: (reason: string) => void;
}

/** Limits the unanswered requests on a connection, so that a busy service is not flooded. */
const UNANSWERED_MAX = 16;
/** Error codes that do not blame the request: it may succeed on another connection. */
const TRANSIENT_CODES: ReadonlySet<string> = new Set(["internal", "unavailable", "rate_limited"]);

/**
 * Sends the requests of subscriptions and routes frames to them. Lives as long as its connection.
 */
export class Session {
  readonly #options: SessionOptions;
  readonly #subscriptions = new Set<Subscription>();
  /** Subscriptions by the id of their request. */
  readonly #asked = new Map<number, Subscription>();
  readonly #unanswered = new Set<number>();
  readonly #outbox: Array<{ readonly id: number; readonly text: string }> = [];
  /** Subscriptions by topic, from the answer to their request on. */
  readonly #owners = new Map<string, Subscription>();
  /** The latest time of the service's clock that was seen, in unix milliseconds. */
  #serverMs: number;
  readonly #pace: MessagePace;
  /** Set while the next request waits for its turn. */
  #next: ReturnType<typeof setTimeout> | undefined;
  #lastId = 0;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#serverMs = Date.parse(options.hello.serverTime);
    this.#pace = new MessagePace(options.hello.limits);
  }

  /** Call it when the connection has ended: what was not sent is dropped. */
  end(): void {
    clearTimeout(this.#next);
    this.#outbox.length = 0;
  }

  /** Sends the requests for what a subscription still needs. */
  ask(subscription: Subscription): void {
    this.#subscriptions.add(subscription);
    for (const request of subscription.connected(this.#serverMs)) {
      this.#asked.set(this.#queue("subscribe", subscription, request), subscription);
    }
    this.#send();
  }

  /** Unsubscribes. Events that still arrive for it do not reach a later subscription. */
  leave(subscription: Subscription): void {
    if (!this.#subscriptions.delete(subscription)) return;
    for (const [topic, owner] of this.#owners) {
      if (owner === subscription) this.#owners.delete(topic);
    }
    for (const [id, asker] of this.#asked) if (asker === subscription) this.#asked.delete(id);
    for (const request of subscription.unsubscribing()) {
      this.#queue("unsubscribe", subscription, request);
    }
    this.#send();
  }

  /** Handles a frame that came after `hello`. */
  take(frame: Frame): void {
    if (frame.type === "feed") {
      for (const one of this.#subscriptions) one.takeFeed(frame);
      return;
    }
    for (const one of this.#subscriptions) one.assumeHealthy(this.#options.hello.serverTime);
    switch (frame.type) {
      case "subscribed":
        return this.#subscribed(frame);
      case "unsubscribed":
        return this.#answered(frame.id);
      case "error":
        return this.#refused(frame);
      case "target":
        this.#serverMs = Math.max(this.#serverMs, Date.parse(frame.publishedAt));
        return this.#owners.get(frame.topic)?.take(frame);
      case "twap":
      case "game":
      case "gap":
        return this.#owners.get(frame.topic)?.take(frame);
    }
  }

  #queue(
    op: "subscribe" | "unsubscribe",
    { channel, key }: Subscription,
    request: Request,
  ): number {
    const id = ++this.#lastId;
    this.#outbox.push({ id, text: requestText(request, { op, id, channel, key }) });
    return id;
  }

  #send(): void {
    while (this.#unanswered.size < UNANSWERED_MAX && this.#next === undefined) {
      const next = this.#outbox[0];
      if (next === undefined) return;
      const waitMs = this.#pace.spend(performance.now());
      if (waitMs > 0) {
        this.#next = setTimeout(() => {
          this.#next = undefined;
          this.#send();
        }, waitMs);
        return;
      }
      this.#outbox.shift();
      this.#unanswered.add(next.id);
      this.#options.send(next.text);
    }
  }

  #answered(id: string | number | undefined): void {
    if (this.#unanswered.delete(Number(id))) this.#send();
  }

  #subscribed({ id, topics, seq }: SubscribedFrame): void {
    this.#answered(id);
    const subscription = this.#asked.get(Number(id));
    if (subscription === undefined) return;
    for (const topic of subscription.subscribed(topics, seq)) this.#owners.set(topic, subscription);
  }

  /** An error can arrive long after `subscribed`, when the service cannot continue. */
  #refused({ id, error, code, hint }: ErrorFrame): void {
    this.#answered(id);
    const subscription = this.#asked.get(Number(id));
    if (subscription === undefined) return;
    if (TRANSIENT_CODES.has(code)) return this.#options.onFault(`The service failed: ${error}`);
    subscription.fail(new StreamRejected({ error, code, hint }));
  }
}
