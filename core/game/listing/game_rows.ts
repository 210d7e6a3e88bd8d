/**
 * Games in listing order, stored in columns, so that a filter reads only the columns it needs.
 *
 * @module
 */
import { type Game } from "../game.ts";
import { type GameRecord } from "../game_record.ts";
import { LEAGUES } from "../league.ts";
import { PLATFORMS } from "../platform.ts";
import { GAME_STATUSES } from "../status.ts";

/** Immutable columns, ordered by kickoff, then id. The same index in every column is one game. */
export interface GameRows {
  readonly records: ReadonlyArray<GameRecord>;
  readonly kickoffSecs: Float64Array;
  /** Everything that filters check, in one number: see {@linkcode traitOf}. */
  readonly traits: Uint16Array;
}

/** A sort key of listings, whether or not a game with this key exists. */
export interface GameKey {
  readonly kickoffSec: number;
  readonly id: string;
}

/** Compares two keys in listing order. Returns a negative number, 0 or a positive number. */
export function compareKeys(left: GameKey, right: GameKey): number {
  if (left.kickoffSec !== right.kickoffSec) return left.kickoffSec - right.kickoffSec;
  return left.id < right.id ? -1 : left.id > right.id ? 1 : 0;
}

/** The bit of games that may be redistributed. The lower bits are platforms, by index. */
export const CLEARED = 1 << PLATFORMS.length;

/** The number of different offers: sets of platforms, cleared or not. */
export const OFFERS = CLEARED << 1;

/** The number of traits. */
export const TRAITS = LEAGUES.length * GAME_STATUSES.length * OFFERS;

/** Returns the first trait of a league and status, to which the offer is added. */
export function kindTrait({ league, status }: Pick<Game, "league" | "status">): number {
  const kind = LEAGUES.indexOf(league) * GAME_STATUSES.length + GAME_STATUSES.indexOf(status);
  return kind * OFFERS;
}

/** Encodes league, status, platforms and clearance as a number below {@linkcode TRAITS}. */
export function traitOf({ game, platforms }: GameRecord): number {
  let offer = game.redistributable === "yes" ? CLEARED : 0;
  for (const { source } of platforms) offer |= 1 << PLATFORMS.indexOf(source);
  return kindTrait(game) + offer;
}

/** Returns the index of a trait's league in {@linkcode LEAGUES}. */
export function leagueIndexOf(trait: number): number {
  return Math.floor(trait / (GAME_STATUSES.length * OFFERS));
}

/** Whether games of a trait may be redistributed. */
export function isCleared(trait: number): boolean {
  return (trait & CLEARED) !== 0;
}

/** Rows without any game. */
export const NO_ROWS: GameRows = {
  records: [],
  kickoffSecs: new Float64Array(0),
  traits: new Uint16Array(0),
};

/** Returns the number of games before a key. */
export function countBefore(rows: GameRows, key: GameKey): number {
  const first = countBeforeSec(rows, key.kickoffSec);
  const end = countBeforeSec(rows, key.kickoffSec + 1);
  // Compares ids only among games with the same kickoff: ids are scattered in memory.
  return lowest([first, end], (row) => (rows.records[row]?.game.id ?? "") >= key.id);
}

/** Returns the number of games that begin before an instant. */
export function countBeforeSec({ kickoffSecs }: GameRows, kickoffSec: number): number {
  return lowest([0, kickoffSecs.length], (row) => (kickoffSecs[row] ?? 0) >= kickoffSec);
}

/** The lowest number for which a monotonic predicate holds, or the end. */
function lowest(
  [start, end]: readonly [start: number, end: number],
  holds: (value: number) => boolean,
): number {
  let [low, high] = [start, end];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Removes existing games and adds others, whose ids must not be among the remaining ones. */
export function patchRows(
  rows: GameRows,
  { removed, added }: {
    readonly removed: ReadonlyArray<GameRecord>;
    readonly added: ReadonlyArray<GameRecord>;
  },
): GameRows {
  const holes = removed.map(({ game }) => countBefore(rows, game)).sort((a, b) => a - b);
  const builder = new RowsBuilder(rows.records.length - removed.length + added.length);
  let [from, hole] = [0, 0];
  const copyUntil = (end: number) => {
    while (from < end) {
      const to = Math.min(holes[hole] ?? end, end);
      builder.copy(rows, from, to);
      from = to;
      if (to !== holes[hole]) continue;
      from++;
      hole++;
    }
  };
  for (const record of added.toSorted((left, right) => compareKeys(left.game, right.game))) {
    copyUntil(countBefore(rows, record.game));
    builder.add(record);
  }
  copyUntil(rows.records.length);
  return builder;
}

/** Columns under construction, filled from the first row. */
class RowsBuilder implements GameRows {
  readonly records: Array<GameRecord> = [];
  readonly kickoffSecs: Float64Array;
  readonly traits: Uint16Array;

  /** `count`: the final number of rows. */
  constructor(count: number) {
    this.kickoffSecs = new Float64Array(count);
    this.traits = new Uint16Array(count);
  }

  add(record: GameRecord): void {
    const at = this.records.push(record) - 1;
    this.kickoffSecs[at] = record.game.kickoffSec;
    this.traits[at] = traitOf(record);
  }

  copy(rows: GameRows, from: number, to: number): void {
    for (let row = from; row < to; row++) {
      const record = rows.records[row];
      if (record === undefined) continue;
      const at = this.records.push(record) - 1;
      this.kickoffSecs[at] = rows.kickoffSecs[row] ?? 0;
      this.traits[at] = rows.traits[row] ?? 0;
    }
  }
}
