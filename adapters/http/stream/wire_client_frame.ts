/**
 * The schemas of the frames that a client of the stream sends.
 *
 * @module
 */
import { t } from "elysia";
import { Whole } from "../wire/number.ts";
import { WALLET_ID_EXAMPLE } from "../wire/order_id.ts";
import { Bool } from "../wire/text.ts";
import { declareFrame, RequestIdWire } from "./wire_frame.ts";
import {
  GAME_TOPICS,
  ORDER_TOPICS,
  SINCE_FRAME,
  SINCE_GAME,
  SINCE_INSTANT,
  SPOT_TOPICS,
  TARGET_TOPICS,
  TWAP_TOPICS,
  WINDOWS_TOPICS,
} from "./wire_topic.ts";

const AckWire = t.Optional(Bool({
  description: "Whether the clock of a replay waits until this client has acknowledged what it " +
    "is sent; for the whole socket, from the first such message on. It changes nothing elsewhere",
  examples: [true],
  hint: "Send true, or leave it out",
}));

const LegsWire = t.Optional(Bool({
  description: "Whether windows come with `legs` and `basis`: the same window at other venues. " +
    "Then each change of a leg is a frame too. Subscribing again with another value changes it",
  examples: [true],
  hint: "Send true, or leave it out",
}));

const SUBSCRIBE = { op: t.Literal("subscribe"), id: RequestIdWire, ack: AckWire };

/** Frames that subscribe to topics. */
export const SUBSCRIBE_FRAMES = [
  declareFrame({
    name: "subscribeWindows",
    summary: "Follow windows: market, target, prices and end, roll after roll",
    description: "Every pair of an asset and an interval named is a topic, for ever: the next " +
      "window follows the open one. With `since`, the start of a window, come those that ended " +
      "after it, at most 288",
    fields: { ...SUBSCRIBE, ...WINDOWS_TOPICS, legs: LegsWire, since: SINCE_INSTANT },
    examples: {
      "one series, from now on": {
        op: "subscribe",
        id: 12,
        channel: "windows",
        assets: ["btc"],
        intervals: ["5min"],
      },
      "with the same window at other venues": {
        op: "subscribe",
        channel: "windows",
        assets: ["btc"],
        intervals: ["15min"],
        legs: true,
      },
      "again after an interruption": {
        op: "subscribe",
        channel: "windows",
        assets: ["btc"],
        intervals: ["5min"],
        since: 1_767_225_600,
      },
    },
  }),
  declareFrame({
    name: "subscribeTargets",
    summary: "Subscribe to the targets of windows as they open",
    description: "Every pair of an asset and an interval named is a topic",
    fields: { ...SUBSCRIBE, ...TARGET_TOPICS, since: SINCE_INSTANT },
    examples: {
      "one topic, from now on": {
        op: "subscribe",
        id: 1,
        channel: "targets",
        assets: ["btc"],
        intervals: ["5min"],
      },
      "again after an interruption": {
        op: "subscribe",
        id: "again",
        channel: "targets",
        assets: ["btc", "eth"],
        intervals: ["5min", "15min"],
        since: 1_767_225_600,
      },
      "every target": { op: "subscribe", channel: "targets" },
    },
  }),
  declareFrame({
    name: "subscribeTwap",
    summary: "Subscribe to the oracle's averages, one a second",
    description: "Every pair of an asset and a window named is a topic",
    fields: { ...SUBSCRIBE, ...TWAP_TOPICS, since: SINCE_INSTANT },
    examples: {
      "one asset": { op: "subscribe", id: 2, channel: "twap", assets: ["btc"], windows: [60] },
      "both averages of one asset": {
        op: "subscribe",
        channel: "twap",
        assets: ["btc"],
        windows: [30, 60],
      },
      "again after an interruption": {
        op: "subscribe",
        channel: "twap",
        assets: ["btc"],
        since: 1_767_225_601,
      },
    },
  }),
  declareFrame({
    name: "subscribeSpot",
    summary: "Subscribe to the exchange's newest trades",
    description: "Every asset named is a topic. There is no `since`: only the newest trade counts",
    fields: { ...SUBSCRIBE, ...SPOT_TOPICS },
    examples: {
      "two assets": { op: "subscribe", id: 10, channel: "spot", assets: ["btc", "eth"] },
    },
  }),
  declareFrame({
    name: "subscribeGames",
    summary: "Subscribe to games as they change",
    description: "Every league named is a topic. Answered once the key is checked",
    fields: { ...SUBSCRIBE, ...GAME_TOPICS, since: SINCE_GAME },
    examples: {
      "one league, from now on": {
        op: "subscribe",
        id: 6,
        channel: "games",
        key: "sk_live_...",
        leagues: ["nba"],
      },
      "again after an interruption": {
        op: "subscribe",
        channel: "games",
        key: "sk_live_...",
        leagues: ["nba", "nhl"],
        since: 48_213_700_002,
      },
    },
  }),
  declareFrame({
    name: "subscribeOrders",
    summary: "Subscribe to the orders and fills of your wallets as they change",
    description: "Every wallet named is a topic. Answered once the key is checked",
    fields: { ...SUBSCRIBE, ...ORDER_TOPICS, since: SINCE_FRAME },
    examples: {
      "one wallet, from now on": {
        op: "subscribe",
        id: 8,
        channel: "orders",
        key: "sk_live_...",
        wallets: [WALLET_ID_EXAMPLE],
      },
      "again after an interruption": {
        op: "subscribe",
        channel: "orders",
        key: "sk_live_...",
        wallets: [WALLET_ID_EXAMPLE],
        since: 41,
      },
    },
  }),
] as const;

const UNSUBSCRIBE = { op: t.Literal("unsubscribe"), id: RequestIdWire };

/** Frames that unsubscribe from topics. */
export const UNSUBSCRIBE_FRAMES = [
  declareFrame({
    name: "unsubscribeWindows",
    summary: "Unsubscribe from windows",
    description: "What is left out means all, as in `subscribe`",
    fields: { ...UNSUBSCRIBE, ...WINDOWS_TOPICS },
    examples: {
      "one series": {
        op: "unsubscribe",
        id: 13,
        channel: "windows",
        assets: ["btc"],
        intervals: ["5min"],
      },
    },
  }),
  declareFrame({
    name: "unsubscribeTargets",
    summary: "Unsubscribe from targets",
    description: "What is left out means all, as in `subscribe`",
    fields: { ...UNSUBSCRIBE, ...TARGET_TOPICS },
    examples: {
      "one topic": {
        op: "unsubscribe",
        id: 3,
        channel: "targets",
        assets: ["btc"],
        intervals: ["5min"],
      },
      "every target": { op: "unsubscribe", channel: "targets" },
    },
  }),
  declareFrame({
    name: "unsubscribeTwap",
    summary: "Unsubscribe from averages",
    description: "What is left out means all, as in `subscribe`",
    fields: { ...UNSUBSCRIBE, ...TWAP_TOPICS },
    examples: {
      "one asset": { op: "unsubscribe", id: 4, channel: "twap", assets: ["btc"], windows: [60] },
    },
  }),
  declareFrame({
    name: "unsubscribeSpot",
    summary: "Unsubscribe from newest trades",
    description: "What is left out means all, as in `subscribe`",
    fields: { ...UNSUBSCRIBE, ...SPOT_TOPICS },
    examples: {
      "one asset": { op: "unsubscribe", id: 11, channel: "spot", assets: ["btc"] },
    },
  }),
  declareFrame({
    name: "unsubscribeGames",
    summary: "Unsubscribe from games",
    description: "What is left out means all, as in `subscribe`",
    fields: { ...UNSUBSCRIBE, ...GAME_TOPICS },
    examples: {
      "one league": { op: "unsubscribe", id: 7, channel: "games", leagues: ["nba"] },
    },
  }),
  declareFrame({
    name: "unsubscribeOrders",
    summary: "Unsubscribe from orders and fills",
    description: "Names the wallets, as `subscribe`",
    fields: { ...UNSUBSCRIBE, ...ORDER_TOPICS },
    examples: {
      "one wallet": { op: "unsubscribe", id: 9, channel: "orders", wallets: [WALLET_ID_EXAMPLE] },
    },
  }),
] as const;

/** Checks that the connection works. */
export const PING = declareFrame({
  name: "ping",
  summary: "Check that the connection works",
  description: "Answered by `pong`. The pings of the WebSocket protocol itself are answered too",
  fields: { op: t.Literal("ping"), id: RequestIdWire },
  examples: { "a ping": { op: "ping", id: 5 } },
});

/** The most frames that can be acknowledged. */
const FRAMES_MAX = 1e12;

/** Lets the clock of a replay go on. */
export const ACKNOWLEDGE = declareFrame({
  name: "acknowledge",
  summary: "Let the clock of a replay go on",
  description: "Has no answer, unless it is refused. The clock of a replay at the speed `max` " +
    "waits for it after a `subscribe` with `ack`. It changes nothing elsewhere",
  fields: {
    op: t.Literal("ack"),
    id: RequestIdWire,
    n: Whole({
      minimum: 1,
      maximum: FRAMES_MAX,
      description: "How many frames were received on this socket, `hello` included",
    }),
  },
  examples: { "three frames were read": { op: "ack", id: 14, n: 3 } },
});

/** Every frame, in the order in which refusals name the words that tell them apart. */
export const CLIENT_FRAMES = [
  ...SUBSCRIBE_FRAMES,
  ...UNSUBSCRIBE_FRAMES,
  PING,
  ACKNOWLEDGE,
] as const;
