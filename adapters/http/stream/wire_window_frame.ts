/**
 * The schemas of the frames that push windows, and their newest prices.
 *
 * @module
 */
import { t } from "elysia";
import { WINDOW_PHASES } from "../../../core/stream/mod.ts";
import { LEGS_EXAMPLE } from "../window/wire_leg.ts";
import { QuotedOutcomeWire, WINDOW_EXAMPLE, WindowWire } from "../window/wire_window_state.ts";
import { asItIs, IsoWire } from "../wire/answer.ts";
import { whole } from "../wire/number.ts";
import { words } from "../wire/text.ts";
import { declareFrame, WindowsTopicWire } from "./wire_frame.ts";

/** A window whose market, target or end has changed, or which has come into another phase. */
export const WINDOW = declareFrame({
  name: "window",
  summary: "A window that is about to open, has changed, or is over",
  description:
    "The whole window, at subscribing and at each change of what is no price: a minute " +
    "before it opens, as it opens, as its target is known, as its close and outcome are, and as " +
    "the venue resolves it",
  fields: {
    type: t.Literal("window"),
    topic: WindowsTopicWire,
    seq: whole({ description: "The window's start, in unix seconds" }),
    phase: words(WINDOW_PHASES, {
      description: "`next` from a minute before it opens, `open`, `closed` once its close is known",
    }),
    window: WindowWire,
  },
  examples: {
    "an open window": {
      type: "window",
      topic: "windows:btc:5min",
      seq: WINDOW_EXAMPLE.start,
      phase: "open",
      window: asItIs(WINDOW_EXAMPLE),
    },
    "an open window with its legs": {
      type: "window",
      topic: "windows:btc:15min",
      seq: WINDOW_EXAMPLE.start,
      phase: "open",
      window: asItIs({ ...WINDOW_EXAMPLE, interval: "15min" as const, ...LEGS_EXAMPLE }),
    },
    "a window that is over": {
      type: "window",
      topic: "windows:btc:5min",
      seq: WINDOW_EXAMPLE.start,
      phase: "closed",
      window: asItIs({
        ...WINDOW_EXAMPLE,
        ...{ seconds_left: 0, price: null, price_state: "stale" as const, outcome: "up" as const },
        close: { price: 87_711.04, source: "oracle_twap" as const, at: WINDOW_EXAMPLE.end_iso },
        resolution: { outcome: "up" as const, at: "2026-01-01T00:05:41.000Z", source: "CHAINLINK" },
      }),
    },
  },
});

/** The newest prices of an open window. */
export const QUOTE = declareFrame({
  name: "quote",
  summary: "The newest prices of an open window",
  description: "At most ten a second of a topic. Each replaces the one before: a client that is " +
    "behind gets the newest alone, and no frame tells of those that were left out",
  fields: {
    type: t.Literal("quote"),
    topic: WindowsTopicWire,
    start: whole({ description: "The window's start, in unix seconds" }),
    price: WindowWire.properties.price,
    outcomes: t.Array(QuotedOutcomeWire, { description: "Up, then Down" }),
    at: { ...IsoWire, description: "When the prices were so, by the service's clock" },
  },
  examples: {
    "prices": {
      type: "quote",
      topic: "windows:btc:5min",
      start: WINDOW_EXAMPLE.start,
      price: WINDOW_EXAMPLE.price,
      outcomes: WINDOW_EXAMPLE.market.outcomes.map(({ token_id: _, at: _at, ...quoted }) => quoted),
      at: "2026-01-01T00:02:03.456Z",
    },
  },
});
