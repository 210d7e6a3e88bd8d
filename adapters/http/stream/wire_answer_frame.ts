/**
 * The frames that greet a client of the stream and answer it.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { CODES } from "../refusal.ts";
import { PROTOCOL } from "./server_frame.ts";
import { STREAM_LIMITS } from "./stream_limits.ts";
import { AnswerIdWire, ChannelWire, declareFrame, frameSchema, TopicWire } from "./wire_frame.ts";
import { IsoWire, wordSchema } from "../wire_target.ts";

const LIMITS = Type.Object({
  connectionsPerIp: Type.Integer({ description: "Sockets that one client address may have" }),
  messageBytes: Type.Integer({ description: "Bytes that a client's message may have" }),
  topics: Type.Integer({ description: "Topics that one socket may have" }),
  replayWindows: Type.Integer({
    description: "Windows, or seconds, of a topic that `since` can bring back",
  }),
  replayGames: Type.Integer({ description: "Games of a topic that `since` can bring back" }),
}, { additionalProperties: false, description: "What this client may have" });

/** The greeting. */
export const HELLO = declareFrame({
  name: "hello",
  summary: "The greeting, once and first",
  schema: frameSchema("HelloFrame", {
    type: Type.Literal("hello"),
    protocol: Type.Literal(PROTOCOL, { description: "Version of these frames" }),
    serverTime: { ...IsoWire, description: "The service's clock" },
    limits: LIMITS,
  }, "Who speaks, and what it allows"),
  examples: {
    "the greeting": {
      type: "hello",
      protocol: PROTOCOL,
      serverTime: "2026-01-01T00:00:00.000Z",
      limits: STREAM_LIMITS,
    },
  },
});

const TOPICS_FIELDS = {
  id: AnswerIdWire,
  channel: ChannelWire,
  topics: Type.Array(TopicWire, { description: "Those the request named" }),
};

/** Says which topics a request has brought. */
export const SUBSCRIBED = declareFrame({
  name: "subscribed",
  summary: "The topics that `subscribe` asked for",
  schema: frameSchema(
    "SubscribedFrame",
    {
      type: Type.Literal("subscribed"),
      ...TOPICS_FIELDS,
      seq: Type.Optional(Type.Integer({
        description: "With `games` only: the number up to which every game was told. Whatever " +
          "changes from now on, in any league, has a greater one",
      })),
    },
    "Comes before the replay or the current values of those topics",
  ),
  examples: {
    "one topic": {
      type: "subscribed",
      id: 1,
      channel: "targets",
      topics: ["targets:btc:5min"],
    },
    "a league": {
      type: "subscribed",
      id: 6,
      channel: "games",
      topics: ["games:nba"],
      seq: 48_213_700_002,
    },
  },
});

/** Says which topics a request has ended. */
export const UNSUBSCRIBED = declareFrame({
  name: "unsubscribed",
  summary: "The topics that `unsubscribe` gave up",
  schema: frameSchema(
    "UnsubscribedFrame",
    { type: Type.Literal("unsubscribed"), ...TOPICS_FIELDS },
    "Nothing of those topics comes after it",
  ),
  examples: {
    "one topic": { type: "unsubscribed", id: 3, channel: "targets", topics: ["targets:btc:5min"] },
  },
});

/** Refuses a message. */
export const ERROR = declareFrame({
  name: "error",
  summary: "A message that could not be used; the socket lives on",
  schema: frameSchema("ErrorFrame", {
    type: Type.Literal("error"),
    id: AnswerIdWire,
    error: Type.String({ description: "What could not be done, in one sentence" }),
    code: wordSchema(CODES, { description: "A stable name to decide by" }),
    hint: Type.Optional(Type.String({ description: "What to do about it" })),
  }, "The fields of the coded family of errors. Without `id` where none could be read"),
  examples: {
    "an unknown asset": {
      type: "error",
      id: 1,
      error: 'Cannot use asset "xyz"',
      code: "bad_request",
      hint: "Use one of btc, eth, sol, xrp, hype, doge, bnb",
    },
  },
});

/** Answers a ping. */
export const PONG = declareFrame({
  name: "pong",
  summary: "The answer to `ping`",
  schema: frameSchema(
    "PongFrame",
    { type: Type.Literal("pong"), id: AnswerIdWire },
    "The socket works both ways",
  ),
  examples: { "a pong": { type: "pong", id: 5 } },
});
