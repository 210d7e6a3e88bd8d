/**
 * The schema of a market window.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";

/** The fields of a window, for schemas that extend them. */
export const WINDOW_FIELDS = {
  timestamp_start: Type.Integer({ description: "First second of the window, unix seconds" }),
  timestamp_end: Type.Integer({ description: "Last second inside the window, unix seconds" }),
  start_iso: Type.String({ format: "date-time" }),
  end_iso: Type.String({ format: "date-time" }),
  slug: Type.String({ description: "Slug of the event on the primary venue" }),
  url: Type.String({ format: "uri", description: "Page of the event on the primary venue" }),
};

/** `market` of a history answer, and an item of a listing of windows. */
export const MarketWindowWire = Type.Object(WINDOW_FIELDS, {
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
