/**
 * The state of one connection after `hello`: the requests sent on it, and which subscription gets
 * the events of each topic.
 *
 * @module
 */
import { StreamRejected } from "../failure.ts";
import type { Frame, HelloFrame } from "./frame.ts";
import { makeMessagePace } from "./message_pace.ts";
import { makeServiceClock } from "./service_clock.ts";
import type { Request } from "./request.ts";
import type { Subscription } from "./subscription.ts";
import { clockMs } from "./timing.ts";

/** Sends the requests of subscriptions and routes frames to them, while its connection lasts. */
export interface Conversation {
  /** Sends the requests for what a subscription still needs. */
  readonly ask: (subscription: Subscription) => void;
  /** Unsubscribes. Events that still arrive for it do not reach a later subscription. */
  readonly leave: (subscription: Subscription) => void;
  /** Handles a frame that came after `hello`. */
  readonly take: (frame: Frame) => void;
  /**
   * In lockstep: tells the service how many frames were received, once every loop has done with its
   * events.
   */
  readonly acknowledge: (received: number) => void;
  /** Call it when the connection has ended: what was not sent is dropped. */
  readonly end: () => void;
}

/** What a conversation needs from its connection. */
export interface ConversationOptions {
  readonly hello: HelloFrame;
  /** Those of the connection, which removes one before the conversation leaves it. */
  readonly subscriptions: ReadonlySet<Subscription>;
  readonly send: (text: string) => void;
  /** Whether a replay's clock shall wait for the loops. Default: no. */
  readonly isLockstep?: boolean;
  /** Called when the service failed, so that the connection must be replaced. */
  readonly onFault: (reason: string) => void;
}

/** Limits the unanswered requests on a connection, so that a busy service is not flooded. */
const UNANSWERED_MAX = 16;
/** Error codes that do not blame the request: it may succeed on another connection. */
const TRANSIENT_CODES: ReadonlyArray<string> = ["internal", "unavailable", "rate_limited"];
/** Error codes of a key that was valid, and is not any more: they come without an id. */
const KEY_CODES: ReadonlyArray<string> = ["unauthorized", "forbidden"];

/** Returns the conversation of a connection, and requests what its subscriptions need. */
export function startConversation(
  { hello, subscriptions, send, isLockstep = false, onFault }: ConversationOptions,
): Conversation {
  /** Subscriptions by the id of their request. */
  const asked = new Map<number, Subscription>();
  const unanswered = new Set<number>();
  const outbox: Array<Request & { readonly id: number }> = [];
  /** Subscriptions by topic, from the answer to their request on. */
  const owners = new Map<string, Subscription>();
  const spend = makeMessagePace(hello.limits);
  const isWaitedFor = isLockstep && hello.lockstep === true;
  let acknowledged = 0;
  /** The latest time of the service's clock that was seen, in unix milliseconds. */
  let serverMs = Date.parse(hello.serverTime);
  const clock = makeServiceClock(serverMs);
  /** Runs while the next request waits for its turn. */
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastId = 0;

  function flush(): void {
    clearTimeout(timer);
    for (const request of outbox.slice(0, UNANSWERED_MAX - unanswered.size)) {
      const waitMs = spend(clockMs());
      if (waitMs > 0) {
        timer = setTimeout(flush, waitMs);
        return;
      }
      outbox.shift();
      unanswered.add(request.id);
      const ack = isWaitedFor && request.op === "subscribe" ? { ack: true } : {};
      send(JSON.stringify({ ...request, ...ack }));
    }
  }

  function ask(subscription: Subscription): void {
    subscription.feeds.disconnected();
    subscription.isLive = false;
    subscription.clock = clock;
    for (const request of subscription.resume.connected(serverMs)) {
      asked.set(++lastId, subscription);
      outbox.push({ ...request, id: lastId });
    }
    flush();
  }

  for (const one of subscriptions) ask(one);

  return {
    ask,
    leave: (subscription) => {
      // It stays the owner of its topics until another one gets them: it ignores their events.
      for (const [id, asker] of asked) if (asker === subscription) asked.delete(id);
      for (const request of subscription.resume.unsubscribing()) {
        outbox.push({ ...request, id: ++lastId });
      }
      flush();
    },
    take: (frame) => {
      for (const { feeds } of subscriptions) {
        if (frame.type === "feed") feeds.take(frame);
        else feeds.assumeHealthy(hello.serverTime);
      }
      if ("topic" in frame) {
        if (frame.type === "target") serverMs = Math.max(serverMs, Date.parse(frame.publishedAt));
        if (frame.type === "quote") clock.set(Date.parse(frame.at));
        owners.get(frame.topic)?.take(frame);
      }
      if (!("id" in frame)) {
        // It does not say whose key: who still has a valid one goes on after what it has.
        if (frame.type !== "error" || !KEY_CODES.includes(frame.code)) return;
        for (const one of subscriptions) if (one.resume.channel === "orders") ask(one);
        return;
      }
      const id = Number(frame.id);
      if (unanswered.delete(id)) flush();
      const subscription = asked.get(id);
      if (!subscription) return;
      if (frame.type === "subscribed") {
        for (const topic of subscription.subscribed(frame)) {
          owners.set(topic, subscription);
        }
      }
      // An error can arrive long after `subscribed`, when the service cannot continue.
      if (frame.type !== "error") return;
      if (TRANSIENT_CODES.includes(frame.code)) onFault(`The service failed: ${frame.error}`);
      else {
        const { error, code, hint } = frame;
        subscription.finish(new StreamRejected({ error, code, hint }));
      }
    },
    acknowledge: (received) => {
      if (!isWaitedFor || received <= acknowledged) return;
      for (const { events } of subscriptions) if (!events.isIdle()) return;
      acknowledged = received;
      send(JSON.stringify({ op: "ack", n: received }));
    },
    end: () => {
      clearTimeout(timer);
      for (const one of subscriptions) one.isLive = false;
    },
  };
}
