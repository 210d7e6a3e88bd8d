/**
 * What Kalshi lists at one instant, of the world or as it was put.
 *
 * @module
 */
import { type EventStatus } from "./listed_game.ts";
import { type KeyedRow } from "./page.ts";
import { type WireRow } from "./wire_text.ts";

/** An event by what it can be found by. Rows are written when they are sent. */
export interface EventEntry extends KeyedRow {
  /** The key is its ticker. */
  readonly series: string;
  /** `unopened` only where it was put. */
  readonly status: EventStatus | "unopened";
  /** When the last of its markets closes; undefined where nobody says. */
  readonly closeSec: number | undefined;
  readonly updatedSec: number | undefined;
  /** Without its markets. */
  readonly row: () => WireRow;
  /** Undefined: the event is sent without them. */
  readonly nestedMarkets: () => ReadonlyArray<WireRow> | undefined;
  readonly markets: () => ReadonlyArray<WireRow>;
}

/** A milestone by what it can be found by. */
export interface MilestoneEntry extends KeyedRow {
  readonly id: string;
  readonly startMs: number;
  readonly category: string;
  readonly competition: string;
  readonly type: string;
  /** Of all its events. */
  readonly tickers: ReadonlySet<string>;
  readonly row: () => WireRow;
}

/** A team that markets refer to. */
export interface TargetEntry extends KeyedRow {
  /** The key is its id. */
  readonly type: string;
  readonly competition: string;
  readonly row: WireRow;
}

/** Everything that is listed. */
export interface Listing {
  /** Events of a series, or of all. */
  readonly events: (series: string | undefined) => ReadonlyArray<EventEntry>;
  /** Those of a series' events, or all. Others may be among them. */
  readonly milestones: (series: string | undefined) => ReadonlyArray<MilestoneEntry>;
  readonly targets: () => ReadonlyArray<TargetEntry>;
}
