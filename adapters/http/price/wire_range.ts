/**
 * The schemas of ranges and their items.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { OutcomeMetaWire } from "./wire_outcome_meta.ts";
import { IsoWire, nullable, PriceErrorWire, PriceWire, ProvisionalWire } from "./wire_target.ts";
import { MARKET_WINDOW_EXAMPLE, WINDOW_FIELDS } from "./wire_window.ts";

/** The requested range: `end` is exclusive. */
export const RangeWire = Type.Object({
  start: Type.Integer({ description: "Unix seconds, included" }),
  end: Type.Integer({ description: "Unix seconds, not included" }),
  startIso: IsoWire,
  endIso: IsoWire,
}, { $id: "Range" });

/** A range of six hours. */
export const RANGE_EXAMPLE = {
  start: 1_767_225_600,
  end: 1_767_247_200,
  startIso: "2026-01-01T00:00:00.000Z",
  endIso: "2026-01-01T06:00:00.000Z",
};

/** One window of a range. */
export const HistoryItemWire = Type.Object({
  ...WINDOW_FIELDS,
  ok: Type.Boolean(),
  source: Type.String({ description: "Where the price was found, or the provider that was asked" }),
  price: nullable(PriceWire),
  provisional: ProvisionalWire,
  error: PriceErrorWire,
  outcomeMeta: Type.Optional(OutcomeMetaWire),
}, { $id: "HistoryItem" });

/** Only the prices. */
export const TimeseriesWire = Type.Array(
  Type.Object({ timestamp_start: Type.Integer(), price: PriceWire }),
  { description: "Only the windows that have a price" },
);

/** A window with its target. */
export const HISTORY_ITEM_EXAMPLE = {
  ...MARKET_WINDOW_EXAMPLE,
  ok: true,
  source: "oracle",
  price: 87_648.21,
};
