/**
 * The windows of a market as the service's history has them, as far as pages show them.
 *
 * @module
 */
import type { HistoryItem, MarketHistory } from "../../client/typescript/mod.ts";

/** A window of a range. Instants are unix seconds; the last second is inside. */
export type HistoryWindow = Pick<
  HistoryItem,
  | "timestamp_start"
  | "timestamp_end"
  | "slug"
  | "url"
  | "source"
  | "price"
  | "provisional"
  | "error"
  | "outcomeMeta"
>;

/** One window with all that is known of it, which an answer has only where it is asked for. */
export type WindowHistory =
  & MarketHistory
  & Required<Pick<MarketHistory, "evidence" | "outcomeMeta">>;
