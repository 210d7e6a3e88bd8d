/**
 * Games in the order of every listing, in columns, so that a filter reads only what it asks for.
 *
 * @module
 */
import { type Game } from "../game.ts";
import { type GameRecord } from "../game_record.ts";
import { LEAGUES } from "../league.ts";
import { PLATFORMS } from "../platform.ts";
import { GAME_STATUSES } from "../status.ts";

/** By kickoff, then by id. One place in every column is one game. Never changed once made. */
export interface GameRows {
  readonly records: ReadonlyArray<GameRecord>;
  readonly kickoffSecs: Float64Array;
  /** All that filters ask for, in one number: {@linkcode traitOf}. */
  readonly traits: Uint16Array;
}

/** A place in the order of listings: behind that game, whether or not it is there. */
export interface GameKey {
  readonly kickoffSec: number;
  readonly id: string;
}

/** Before 0, at 0 or behind 0, as listings have them. */
export function compareKeys(left: GameKey, right: GameKey): number {
  if (left.kickoffSec !== right.kickoffSec) return left.kickoffSec - right.kickoffSec;
  return left.id < right.id ? -1 : left.id > right.id ? 1 : 0;
}

/** The bit of games that may be passed on. Those below are of platforms, by their places. */
export const CLEARED = 1 << PLATFORMS.length;

/** How many different offers there are: sets of platforms, cleared or not. */
export const OFFERS = CLEARED << 1;

/** How many traits there are. */
export const TRAITS = LEAGUES.length * GAME_STATUSES.length * OFFERS;

/** The first trait of a league and status, which the offer is added to. */
export function kindTrait({ league, status }: Pick<Game, "league" | "status">): number {
  const kind = LEAGUES.indexOf(league) * GAME_STATUSES.length + GAME_STATUSES.indexOf(status);
  return kind * OFFERS;
}

/** A number below {@linkcode TRAITS}: league, status, platforms and whether it is cleared. */
export function traitOf({ game, platforms }: GameRecord): number {
  let offer = game.redistributable === "yes" ? CLEARED : 0;
  for (const { source } of platforms) offer |= 1 << PLATFORMS.indexOf(source);
  return kindTrait(game) + offer;
}

/** The league of a trait, by its place. */
export function leaguePlaceOf(trait: number): number {
  return Math.floor(trait / (GAME_STATUSES.length * OFFERS));
}

/** Whether games of a trait may be passed on. */
export function isCleared(trait: number): boolean {
  return (trait & CLEARED) !== 0;
}

/** No games. */
export const NO_ROWS: GameRows = {
  records: [],
  kickoffSecs: new Float64Array(0),
  traits: new Uint16Array(0),
};

/** How many games stand before a place in the order. */
export function countBefore(rows: GameRows, key: GameKey): number {
  const first = countBeforeSec(rows, key.kickoffSec);
  const end = countBeforeSec(rows, key.kickoffSec + 1);
  // Ids are asked for only among games that begin at once: they lie all over the memory.
  return lowest([first, end], (row) => (rows.records[row]?.game.id ?? "") >= key.id);
}

/** How many games begin before an instant. */
export function countBeforeSec({ kickoffSecs }: GameRows, kickoffSec: number): number {
  return lowest([0, kickoffSecs.length], (row) => (kickoffSecs[row] ?? 0) >= kickoffSec);
}

/** The lowest number from which on something holds, or the end. */
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

/** Takes games out, which are there, and puts others in, whose ids are not there otherwise. */
export function patchRows(
  rows: GameRows,
  { removed, added }: {
    readonly removed: ReadonlyArray<GameRecord>;
    readonly added: ReadonlyArray<GameRecord>;
  },
): GameRows {
  const holes = removed.map(({ game }) => countBefore(rows, game)).sort((a, b) => a - b);
  const draft = new Draft(rows.records.length - removed.length + added.length);
  let [from, hole] = [0, 0];
  const copyUntil = (end: number) => {
    while (from < end) {
      const to = Math.min(holes[hole] ?? end, end);
      draft.copy(rows, from, to);
      from = to;
      if (to !== holes[hole]) continue;
      from++;
      hole++;
    }
  };
  for (const record of added.toSorted((left, right) => compareKeys(left.game, right.game))) {
    copyUntil(countBefore(rows, record.game));
    draft.add(record);
  }
  copyUntil(rows.records.length);
  return draft;
}

/** Columns that are being filled, from the first row on. */
class Draft implements GameRows {
  readonly records: Array<GameRecord> = [];
  readonly kickoffSecs: Float64Array;
  readonly traits: Uint16Array;

  /** So many rows in the end. */
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
