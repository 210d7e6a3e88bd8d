/**
 * A connection that reconnects by itself, and the subscriptions that share it.
 *
 * Two subscriptions with a common topic cannot share a connection: the service sends a topic once
 * per connection, and each subscription has its own position in it.
 *
 * @module
 */
import { StreamRejected } from "../failure.ts";
import type { HelloFrame } from "./frame.ts";
import { watchLiveness } from "./liveness.ts";
import { type Parse, parseFrame } from "./parse_frame.ts";
import { type Conversation, startConversation } from "./conversation.ts";
import type { Subscription } from "./subscription.ts";
import { clockMs, retryDelayMs, type Timing } from "./timing.ts";

/** The state of a connection that reconnects. */
export type ConnectionState =
  | { readonly state: "connecting" }
  /** `serverTime` is the service's clock, ISO 8601. */
  | { readonly state: "open"; readonly serverTime: string }
  /** The connection broke or an attempt failed; the next attempt follows in `retryMs`. */
  | { readonly state: "reconnecting"; readonly reason: string; readonly retryMs: number }
  | { readonly state: "closed" };

/** A connection that closes when its last subscription is removed. */
export interface Connection {
  /** Empty once it has closed. */
  readonly subscriptions: ReadonlySet<Subscription>;
  readonly add: (subscription: Subscription) => void;
  readonly remove: (subscription: Subscription) => void;
  /** A loop waits for its next event. */
  readonly idle: () => void;
}

/** The protocol version that this client supports. */
const PROTOCOL = 1;

/** The code with which a replay closes at its end: nothing more will come. */
const CLOSE_OVER = 4000;

/** Returns a connection that begins to connect. */
export function openConnection(
  address: string,
  { timing, parse, isLockstep, onState }: {
    readonly timing: Timing;
    readonly parse: Parse | undefined;
    readonly isLockstep: boolean;
    readonly onState: (state: ConnectionState) => void;
  },
): Connection {
  const subscriptions = new Set<Subscription>();
  /** Failed attempts in a row, and connections in a row that ended by a fault of the service. */
  let failed = 0;
  let faults = 0;
  let socket: WebSocket;
  /** Set from `hello` until the socket ends. */
  let conversation: Conversation | undefined;
  /** How many frames came over the socket. */
  let received = 0;
  /** Runs until `hello` comes, then until the next check, and then until the next attempt. */
  let timer: ReturnType<typeof setTimeout>;

  function close(): void {
    clearTimeout(timer);
    conversation?.end();
    conversation = undefined;
    socket.onmessage = socket.onerror = socket.onclose = null;
    socket.close();
  }

  /** A socket that is closing drops the text: the next one asks again. */
  const send = (text: string) => socket.send(text);
  const ping = () => send(`{"op":"ping"}`);

  function connect(): void {
    let openedMs = Infinity;
    const liveness = watchLiveness(timing, { openedMs: clockMs(), ping });

    /** Replaces the socket. `isFault`: the service violated the protocol or failed. */
    function fail(reason: string, isFault = false): void {
      close();
      // Back off also from a service that accepts connections and then fails on each of them.
      const wasLong = clockMs() - openedMs > timing.retryMsMax;
      faults = isFault && !wasLong ? faults + 1 : 0;
      failed = Math.max(failed, faults);
      const retryMs = retryDelayMs(failed++, timing, Math.random());
      onState({ state: "reconnecting", reason, retryMs: Math.round(retryMs) });
      timer = setTimeout(connect, retryMs);
    }
    const fault = (reason: string) => fail(reason, true);

    function check(): void {
      const waitMs = liveness.check(clockMs());
      if (waitMs > 0) timer = setTimeout(check, waitMs);
      else fail(`Nothing received for ${timing.silenceMs} ms`);
    }

    function begin(hello: HelloFrame): void {
      openedMs = clockMs();
      clearTimeout(timer);
      check();
      if (hello.protocol !== PROTOCOL) {
        const error = `Cannot use version ${hello.protocol} of the stream's protocol`;
        const refusal = new StreamRejected({
          error,
          code: "protocol",
          hint: "Update this client",
        });
        for (const one of subscriptions) one.finish(refusal);
        return;
      }
      onState({ state: "open", serverTime: hello.serverTime });
      conversation = startConversation({
        hello,
        subscriptions,
        send,
        isLockstep,
        onFault: fault,
      });
    }

    received = 0;
    socket = new WebSocket(address);
    timer = setTimeout(
      () => fail(`Not connected within ${timing.connectTimeoutMs} ms`),
      timing.connectTimeoutMs,
    );
    socket.onmessage = ({ data }) => {
      liveness.received(clockMs());
      received += 1;
      const frame = parseFrame(data, parse);
      if (!frame) return conversation?.acknowledge(received);
      if (typeof frame === "string") return fault(`Malformed: ${frame}`);
      if ((frame.type === "hello") === (conversation !== undefined)) {
        return fault("Malformed: hello must come first, and once");
      }
      if (frame.type === "hello") return begin(frame);
      failed = 0;
      conversation?.take(frame);
      conversation?.acknowledge(received);
    };
    // The service refuses with an HTTP response, which browsers hide from the page.
    socket.onerror = (event) => {
      const { message } = event as { readonly message?: string };
      const what = conversation ? "The connection broke" : "Cannot connect, or was refused";
      fail(message ? `${what}: ${message}` : what);
    };
    socket.onclose = ({ code, reason }) => {
      if (code !== CLOSE_OVER) return fail(`Closed with ${code}${reason && `: ${reason}`}`);
      for (const one of subscriptions) one.finish();
    };
  }

  onState({ state: "connecting" });
  connect();
  return {
    subscriptions,
    add: (subscription) => {
      subscriptions.add(subscription);
      conversation?.ask(subscription);
    },
    remove: (subscription) => {
      if (!subscriptions.delete(subscription)) return;
      if (subscriptions.size > 0) {
        conversation?.leave(subscription);
        return conversation?.acknowledge(received);
      }
      close();
      onState({ state: "closed" });
    },
    idle: () => conversation?.acknowledge(received),
  };
}
