/**
 * One WebSocket of a client: its subscriptions, and questions in the way of `/info`.
 *
 * @module
 */
import { type Answer } from "../answer.ts";
import { type SandboxClock } from "../clock.ts";
import { type SimulatorSocket, type SocketSession } from "../simulator.ts";
import { type InfoDesk } from "./info_calls.ts";
import { fieldsOf } from "./listed_outcome.ts";
import { startSilenceLimit } from "./silence_limit.ts";
import { readSocketMessage, type Subscription, type Topic } from "./socket_message.ts";
import { type VenueBeat } from "./venue_beat.ts";

/** What all sockets have in common. */
export interface SocketSurroundings {
  readonly clock: SandboxClock;
  readonly desk: InfoDesk;
  readonly beat: VenueBeat;
  /** Answers a body of `/info`, and counts it. */
  readonly ask: (client: string, body: unknown) => Answer;
}

/** What one client may do, whichever of its sockets it uses. */
export interface ClientLimits {
  readonly client: string;
  /** Counts a message. False where it is one too many. */
  mayTalk(): boolean;
  /** Counts a subscription. False where it is one too many. */
  maySubscribe(): boolean;
  unsubscribed(count: number): void;
}

/**
 * The first frame of every socket, and the only one that is no JSON: clients must get past it.
 * Source: the venue's own client, which passes it over.
 */
const GREETING = "Websocket connection established.";

const POLICY = 1008;
const TOO_MANY_MESSAGES = "Too many messages";

/** Signed actions are not simulated. */
const NO_ACTION = { type: "error", payload: "422 Only info is answered here" };

/** Begins without a subscription. */
export function makeVenueSession(
  socket: SimulatorSocket,
  { clock, desk, beat, ask, limits }: SocketSurroundings & { readonly limits: ClientLimits },
): SocketSession {
  const open = new Map<string, Topic>();
  const silence = startSilenceLimit(socket);
  let isGone = false;
  const send = (frame: object) => {
    if (isGone) return;
    silence.broken();
    socket.send(JSON.stringify(frame));
  };
  const sendError = (data: string) => send({ channel: "error", data });
  const sendNow = (topic: Topic) => {
    const nowMs = clock.nowMs();
    if (topic.type === "allMids") {
      send({ channel: "allMids", data: { mids: desk.mids(nowMs) } });
    } else if (topic.type === "l2Book") {
      const data = desk.book(topic.coin, topic.grouping, nowMs);
      if (data !== null) send({ channel: "l2Book", data });
    }
  };
  const listener = {
    listingChanged(data: unknown) {
      if (open.has("outcomeMetaUpdates")) send({ channel: "outcomeMetaUpdates", data });
    },
    pricesMoved() {
      for (const topic of open.values()) sendNow(topic);
    },
  };
  socket.send(GREETING);
  const confirm = (method: string, { echo }: Subscription) =>
    send({ channel: "subscriptionResponse", data: { method, subscription: echo } });
  const subscribe = (subscription: Subscription) => {
    // What happened until now is for those who were there. A frame of it may cut this socket.
    beat.look();
    if (isGone) return;
    const { key, topic, echo } = subscription;
    const text = JSON.stringify(echo);
    if (open.has(key)) return sendError(`Already subscribed: ${text}`);
    if (!limits.maySubscribe()) return sendError(`Invalid subscription ${text}: too many`);
    open.set(key, topic);
    beat.join(listener);
    confirm("subscribe", subscription);
    sendNow(topic);
  };
  const unsubscribe = (subscription: Subscription) => {
    if (!open.delete(subscription.key)) {
      return sendError(`Already unsubscribed: ${JSON.stringify(subscription.echo)}`);
    }
    limits.unsubscribed(1);
    if (open.size === 0) beat.leave(listener);
    confirm("unsubscribe", subscription);
  };
  return {
    message(text) {
      if (!limits.mayTalk()) return socket.close(POLICY, TOO_MANY_MESSAGES);
      const message = readSocketMessage(text);
      switch (message.method) {
        case "ping":
          return send({ channel: "pong" });
        case "subscribe":
          return subscribe(message.subscription);
        case "unsubscribe":
          return unsubscribe(message.subscription);
        case "post": {
          const { id, type, body } = message;
          const response = type === "info" ? responseOf(body, ask(limits.client, body)) : NO_ACTION;
          return send({ channel: "post", data: { id, response } });
        }
        case "wrong":
          return sendError(message.error);
      }
    },
    closed() {
      isGone = true;
      silence.stop();
      limits.unsubscribed(open.size);
      beat.leave(listener);
    },
  };
}

/** An answer of `/info` as a socket has it. */
function responseOf(body: unknown, { status, body: data }: Answer): object {
  if (status === 200) return { type: "info", payload: { type: fieldsOf(body).get("type"), data } };
  const why = status === 429 ? "Too Many Requests" : String(data);
  return { type: "error", payload: `${status} ${why}` };
}
