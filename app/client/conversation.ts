/**
 * What is said on one connection after its greeting: who asked for what, and whose each topic is.
 *
 * @module
 */
import { StreamRejected } from "./failure.ts";
import type { ErrorFrame, Frame, HelloFrame, SubscribedFrame } from "./frame.ts";
import { type Request, requestText } from "./request.ts";
import type { Subscription } from "./subscription.ts";

/** What a conversation needs of its connection. */
export interface ConversationOptions {
  readonly hello: HelloFrame;
  readonly send: (text: string) => void;
  /** The connection is of no more use, because the service cannot do its work. */
  readonly spoilt: (reason: string) => void;
}

/** A service that is busy is not sent everything at once. */
const UNANSWERED_MAX = 16;
/** Refusals that say nothing about the request: on another connection it may be taken. */
const PASSING_CODES: ReadonlySet<string> = new Set(["internal", "unavailable", "rate_limited"]);

/** Ends with its connection, and is forgotten with it. */
export class Conversation {
  readonly #options: ConversationOptions;
  readonly #subscriptions = new Set<Subscription>();
  /** Who asked, by the id of the request. */
  readonly #asked = new Map<number, Subscription>();
  readonly #unanswered = new Set<number>();
  readonly #outbox: Array<{ readonly id: number; readonly text: string }> = [];
  /** Whose the events of a topic are, from the answer to the request on. */
  readonly #owners = new Map<string, Subscription>();
  /** The latest time of the service's clock that was seen. */
  #serverMs: number;
  #lastId = 0;

  constructor(options: ConversationOptions) {
    this.#options = options;
    this.#serverMs = Date.parse(options.hello.serverTime);
  }

  /** Subscribes to what an iterator still wants. */
  ask(subscription: Subscription): void {
    this.#subscriptions.add(subscription);
    for (const request of subscription.connected(this.#serverMs)) {
      this.#asked.set(this.#queue("subscribe", subscription, request), subscription);
    }
    this.#send();
  }

  /** Unsubscribes an iterator. What still comes for it is not heard by the next one. */
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

  /** Takes what the service sends after its greeting. */
  take(frame: Frame): void {
    if (frame.type === "feed") {
      for (const one of this.#subscriptions) one.takeFeed(frame);
      return;
    }
    for (const one of this.#subscriptions) one.settle(this.#options.hello.serverTime);
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
    while (this.#unanswered.size < UNANSWERED_MAX) {
      const next = this.#outbox.shift();
      if (next === undefined) return;
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

  /** It may come long after the request was agreed to: the service could not go on with it. */
  #refused({ id, error, code, hint }: ErrorFrame): void {
    this.#answered(id);
    const subscription = this.#asked.get(Number(id));
    if (subscription === undefined) return;
    if (PASSING_CODES.has(code)) return this.#options.spoilt(`The service failed: ${error}`);
    subscription.fail(new StreamRejected({ error, code, hint }));
  }
}
