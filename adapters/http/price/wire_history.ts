/**
 * Past windows, as requests ask for them and answers carry them.
 *
 * @module
 */
import { Result } from "effect";
import { t } from "elysia";
import { type Interval, parseInterval } from "../../../core/market/mod.ts";
import type { RequestedRange } from "../../../core/use_case/price/mod.ts";
import { IsoWire, nullable } from "../wire/answer.ts";
import type { SentInstant } from "../wire/instant.ts";
import { atMostOneOf, exclusive, oneOf, refuse, strict } from "../wire/kind.ts";
import { INTERVAL_PARAMETERS } from "../wire/market.ts";
import { whole } from "../wire/number.ts";
import {
  DatapointWire,
  PriceErrorWire,
  PriceWire,
  ProvisionalWire,
  SourceWire,
} from "../wire/price.ts";
import { Parsed, Word, words } from "../wire/text.ts";
import { PageAddress } from "../wire/venue_name.ts";
import { ENVELOPE_FIELDS } from "./price_envelope.ts";
import { EvidenceWire } from "./wire_evidence.ts";
import { OUTCOME_META_EXAMPLE, OutcomeMetaWire } from "./wire_outcome_meta.ts";
import {
  Evidence,
  OptionalAsset,
  OptionalType,
  OutcomeMeta,
  OutcomeMetaOfMarket,
  RANGE,
  Resolution,
  Timestamp,
  Type,
} from "./wire_question.ts";
import {
  MARKET_WINDOW_EXAMPLE,
  MarketWindowWire,
  PLACE_EXAMPLE,
  PLACE_FIELDS,
  WINDOW_FIELDS,
} from "./wire_window.ts";

/** Three names for the same instant. */
const INSTANTS = ["marketStart", "start", "timestamp"] as const;
const instant = (options = {}) =>
  t.Optional(Timestamp({
    description: `Any instant inside the window; send one of ${INSTANTS.join(", ")}, or slug`,
    ...options,
  }));

const QUESTION = strict({
  asset: OptionalAsset,
  type: OptionalType,
  marketStart: instant(),
  start: instant(),
  timestamp: instant({ isSuggested: true }),
  slug: t.Optional(PageAddress({
    ask: "Send the slug of a window",
    description: "The slug of the window's event, or the address of its page, which is not " +
      "fetched; in place of asset, type and instant. Of the two hours in November that share one " +
      "it is the later, once that is open",
    examples: [MARKET_WINDOW_EXAMPLE.slug],
  })),
  evidence: Evidence,
  includeOutcomeMeta: OutcomeMeta,
  includeResolution: Resolution,
});
const Asked = oneOf(
  exclusive(atMostOneOf(QUESTION, ["asset", "slug"]), {
    names: ["type", "slug"],
    isRequired: true,
  }),
  [...INSTANTS, "slug"],
);

/** What is asked of one window: by its slug, or by its series and an instant inside it. */
export const MarketQuestion = t.Unsafe<
  | Extract<typeof Asked.static, { readonly slug: string }>
  | Extract<typeof Asked.static, { readonly slug?: undefined }> & { readonly type: Interval }
>(Asked);

/** One window and its target. */
export const MarketHistory = t.Object({
  ...ENVELOPE_FIELDS,
  ...PLACE_FIELDS,
  market: MarketWindowWire,
  datapoint: DatapointWire,
  outcomeMeta: t.Optional(OutcomeMetaWire),
  evidence: t.Optional(EvidenceWire),
}, {
  $id: "MarketHistory",
  description: "The window and its target",
  examples: [{
    now: "2026-01-01T00:20:00.000Z",
    asset: "btc",
    marketType: "15min",
    provider: "oracle",
    ...PLACE_EXAMPLE,
    market: MARKET_WINDOW_EXAMPLE,
    datapoint: { source: "oracle", price: 87_648.21 },
    outcomeMeta: OUTCOME_META_EXAMPLE,
  }],
});

/** What is asked of a range. */
export const RangeQuestion = strict({
  asset: OptionalAsset,
  type: Type,
  ...RANGE,
  includeOutcomeMeta: OutcomeMeta,
  includeResolution: Resolution,
});

/** Returns a range as the core knows it. Whether it is one is checked there. */
export function rangeOf(
  { start, end }: { readonly start: SentInstant; readonly end: SentInstant },
): RequestedRange {
  return { startSec: start.atSec, endSec: end.atSec, startText: start.text, endText: end.text };
}

/** The requested range: `end` is exclusive. */
export const RangeWire = t.Object({
  start: whole({ description: "Unix seconds, included" }),
  end: whole({ description: "Unix seconds, not included" }),
  startIso: IsoWire,
  endIso: IsoWire,
}, { $id: "Range" });

const RANGE_EXAMPLE = {
  start: 1_767_225_600,
  end: 1_767_247_200,
  startIso: "2026-01-01T00:00:00.000Z",
  endIso: "2026-01-01T06:00:00.000Z",
};

/** One window of a range. */
export const HistoryItemWire = t.Object({
  ...WINDOW_FIELDS,
  ok: t.Boolean(),
  source: t.String({ description: "Where the price was found, or the provider that was asked" }),
  price: nullable(PriceWire),
  provisional: ProvisionalWire,
  error: PriceErrorWire,
  outcomeMeta: t.Optional(OutcomeMetaWire),
}, { $id: "HistoryItem" });

/** The price of one window of a range. */
export const PricePointWire = t.Object({ timestamp_start: whole(), price: PriceWire });

const TimeseriesWire = t.Array(PricePointWire, {
  description: "Only the windows that have a price",
});

const HISTORY_ITEM_EXAMPLE = {
  ...MARKET_WINDOW_EXAMPLE,
  ok: true,
  source: "oracle",
  price: 87_648.21,
};
const TIMESERIES_EXAMPLE = [{ timestamp_start: 1_767_225_600, price: 87_648.21 }];

/** The windows of a range. */
export const RangeHistory = t.Object({
  ...ENVELOPE_FIELDS,
  range: RangeWire,
  count: whole({ description: "Length of `history`" }),
  history: t.Array(HistoryItemWire),
  timeseries: TimeseriesWire,
}, {
  $id: "RangeHistory",
  description: "The windows in chronological order",
  examples: [{
    now: "2026-01-01T07:00:00.000Z",
    asset: "btc",
    marketType: "15min",
    provider: "oracle",
    range: RANGE_EXAMPLE,
    count: 1,
    history: [{ ...HISTORY_ITEM_EXAMPLE, outcomeMeta: OUTCOME_META_EXAMPLE }],
    timeseries: TIMESERIES_EXAMPLE,
  }],
});

const MODES = ["market", "source"] as const;
const EXCHANGE_NAMES = ["1hour", "1h", "1hr", "daily", "day"] as const;

/** An interval that the exchange decides. */
const ExchangeInterval = Parsed<"1hour" | "daily", (typeof EXCHANGE_NAMES)[number]>(
  { enum: EXCHANGE_NAMES },
  {
    description: "The market interval or an alias of it, in any case",
    examples: ["1hour"],
    aliases: INTERVAL_PARAMETERS,
  },
  {
    ask: "Use one of 1hour, daily",
    parse: (text, at) =>
      Result.flatMap(
        parseInterval(text, at.name),
        (interval) =>
          interval === "1hour" || interval === "daily"
            ? Result.succeed(interval)
            : refuse(at, text, "Use one of 1hour, daily; the oracle decides the others"),
      ),
  },
);

/** What is asked of the exchange. */
export const ExchangeQuestion = strict({
  asset: OptionalAsset,
  type: ExchangeInterval,
  ...RANGE,
  mode: t.Optional(Word(MODES, {
    default: "market",
    description: "`market`: one item a window. `source`: the exchange's own, denser points",
    examples: ["source"],
  })),
  includeOutcomeMeta: OutcomeMetaOfMarket,
});

/** The first second of the range. */
const POINTS_EXAMPLE = [{
  timestamp: 1_767_225_600,
  timestamp_iso: "2026-01-01T00:00:00.000Z",
  source: "aggTrades",
  price: 87_648.21,
}];

/** Windows or points that the exchange decides. */
export const ExchangeRange = t.Object({
  ...ENVELOPE_FIELDS,
  mode: words(MODES),
  method: {
    ...SourceWire,
    description: "The `source` of the items; if windows were read in several ways, the most " +
      "frequent one",
  },
  range: RangeWire,
  count: whole({ description: "Length of `history` or of `points`" }),
  history: t.Optional(t.Array(HistoryItemWire, { description: "With `mode=market`" })),
  timeseries: t.Optional(TimeseriesWire),
  points: t.Optional(
    t.Array(
      t.Object({
        timestamp: whole({ description: "Unix seconds" }),
        timestamp_iso: IsoWire,
        source: SourceWire,
        price: PriceWire,
      }),
      { description: "With `mode=source`", examples: [POINTS_EXAMPLE] },
    ),
  ),
}, {
  $id: "ExchangeRange",
  description: "Windows or points, in chronological order",
  examples: [{
    now: "2026-01-01T07:00:00.000Z",
    asset: "btc",
    marketType: "1hour",
    provider: "exchange",
    mode: "market",
    method: "klines",
    range: RANGE_EXAMPLE,
    count: 1,
    history: [{ ...HISTORY_ITEM_EXAMPLE, source: "klines" }],
    timeseries: TIMESERIES_EXAMPLE,
  }],
});
