/**
 * What is asked of windows, and the answers.
 *
 * @module
 */
import { t } from "elysia";
import { ASSETS, INTERVALS } from "../../../core/market/mod.ts";
import { IsoWire, NextCursorWire } from "../wire/answer.ts";
import { Instant } from "../wire/instant.ts";
import { strict } from "../wire/kind.ts";
import { AssetList, Interval } from "../wire/market.ts";
import { Whole } from "../wire/number.ts";
import { AnyOf, Listed, Text } from "../wire/text.ts";
import { PageAddress } from "../wire/venue_name.ts";
import { OptionalAsset } from "../price/wire_question.ts";
import { LEGS_EXAMPLE } from "./wire_leg.ts";
import { ActiveWindowWire, WINDOW_EXAMPLE, WindowWire } from "./wire_window_state.ts";

const CURSOR_EXAMPLE = "WzEsIjA2NjRmNWIyYTc5MGM5NWIiLFsxNzY3MjI1NjAwXSwiY2FjNGQzNDVkNjJhZDA5NCJd";

const Include = t.Optional(AnyOf(["legs"], {
  description: "`legs`: the same window at other venues, and how far their targets are apart",
  examples: ["legs"],
  mayBeEmpty: true,
}));

/** What is asked of open windows. */
export const ActiveWindowsQuestion = strict({
  asset: t.Optional(AssetList({
    default: ASSETS.join(","),
    description: "Comma-separated assets; default: all of them",
    examples: ["btc,eth"],
  })),
  interval: t.Optional(Listed(Interval(), {
    default: INTERVALS.join(","),
    description: "Comma-separated intervals or aliases; default: all five",
    examples: ["5min,1hour"],
  })),
  include: Include,
});

/** Open windows. */
export const ActiveWindows = t.Object({
  now: IsoWire,
  data: t.Array(ActiveWindowWire, { description: "One of each series, assets first" }),
}, {
  $id: "ActiveWindows",
  description: "The open windows",
  examples: [{ now: "2026-01-01T00:02:02.000Z", data: [{ ...WINDOW_EXAMPLE, next: null }] }],
});

/** Which window is asked for. */
export const WindowBySlug = strict({
  slug: PageAddress({
    description: "The window's slug, or its page's address",
    examples: [WINDOW_EXAMPLE.slug],
    ask: "Send the slug of a window",
  }),
});

/** What is asked of one window. */
export const WindowQuestion = strict({ include: Include });

/** How many windows a page may have. */
export const WINDOWS_LIMIT = { minimum: 1, maximum: 288, default: 48 } as const;

/** Which past windows are asked for, by their starts. */
export const WINDOW_STARTS = {
  from: t.Optional(Instant({
    rounding: "up",
    description: "Only windows that start at this instant or later",
    examples: ["2026-01-01T00:00:00Z"],
  })),
  to: t.Optional(Instant({
    rounding: "up",
    description: "Only windows that start before this instant; default: now",
    examples: ["2026-01-01T06:00:00Z"],
  })),
};

/** What is asked of past windows. */
export const WindowsQuestion = strict({
  asset: OptionalAsset,
  interval: Interval({
    description: "The interval or an alias of it, in any case",
    examples: ["15min"],
  }),
  ...WINDOW_STARTS,
  limit: t.Optional(Whole({
    ...WINDOWS_LIMIT,
    description: "Maximum number of windows on a page",
    examples: ["96"],
  })),
  include: Include,
  cursor: t.Optional(Text({
    description: "`next_cursor` of the previous page, with the same filters; `limit` may differ",
    examples: [CURSOR_EXAMPLE],
  })),
});

/** The same five minutes, which have ended. */
const PAST_EXAMPLE = {
  ...WINDOW_EXAMPLE,
  seconds_left: 0,
  price: null,
  price_state: "stale",
  market: { ...WINDOW_EXAMPLE.market, accepting_orders: false },
  close: { price: 87_702.55, source: "oracle_twap", at: "2026-01-01T00:05:00.000Z" },
  outcome: "up",
  resolution: { outcome: "up", at: "2026-01-01T00:05:41.000Z", source: "CHAINLINK" },
};

/** The same quarter of an hour at two venues. */
const LEGGED_EXAMPLE = {
  ...PAST_EXAMPLE,
  interval: "15min",
  end: 1_767_226_500,
  end_iso: "2026-01-01T00:15:00.000Z",
  slug: "btc-updown-15m-1767225600",
  url: "https://polymarket.com/event/btc-updown-15m-1767225600",
  close: { ...PAST_EXAMPLE.close, at: "2026-01-01T00:15:00.000Z" },
  resolution: { ...PAST_EXAMPLE.resolution, at: "2026-01-01T00:15:41.000Z" },
  ...LEGS_EXAMPLE,
};

/** A window. */
export const OneWindow = t.Object({ now: IsoWire, window: WindowWire }, {
  $id: "OneWindow",
  description: "A window",
  examples: [
    { now: "2026-01-01T00:02:02.000Z", window: WINDOW_EXAMPLE },
    { now: "2026-01-01T00:16:00.000Z", window: LEGGED_EXAMPLE },
  ],
});

/** A page of past windows. */
export const Windows = t.Object({
  now: IsoWire,
  data: t.Array(WindowWire, { description: "Newest first" }),
  next_cursor: { ...NextCursorWire, examples: [CURSOR_EXAMPLE] },
}, {
  $id: "Windows",
  description: "A page of past windows",
  examples: [{ now: "2026-01-01T00:06:00.000Z", data: [PAST_EXAMPLE], next_cursor: null }],
});
