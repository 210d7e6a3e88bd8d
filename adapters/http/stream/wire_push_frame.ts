/**
 * The schemas of the frames that push the values of topics, gaps and provider states.
 *
 * @module
 */
import { t } from "elysia";
import { PROVIDERS } from "../../../core/market/mod.ts";
import { FEED_STATES, GAP_REASONS } from "../../../core/stream/mod.ts";
import {
  declareFrame,
  FRAME_SEQ,
  GameTopicWire,
  ORDERS_TOPIC_EXAMPLE,
  OrdersTopicWire,
  SpotTopicWire,
  TargetTopicWire,
  TopicWire,
  TwapTopicWire,
} from "./wire_frame.ts";
import { GAME_EXAMPLE, GameWire } from "../game/wire_game.ts";
import { FILL_EXAMPLE } from "../order/fill_example.ts";
import { FillWire } from "../order/wire_fill.ts";
import { SENT_ORDER_EXAMPLE, SentOrderWire } from "../order/wire_order_history.ts";
import { IsoWire } from "../wire/answer.ts";
import { AssetWire, IntervalWire, ProviderWire } from "../wire/market.ts";
import { whole } from "../wire/number.ts";
import { PriceWire, SourceWire } from "../wire/price.ts";
import { words } from "../wire/text.ts";
import { SPOT_EXAMPLE, SPOT_FIELDS } from "../price/wire_spot.ts";
import { TWAP_EXAMPLE, TWAP_FIELDS } from "../price/wire_twap.ts";
import { PLACE_FIELDS } from "../price/wire_window.ts";

/** The target of the first five minutes of 2026. */
export const TARGET_EXAMPLE = {
  type: "target",
  topic: "targets:btc:5min",
  seq: 1_767_225_600,
  asset: "btc",
  marketType: "5min",
  provider: "oracle",
  source: "oracle_twap",
  price: 87_648.21,
  windowStart: 1_767_225_600,
  windowStartIso: "2026-01-01T00:00:00.000Z",
  windowEnd: 1_767_225_900,
  slug: "btc-updown-5m-1767225600",
  url: "https://polymarket.com/event/btc-updown-5m-1767225600",
  publishedAt: "2026-01-01T00:00:01.612Z",
  delayMs: 1_612,
} as const;

/** The target of a window. */
export const TARGET = declareFrame({
  name: "target",
  summary: "The target of a window that has opened",
  description: "Final, and sent once a socket, unless it is `provisional`",
  fields: {
    type: t.Literal("target"),
    topic: TargetTopicWire,
    seq: whole({ description: "The window's start, unix seconds" }),
    asset: AssetWire,
    marketType: IntervalWire,
    provider: ProviderWire,
    source: SourceWire,
    price: PriceWire,
    provisional: t.Optional(t.Literal(true, {
      description: "Only the venue's site has published the price: it may still be corrected, once",
      examples: [true],
    })),
    corrects: t.Optional(t.Literal(true, {
      description: "Replaces the target that was sent under this `seq`",
    })),
    ...PLACE_FIELDS,
    windowStartIso: { ...IsoWire, description: "`windowStart` as a date and time" },
    publishedAt: { ...IsoWire, description: "When this frame was created" },
    delayMs: whole({ description: "Milliseconds from the window's start to `publishedAt`" }),
  },
  examples: {
    "the first five minutes of 2026": TARGET_EXAMPLE,
    "a price of the venue's site that its metadata corrected": {
      type: "target",
      topic: "targets:btc:5min",
      seq: 1_789_000_200,
      asset: "btc",
      marketType: "5min",
      provider: "oracle",
      source: "venue_metadata",
      price: 87_650.5,
      corrects: true,
      windowStart: 1_789_000_200,
      windowStartIso: "2026-09-10T00:30:00.000Z",
      windowEnd: 1_789_000_500,
      slug: "btc-updown-5m-1789000200",
      url: "https://polymarket.com/event/btc-updown-5m-1789000200",
      publishedAt: "2026-09-10T00:36:12.040Z",
      delayMs: 372_040,
    },
  },
});

/** The average at one second. */
export const TWAP = declareFrame({
  name: "twap",
  summary: "The oracle's average at a second",
  description: "As the oracle signed it; never computed by the service",
  fields: {
    type: t.Literal("twap"),
    topic: TwapTopicWire,
    seq: whole({ description: "The observed second, unix seconds" }),
    ...TWAP_FIELDS,
  },
  examples: {
    "a second": {
      type: "twap",
      topic: "twap:btc:60",
      seq: 1_767_225_601,
      ...TWAP_EXAMPLE,
    },
  },
});

/** The newest trade of an asset. */
export const SPOT = declareFrame({
  name: "spot",
  summary: "The exchange's newest trade of an asset",
  description: "At most ten a second. Each replaces the one before: there is no `seq`, and no " +
    "`gap` tells of those that were left out",
  fields: { type: t.Literal("spot"), topic: SpotTopicWire, asset: AssetWire, ...SPOT_FIELDS },
  examples: {
    "a trade": { type: "spot", topic: "spot:btc", asset: "btc", ...SPOT_EXAMPLE },
  },
});

/** A changed game. */
export const GAME = declareFrame({
  name: "game",
  summary: "A changed game, complete",
  description: "As `GET /api/v1/games` returns it with `include=platforms,coverage`",
  fields: {
    type: t.Literal("game"),
    topic: GameTopicWire,
    seq: whole({
      description: "The number under which this state of the game is stored: the same on every " +
        "replica. Numbers in between belong to other leagues, or to games that have changed again",
    }),
    game: GameWire,
  },
  examples: {
    "a score": {
      type: "game",
      topic: "games:nfl",
      seq: 48_213_700_003,
      game: GAME_EXAMPLE as never,
    },
  },
});

/** An order that has changed. */
export const ORDER = declareFrame({
  name: "order",
  summary: "An order of your wallet, as it is since it has changed",
  description: "As an item of `GET /api/v1/orders/history`; not sent while it is `sent`",
  fields: {
    type: t.Literal("order"),
    topic: OrdersTopicWire,
    seq: FRAME_SEQ,
    order: SentOrderWire,
  },
  examples: {
    "an order that has traded": {
      type: "order",
      topic: ORDERS_TOPIC_EXAMPLE,
      seq: 42,
      order: SENT_ORDER_EXAMPLE as never,
    },
  },
});

/** A fill that has changed. */
export const FILL = declareFrame({
  name: "fill",
  summary: "A fill of an order of your wallet, as it is since it has changed",
  description: "As an item of `GET /api/v1/fills`. Its order comes after it",
  fields: {
    type: t.Literal("fill"),
    topic: OrdersTopicWire,
    seq: FRAME_SEQ,
    fill: FillWire,
  },
  examples: {
    "a fill that the chain has settled": {
      type: "fill",
      topic: ORDERS_TOPIC_EXAMPLE,
      seq: 43,
      fill: FILL_EXAMPLE as never,
    },
  },
});

/** Frames that will not be sent. */
export const GAP = declareFrame({
  name: "gap",
  summary: "Frames of a topic that will not be sent, and why",
  description: "Sent in its topic where the missing frames would be",
  fields: {
    type: t.Literal("gap"),
    topic: TopicWire,
    fromSeq: whole({ description: "The first `seq` that is missing" }),
    toSeq: whole({ description: "The last `seq` that is missing" }),
    reason: words(GAP_REASONS, {
      description: "`replay_limit`: too far behind to be replayed. `no_price`: the provider " +
        "has none. `not_fetched`: not available in time; HTTP may have it later. " +
        "`no_feed`: the provider has no such feed for this service, and nothing of the topic " +
        "comes until it has; you stay subscribed. `slow_reader`: the socket is closed with 1013 " +
        "after it",
    }),
  },
  examples: {
    "too far behind": {
      type: "gap",
      topic: "targets:btc:5min",
      fromSeq: 1_767_220_200,
      toSeq: 1_767_225_300,
      reason: "replay_limit",
    },
    "an average that is not published": {
      type: "gap",
      topic: "twap:hype:30",
      fromSeq: 1_767_225_598,
      toSeq: 1_767_225_600,
      reason: "no_feed",
    },
  },
});

/** The state of a provider's stream. */
export const FEED = declareFrame({
  name: "feed",
  summary: "The state of the connection to a provider, when it changes",
  description:
    "Sent to subscribers of that provider's topics; after `subscribed` unless it is healthy",
  fields: {
    type: t.Literal("feed"),
    provider: words(PROVIDERS, { description: "The provider of the prices of your topics" }),
    state: words(FEED_STATES, {
      description:
        "`degraded`: the provider's own stream is interrupted and requests replace it, " +
        "so frames come later. `down`: nothing is received at all",
    }),
    since: { ...IsoWire, description: "When the state began" },
  },
  examples: {
    "an interruption": {
      type: "feed",
      provider: "oracle",
      state: "degraded",
      since: "2026-01-01T00:00:03.250Z",
    },
  },
});
