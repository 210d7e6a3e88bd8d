/**
 * The schemas of the frames that a client of the stream sends.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { INTERVAL_NAMES } from "../../../core/market/mod.ts";
import { TWAP_WINDOWS_SEC } from "../../../core/price/mod.ts";
import { EARLIEST_SEC } from "../../../core/time/mod.ts";
import { AssetWire } from "../wire/market.ts";
import { words } from "../wire/text.ts";
import { LeagueCodeWire } from "../game/wire_team.ts";
import { declareFrame, frameSchema, RequestIdWire } from "./wire_frame.ts";

const ASSETS_WIRE = Type.Optional(
  Type.Array(AssetWire, { minItems: 1, description: "In any case. Left out: all seven" }),
);

const TARGET_TOPICS = {
  channel: Type.Literal("targets", { description: "The targets of windows" }),
  assets: ASSETS_WIRE,
  intervals: Type.Optional(
    Type.Array(words(INTERVAL_NAMES), {
      minItems: 1,
      description: "Names or aliases, in any case. Left out: all five",
    }),
  ),
};

const TWAP_TOPICS = {
  channel: Type.Literal("twap", { description: "The oracle's time-weighted averages" }),
  assets: ASSETS_WIRE,
  windows: Type.Optional(
    Type.Array(Type.Union(TWAP_WINDOWS_SEC.map((windowSec) => Type.Literal(windowSec))), {
      minItems: 1,
      description: "Seconds averaged over. Left out: 60, which markets resolve on. A pair that " +
        "the oracle has no feed for is answered with a `gap` of the reason `no_feed`",
    }),
  ),
};

const GAME_TOPICS = {
  channel: Type.Literal("games", { description: "The changes of games" }),
  key: Type.Optional(Type.String({
    description: "An API key with the scope `read`. Left out: the last valid one of this " +
      "socket, which is checked again. `unsubscribe` needs none",
    examples: ["sk_live_..."],
  })),
  leagues: Type.Optional(
    Type.Array(LeagueCodeWire, { minItems: 1, description: "In any case. Left out: all of them" }),
  ),
};

const SINCE = Type.Optional(Type.Union([Type.Integer({ minimum: EARLIEST_SEC }), Type.String()], {
  description: "The last `seq` you have, or any past instant, in any timestamp format of the " +
    "HTTP API: everything after it is sent, in order. Left out: the current value is sent first",
}));

/** Subscribes to the targets of windows as they open. */
export const SUBSCRIBE_TARGETS = declareFrame({
  name: "subscribeTargets",
  summary: "Subscribe to the targets of windows as they open",
  schema: frameSchema("SubscribeTargetsFrame", {
    op: Type.Literal("subscribe"),
    id: RequestIdWire,
    ...TARGET_TOPICS,
    since: SINCE,
  }, "Every pair of an asset and an interval named is a topic"),
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
});

/** Subscribes to the oracle's averages as they are reported. */
export const SUBSCRIBE_TWAP = declareFrame({
  name: "subscribeTwap",
  summary: "Subscribe to the oracle's averages, one a second",
  schema: frameSchema("SubscribeTwapFrame", {
    op: Type.Literal("subscribe"),
    id: RequestIdWire,
    ...TWAP_TOPICS,
    since: SINCE,
  }, "Every pair of an asset and a window named is a topic"),
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
});

/** Subscribes to games as they change. */
export const SUBSCRIBE_GAMES = declareFrame({
  name: "subscribeGames",
  summary: "Subscribe to games as they change",
  schema: frameSchema("SubscribeGamesFrame", {
    op: Type.Literal("subscribe"),
    id: RequestIdWire,
    ...GAME_TOPICS,
    since: Type.Optional(Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: "The `seq` of the last game you received, or that of `subscribed`: every game " +
        "that has changed after it is sent, in order. Left out: only games are sent that change " +
        "from now on. It is a number, not a time",
    })),
  }, "Every league named is a topic. Answered once the key is checked"),
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
});

/** Unsubscribes from topics of targets. */
export const UNSUBSCRIBE_TARGETS = declareFrame({
  name: "unsubscribeTargets",
  summary: "Unsubscribe from targets",
  schema: frameSchema("UnsubscribeTargetsFrame", {
    op: Type.Literal("unsubscribe"),
    id: RequestIdWire,
    ...TARGET_TOPICS,
  }, "What is left out means all, as in `subscribe`"),
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
});

/** Unsubscribes from topics of averages. */
export const UNSUBSCRIBE_TWAP = declareFrame({
  name: "unsubscribeTwap",
  summary: "Unsubscribe from averages",
  schema: frameSchema("UnsubscribeTwapFrame", {
    op: Type.Literal("unsubscribe"),
    id: RequestIdWire,
    ...TWAP_TOPICS,
  }, "What is left out means all, as in `subscribe`"),
  examples: {
    "one asset": { op: "unsubscribe", id: 4, channel: "twap", assets: ["btc"], windows: [60] },
  },
});

/** Unsubscribes from topics of games. */
export const UNSUBSCRIBE_GAMES = declareFrame({
  name: "unsubscribeGames",
  summary: "Unsubscribe from games",
  schema: frameSchema("UnsubscribeGamesFrame", {
    op: Type.Literal("unsubscribe"),
    id: RequestIdWire,
    ...GAME_TOPICS,
  }, "What is left out means all, as in `subscribe`"),
  examples: {
    "one league": { op: "unsubscribe", id: 7, channel: "games", leagues: ["nba"] },
  },
});

/** Checks that the connection works. */
export const PING = declareFrame({
  name: "ping",
  summary: "Check that the connection works",
  schema: frameSchema(
    "PingFrame",
    { op: Type.Literal("ping"), id: RequestIdWire },
    "Answered by `pong`. The pings of the WebSocket protocol itself are answered too",
  ),
  examples: { "a ping": { op: "ping", id: 5 } },
});
