/**
 * Market windows, as requests ask for them and answers carry them.
 *
 * @module
 */
import { t } from "elysia";
import { INTERVALS } from "../../../core/market/mod.ts";
import { IsoWire, nullable } from "../wire/answer.ts";
import { atMostOneOf, strict } from "../wire/kind.ts";
import { AssetWire, Interval, IntervalWire } from "../wire/market.ts";
import { whole } from "../wire/number.ts";
import { Listed, Text } from "../wire/text.ts";
import { orByAsset } from "./by_asset.ts";
import { OptionalAssets } from "./wire_question.ts";

const list = () =>
  t.Optional(Listed(Interval(), {
    default: INTERVALS.join(","),
    description: "Comma-separated intervals or aliases; default: all five. " +
      "`interval` and `intervals` mean the same",
    examples: ["15min,1hour"],
  }));

const part = (name: string, example: string) =>
  t.Optional(Text({
    pattern: "^[0-9]{1,4}$",
    description: `The UTC ${name}; send day, month and year together instead of date`,
    examples: [example],
  }));

/** What is asked of a day. */
export const DayQuestion = (["day", "month", "year"] as const).reduce(
  (question, part) => atMostOneOf(question, ["date", part]),
  strict({
    asset: OptionalAssets,
    interval: list(),
    intervals: list(),
    date: t.Optional(Text({
      format: "date",
      description: "The UTC day; alternatively send day, month and year",
      isSuggested: true,
      examples: ["2026-01-01"],
    })),
    day: part("day", "1"),
    month: part("month", "1"),
    year: part("year", "2026"),
  }),
);

const EVENT_SLUG = t.String({ description: "Slug of the event on the primary venue" });
const EVENT_PAGE = t.String({
  format: "uri",
  description: "Page of the event on the primary venue",
});

/** Where a window is, for answers that have it beside its target. */
export const PLACE_FIELDS = {
  windowStart: whole({ description: "First second of the window, unix seconds" }),
  windowEnd: whole({ description: "First second after the window, unix seconds" }),
  slug: EVENT_SLUG,
  url: EVENT_PAGE,
};

/** The fields of a window, for schemas that extend them. */
export const WINDOW_FIELDS = {
  timestamp_start: whole({ description: "First second of the window, unix seconds" }),
  timestamp_end: whole({ description: "Last second inside the window, unix seconds" }),
  start_iso: IsoWire,
  end_iso: IsoWire,
  slug: EVENT_SLUG,
  url: EVENT_PAGE,
};

/** `market` of a history answer, and an item of a listing of windows. */
export const MarketWindowWire = t.Object(WINDOW_FIELDS, {
  $id: "MarketWindow",
  description: "One window of one market",
});

/** The first 15 minutes of 2026. */
export const MARKET_WINDOW_EXAMPLE = {
  timestamp_start: 1_767_225_600,
  timestamp_end: 1_767_226_499,
  start_iso: "2026-01-01T00:00:00.000Z",
  end_iso: "2026-01-01T00:14:59.000Z",
  slug: "btc-updown-15m-1767225600",
  url: "https://polymarket.com/event/btc-updown-15m-1767225600",
};

/** Where that window is. */
export const PLACE_EXAMPLE = {
  windowStart: 1_767_225_600,
  windowEnd: 1_767_226_500,
  slug: MARKET_WINDOW_EXAMPLE.slug,
  url: MARKET_WINDOW_EXAMPLE.url,
};

const DAY_EXAMPLE = {
  asset: "btc",
  utc_date: "2026-01-01",
  day_start_unix: 1_767_225_600,
  day_end_unix: 1_767_311_999,
  intervals: ["15min"],
  data: { "15min": { count: 96, chronological_order: [MARKET_WINDOW_EXAMPLE] } },
  running: { "15min": null },
};

/** The windows of a day. */
export const MarketWindows = t.Object({
  now: IsoWire,
  asset: AssetWire,
  utc_date: t.String({ format: "date" }),
  day_start_unix: whole({ description: "First second of the day" }),
  day_end_unix: whole({ description: "Last second of the day" }),
  intervals: t.Array(IntervalWire),
  data: t.Record(
    t.String(),
    t.Object({
      count: whole({ description: "How many windows start on that day" }),
      chronological_order: t.Array(MarketWindowWire),
    }, { $id: "IntervalWindows" }),
    { description: "By canonical interval" },
  ),
  running: t.Record(t.String(), nullable(MarketWindowWire), {
    description:
      "By canonical interval: the window that is open now and began before the day, so " +
      "that `data` lacks it; else null",
  }),
}, {
  $id: "MarketWindows",
  description: "The windows by interval, each in chronological order",
  examples: [{ now: "2026-01-01T00:10:00.000Z", ...DAY_EXAMPLE }],
});

/** The windows of a day, of one asset or by asset. */
export const MarketWindowsOfAssets = orByAsset(MarketWindows, {
  ofAsset: "AssetWindows",
  examples: [{ now: "2026-01-01T00:10:00.000Z", assets: { btc: DAY_EXAMPLE } }],
});
