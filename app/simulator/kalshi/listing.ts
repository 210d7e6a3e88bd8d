/**
 * Kalshi's listing at one instant, of the world or replaced.
 *
 * @module
 */
import { type EventStatus } from "./listed_game.ts";
import { type KeyedRow } from "./page.ts";
import { type WireRow } from "./wire_row.ts";

/** An event with its filter fields. Rows are built when they are sent. */
export interface EventEntry extends KeyedRow {
  /** The key is its ticker. */
  readonly series: string;
  /** `unopened` only in a replaced listing. */
  readonly status: EventStatus | "unopened";
  /** The close of its last market; undefined if unknown. */
  readonly closeSec: number | undefined;
  /** The row without its markets. */
  readonly row: () => WireRow;
  /** Undefined for an event that is sent without markets. */
  readonly nestedMarkets: () => ReadonlyArray<WireRow> | undefined;
  readonly markets: () => ReadonlyArray<WireRow>;
}

/** A milestone with its filter fields. */
export interface MilestoneEntry {
  /** The tickers of all its events. */
  readonly tickers: ReadonlySet<string>;
  readonly row: () => WireRow;
}

/** The complete listing. */
export interface Listing {
  /** Returns the events of a series, or all. */
  readonly events: (series: string | undefined) => ReadonlyArray<EventEntry>;
  /** Returns the milestones of a series' events, or all. May include others. */
  readonly milestones: (series: string | undefined) => ReadonlyArray<MilestoneEntry>;
}
