/**
 * The schemas of the frames that greet and answer a client of the stream.
 *
 * @module
 */
import { t } from "elysia";
import { CodedError } from "../edge/answer/wire_error.ts";
import { STREAM_LIMITS } from "./stream_limits.ts";
import {
  AnswerIdWire,
  ChannelWire,
  declareFrame,
  OrdersTopicWire,
  TopicWire,
} from "./wire_frame.ts";
import { IsoWire } from "../wire/answer.ts";
import { strict } from "../wire/kind.ts";
import { WALLET_ID_EXAMPLE } from "../wire/order_id.ts";
import { whole } from "../wire/number.ts";

/** The version of this protocol; every breaking change raises it. */
export const PROTOCOL = 1;

const LIMITS = strict({
  connectionsPerIp: whole({ description: "Maximum sockets per client address" }),
  messageBytes: whole({ description: "Maximum bytes of a client's message" }),
  messagesPerSec: whole({ description: "Messages that a socket may send each second" }),
  messageBurst: whole({ description: "Messages that a socket may send at once" }),
  topics: whole({ description: "Maximum topics per socket" }),
  replaysPerIp: whole({
    description: "Sockets of a client address that replay at the same time; others wait",
  }),
  replayWindows: whole({ description: "Windows, or seconds, of a topic that `since` can replay" }),
  replayGames: whole({ description: "Games of a topic that `since` can replay" }),
  replayFrames: whole({ description: "Frames of a wallet that `since` can replay" }),
}, { description: "The limits of this client" });

/** The greeting. */
export const HELLO = declareFrame({
  name: "hello",
  summary: "The greeting, once and first",
  description: "The protocol version and the limits",
  fields: {
    type: t.Literal("hello"),
    protocol: t.Literal(PROTOCOL, { description: "Version of these frames" }),
    serverTime: { ...IsoWire, description: "The service's clock" },
    lockstep: t.Optional(t.Literal(true, {
      description: "In a replay whose clock waits for what a client with `ack` has not " +
        "acknowledged; else left out",
    })),
    limits: LIMITS,
  },
  examples: {
    "the greeting": {
      type: "hello",
      protocol: PROTOCOL,
      serverTime: "2026-01-01T00:00:00.000Z",
      limits: STREAM_LIMITS,
    },
    "in a replay": {
      type: "hello",
      protocol: PROTOCOL,
      serverTime: "2026-01-01T00:00:00.000Z",
      lockstep: true,
      limits: STREAM_LIMITS,
    },
  },
});

const TOPICS_FIELDS = {
  id: AnswerIdWire,
  channel: ChannelWire,
  topics: t.Array(TopicWire, { description: "The topics of the request" }),
};

/** Confirms a subscription. */
export const SUBSCRIBED = declareFrame({
  name: "subscribed",
  summary: "The topics of a `subscribe`",
  description: "Comes before the replay or the current values of those topics",
  fields: {
    type: t.Literal("subscribed"),
    ...TOPICS_FIELDS,
    seq: t.Optional(whole({
      description: "With `games` only: the number up to which every game was published. All " +
        "later changes, in any league, have a greater one",
    })),
    seqs: t.Optional(t.Record(OrdersTopicWire, whole({ description: "The last `seq`" }), {
      description: "With `orders` only: the last `seq` of each topic, after which it goes on",
    })),
  },
  examples: {
    "one topic": { type: "subscribed", id: 1, channel: "targets", topics: ["targets:btc:5min"] },
    "a league": {
      type: "subscribed",
      id: 6,
      channel: "games",
      topics: ["games:nba"],
      seq: 48_213_700_002,
    },
    "a wallet": {
      type: "subscribed",
      id: 8,
      channel: "orders",
      topics: [`orders:${WALLET_ID_EXAMPLE}`],
      seqs: { [`orders:${WALLET_ID_EXAMPLE}`]: 41 },
    },
  },
});

/** Confirms the end of subscriptions. */
export const UNSUBSCRIBED = declareFrame({
  name: "unsubscribed",
  summary: "The topics of an `unsubscribe`",
  description: "Nothing of those topics comes after it",
  fields: { type: t.Literal("unsubscribed"), ...TOPICS_FIELDS },
  examples: {
    "one topic": { type: "unsubscribed", id: 3, channel: "targets", topics: ["targets:btc:5min"] },
  },
});

const { reason: _ofOrders, ...REFUSED } = CodedError.properties;

/** Refuses a message. */
export const ERROR = declareFrame({
  name: "error",
  summary: "A message was refused; the socket stays open, except after too many messages",
  description: "The fields of the coded family of errors. Without `id` if none could be read",
  fields: { type: t.Literal("error"), id: AnswerIdWire, ...REFUSED },
  examples: {
    "an unknown asset": {
      type: "error",
      id: 1,
      error: 'Cannot use asset "xyz"',
      code: "bad_request",
      hint: "Use one of btc, eth, sol, xrp, hype, doge, bnb",
    },
    "too many messages": {
      type: "error",
      error: "Cannot take more than 30 messages a second, or 60 at once",
      code: "rate_limited",
      hint: "Name several topics in one message; connect again, and send more slowly",
    },
  },
});

/** Answers a ping. */
export const PONG = declareFrame({
  name: "pong",
  summary: "The answer to `ping`",
  description: "The socket works both ways",
  fields: { type: t.Literal("pong"), id: AnswerIdWire },
  examples: { "a pong": { type: "pong", id: 5 } },
});
