/**
 * One WebSocket of a client: its subscriptions, and its `/info` requests.
 *
 * @module
 */
import { type SandboxClock } from "../kit/clock.ts";
import { type SimulatorSocket, type SocketConversation } from "../kit/simulator.ts";
import { type InfoState } from "./info_calls.ts";
import { startSilenceLimit } from "./silence_limit.ts";
import { readSocketMessage, type Subscription, type Topic } from "./socket_message.ts";
import { type VenuePublisher } from "./venue_publisher.ts";

/** The parts that all sockets share. */
export interface SocketContext {
  readonly clock: SandboxClock;
  readonly state: InfoState;
  readonly publisher: VenuePublisher;
  /** Counts a message of the client, over all its sockets. Returns false above the limit. */
  readonly mayTalk: () => boolean;
}

/**
 * The first frame of every socket, and the only one that is not JSON: clients must skip it. Source:
 * the venue's own client, which skips it.
 */
const GREETING = "Websocket connection established.";

const POLICY = 1008;
const TOO_MANY_MESSAGES = "Too many messages";

/** Makes a conversation without subscriptions. */
export function makeVenueConversation(
  socket: SimulatorSocket,
  { clock, state, publisher, mayTalk }: SocketContext,
): SocketConversation {
  const topics = new Set<Topic>();
  const silence = startSilenceLimit(socket);
  let isGone = false;
  const send = (frame: object) => {
    if (isGone) return;
    silence.restart();
    socket.send(JSON.stringify(frame));
  };
  const sendError = (data: string) => send({ channel: "error", data });
  const sendNow = (topic: Topic) => {
    if (topic !== "allMids") return;
    send({ channel: "allMids", data: { mids: state.mids(clock.nowMs()) } });
  };
  const listener = {
    listingChanged(data: unknown) {
      if (topics.has("outcomeMetaUpdates")) send({ channel: "outcomeMetaUpdates", data });
    },
    pricesMoved() {
      for (const topic of topics) sendNow(topic);
    },
  };
  socket.send(GREETING);
  const confirm = (method: string, { echo }: Subscription) =>
    send({ channel: "subscriptionResponse", data: { method, subscription: echo } });
  const subscribe = (subscription: Subscription) => {
    // Earlier changes go only to existing subscribers. A frame of them may cut this socket.
    publisher.publish();
    if (isGone) return;
    const { topic, echo } = subscription;
    if (topics.has(topic)) return sendError(`Already subscribed: ${JSON.stringify(echo)}`);
    topics.add(topic);
    publisher.join(listener);
    confirm("subscribe", subscription);
    sendNow(topic);
  };
  const unsubscribe = (subscription: Subscription) => {
    if (!topics.delete(subscription.topic)) {
      return sendError(`Already unsubscribed: ${JSON.stringify(subscription.echo)}`);
    }
    if (topics.size === 0) publisher.leave(listener);
    confirm("unsubscribe", subscription);
  };
  return {
    message(text) {
      if (!mayTalk()) return socket.close(POLICY, TOO_MANY_MESSAGES);
      const message = readSocketMessage(text);
      switch (message.method) {
        case "ping":
          return send({ channel: "pong" });
        case "subscribe":
          return subscribe(message.subscription);
        case "unsubscribe":
          return unsubscribe(message.subscription);
        case "wrong":
          return sendError(message.error);
      }
    },
    closed() {
      isGone = true;
      silence.stop();
      publisher.leave(listener);
    },
  };
}
