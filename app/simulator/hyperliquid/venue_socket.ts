/**
 * One WebSocket of a client: its subscriptions, and its `/info` requests.
 *
 * @module
 */
import { type Answer } from "../kit/answer.ts";
import { type SandboxClock } from "../kit/clock.ts";
import { fieldsOf } from "../kit/json.ts";
import { type SimulatorSocket, type SocketSession } from "../kit/simulator.ts";
import { type InfoState } from "./info_calls.ts";
import { startSilenceLimit } from "./silence_limit.ts";
import { readSocketMessage, type Subscription, type Topic } from "./socket_message.ts";
import { type VenuePublisher } from "./venue_publisher.ts";

/** The parts that all sockets share. */
export interface SocketContext {
  readonly clock: SandboxClock;
  readonly state: InfoState;
  readonly publisher: VenuePublisher;
  /** Answers and counts a body of `/info`. */
  readonly ask: (client: string, body: unknown) => Answer;
}

/** The limits of one client, over all its sockets. */
export interface ClientLimits {
  readonly client: string;
  /** Counts a message. Returns false above the limit. */
  mayTalk(): boolean;
  /** Counts a subscription. Returns false above the limit. */
  maySubscribe(): boolean;
  unsubscribed(count: number): void;
}

/**
 * The first frame of every socket, and the only one that is not JSON: clients must skip it. Source:
 * the venue's own client, which skips it.
 */
const GREETING = "Websocket connection established.";

const POLICY = 1008;
const TOO_MANY_MESSAGES = "Too many messages";

/** Signed actions are not simulated. */
const NO_ACTION = { type: "error", payload: "422 Only info is answered here" };

/** Makes a session without subscriptions. */
export function makeVenueSession(
  socket: SimulatorSocket,
  { clock, state, publisher, ask, limits }: SocketContext & { readonly limits: ClientLimits },
): SocketSession {
  const topics = new Map<string, Topic>();
  const silence = startSilenceLimit(socket);
  let isGone = false;
  const send = (frame: object) => {
    if (isGone) return;
    silence.restart();
    socket.send(JSON.stringify(frame));
  };
  const sendError = (data: string) => send({ channel: "error", data });
  const sendNow = (topic: Topic) => {
    const nowMs = clock.nowMs();
    if (topic.type === "allMids") {
      send({ channel: "allMids", data: { mids: state.mids(nowMs) } });
    } else if (topic.type === "l2Book") {
      const data = state.book(topic.coin, topic.grouping, nowMs);
      if (data !== null) send({ channel: "l2Book", data });
    }
  };
  const listener = {
    listingChanged(data: unknown) {
      if (topics.has("outcomeMetaUpdates")) send({ channel: "outcomeMetaUpdates", data });
    },
    pricesMoved() {
      for (const topic of topics.values()) sendNow(topic);
    },
  };
  socket.send(GREETING);
  const confirm = (method: string, { echo }: Subscription) =>
    send({ channel: "subscriptionResponse", data: { method, subscription: echo } });
  const subscribe = (subscription: Subscription) => {
    // Earlier changes go only to existing subscribers. A frame of them may cut this socket.
    publisher.publish();
    if (isGone) return;
    const { key, topic, echo } = subscription;
    const text = JSON.stringify(echo);
    if (topics.has(key)) return sendError(`Already subscribed: ${text}`);
    if (!limits.maySubscribe()) return sendError(`Invalid subscription ${text}: too many`);
    topics.set(key, topic);
    publisher.join(listener);
    confirm("subscribe", subscription);
    sendNow(topic);
  };
  const unsubscribe = (subscription: Subscription) => {
    if (!topics.delete(subscription.key)) {
      return sendError(`Already unsubscribed: ${JSON.stringify(subscription.echo)}`);
    }
    limits.unsubscribed(1);
    if (topics.size === 0) publisher.leave(listener);
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
      limits.unsubscribed(topics.size);
      publisher.leave(listener);
    },
  };
}

/** Wraps an answer of `/info` for a socket. */
function responseOf(body: unknown, { status, body: data }: Answer): object {
  if (status === 200) return { type: "info", payload: { type: fieldsOf(body).get("type"), data } };
  const why = status === 429 ? "Too Many Requests" : String(data);
  return { type: "error", payload: `${status} ${why}` };
}
