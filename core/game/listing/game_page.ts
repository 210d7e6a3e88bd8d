/**
 * Pages of games.
 *
 * A page goes on behind the last game of the one before, wherever that is by then. So whatever is
 * inserted, moved or removed between two pages, no game comes twice nor is left out as long as its
 * kickoff stays and it fits the filter. A game whose kickoff moves from what was read to what was
 * not comes again, with its new kickoff; one that moves the other way does not come.
 *
 * @module
 */
import { type GameRecord } from "../game_record.ts";
import { filterText, type GameFilter, SHOWN, verdictsOf } from "./game_filter.ts";
import { type GameListing } from "./game_listing.ts";
import { countBefore, countBeforeSec, type GameKey, type GameRows } from "./game_rows.ts";

/** How many games fit a filter. */
export interface GameTotals {
  readonly shown: number;
  /** Games that would be shown, if their source allowed it. */
  readonly withheld: number;
}

/** Some games of a listing. */
export interface GamePage {
  readonly records: ReadonlyArray<GameRecord>;
  /** Where the next page goes on; null where nothing follows. */
  readonly next: GameKey | null;
}

/** The games that fit and stand behind a place, or from the window's start on. */
export function gamePage(
  { rows, settings }: GameListing,
  { filter, after, limit }: {
    readonly filter: GameFilter;
    readonly after: GameKey | null;
    readonly limit: number;
  },
): GamePage {
  const [first, end] = boundsOf(rows, filter);
  const verdicts = verdictsOf(filter, settings.redistributionFilter);
  const records: Array<GameRecord> = [];
  const start = after === null ? first : Math.max(first, countUpTo(rows, after));
  for (let row = nextRow(rows, verdicts, [start, end]); row < end;) {
    const record = rows.records[row];
    const last = records.at(-1)?.game;
    if (records.length === limit && last !== undefined) {
      return { records, next: { kickoffSec: last.kickoffSec, id: last.id } };
    }
    if (record !== undefined) records.push(record);
    row = nextRow(rows, verdicts, [row + 1, end]);
  }
  return { records, next: null };
}

/** The first row that is shown, from one row up to another; the other where none is. */
function nextRow(
  { traits }: GameRows,
  verdicts: Uint8Array,
  [start, end]: readonly [start: number, end: number],
): number {
  for (let row = start; row < end; row++) {
    if (verdicts[traits[row] ?? 0] === SHOWN) return row;
  }
  return end;
}

/** The rows of the window: from the first one up to, but without, the second. */
function boundsOf(rows: GameRows, { window }: GameFilter): readonly [first: number, end: number] {
  return [countBeforeSec(rows, window.startSec), countBeforeSec(rows, window.endSec)];
}

/** How many games stand before a place, or at it. */
function countUpTo(rows: GameRows, key: GameKey): number {
  const before = countBefore(rows, key);
  const there = rows.records[before]?.game;
  return there?.id === key.id && there.kickoffSec === key.kickoffSec ? before + 1 : before;
}

/** Counts that were asked for lately, by the filter. */
const TOTALS = new WeakMap<GameRows, Map<string, GameTotals>>();
const REMEMBERED_TOTALS_MAX = 512;

/** Counts the games that fit. Asked again of the same games, it remembers. */
export function gameTotals({ rows, settings }: GameListing, filter: GameFilter): GameTotals {
  const known = TOTALS.get(rows) ?? new Map<string, GameTotals>();
  TOTALS.set(rows, known);
  const { window: { startSec, endSec } } = filter;
  const key = `${settings.redistributionFilter} ${startSec} ${endSec} ${filterText(filter)}`;
  const remembered = known.get(key);
  if (remembered !== undefined) return remembered;
  if (known.size >= REMEMBERED_TOTALS_MAX) known.clear();
  const totals = countFitting(rows, filter, verdictsOf(filter, settings.redistributionFilter));
  known.set(key, totals);
  return totals;
}

function countFitting(rows: GameRows, filter: GameFilter, verdicts: Uint8Array): GameTotals {
  const [first, end] = boundsOf(rows, filter);
  const { traits } = rows;
  let shown = 0;
  let withheld = 0;
  // Without a branch: whether a row fits cannot be foreseen.
  for (let row = first; row < end; row++) {
    const verdict = verdicts[traits[row] ?? 0] ?? 0;
    shown += verdict & SHOWN;
    withheld += verdict >> 1;
  }
  return { shown, withheld };
}
