/**
 * Pages of games.
 *
 * A page continues after the sort key of the previous page's last game. Whatever is inserted, moved
 * or removed between two pages, a game that keeps its kickoff and matches the filter appears once.
 * A game whose kickoff moves from the pages already read to those ahead appears again, with its new
 * kickoff; one that moves the other way does not appear.
 *
 * @module
 */
import { filterText, type GameFilter, SHOWN, verdictsOf } from "./game_filter.ts";
import { type GameListing } from "./game_listing.ts";
import { countBefore, countBeforeSec, type GameKey, type GameRows } from "./game_rows.ts";

/** The number of games that match a filter. */
export interface GameTotals {
  readonly shown: number;
  /** Games that are not shown because their source does not permit it. */
  readonly withheld: number;
}

/** A page of games. */
export interface GamePage {
  /** Their rows of the listing. */
  readonly rows: ReadonlyArray<number>;
  /** The key after which the next page starts; null on the last page. */
  readonly next: GameKey | null;
}

/** Returns the matching games after a key, or from the start of the window. */
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
  const found: Array<number> = [];
  const start = after === null ? first : Math.max(first, countUpTo(rows, after));
  for (let row = nextRow(rows, verdicts, [start, end]); row < end;) {
    const last = found.at(-1);
    if (found.length === limit && last !== undefined) {
      return { rows: found, next: keyAt(rows, last) };
    }
    found.push(row);
    row = nextRow(rows, verdicts, [row + 1, end]);
  }
  return { rows: found, next: null };
}

function keyAt({ records }: GameRows, row: number): GameKey | null {
  const game = records[row]?.game;
  return game === undefined ? null : { kickoffSec: game.kickoffSec, id: game.id };
}

/** The first shown row in `[start, end)`; `end` if there is none. */
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

/** The rows of the window, as a half-open range. */
function boundsOf(rows: GameRows, { window }: GameFilter): readonly [first: number, end: number] {
  return [countBeforeSec(rows, window.startSec), countBeforeSec(rows, window.endSec)];
}

/** The number of games up to and including a key. */
function countUpTo(rows: GameRows, key: GameKey): number {
  const before = countBefore(rows, key);
  const there = rows.records[before]?.game;
  return there?.id === key.id && there.kickoffSec === key.kickoffSec ? before + 1 : before;
}

/** A cache of recent counts, by filter. */
const TOTALS = new WeakMap<GameRows, Map<string, GameTotals>>();
const REMEMBERED_TOTALS_MAX = 512;

/** Counts the games that match. Counts of the same rows are cached. */
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
  // Without a branch: the CPU cannot predict whether a row matches.
  for (let row = first; row < end; row++) {
    const verdict = verdicts[traits[row] ?? 0] ?? 0;
    shown += verdict & SHOWN;
    withheld += verdict >> 1;
  }
  return { shown, withheld };
}
