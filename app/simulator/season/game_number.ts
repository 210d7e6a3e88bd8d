/**
 * The numbers of games, which encode their league, day and slot.
 *
 * @module
 */
import { PLAYED_LEAGUES, type PlayedLeague } from "./team/teams_of.ts";

/**
 * The kinds of game numbers.
 *
 * - `planned`: a game of the calendar.
 * - `make_up`: replaces the planned game whose number differs only in the first digit.
 * - `unlisted`: on no schedule, and found on a platform only.
 */
export type NumberKind = "planned" | "make_up" | "unlisted";

/** A game's position in the calendar: its slot is counted within its league and Eastern day. */
export interface GamePosition {
  readonly kind: NumberKind;
  readonly league: PlayedLeague;
  readonly dayIndex: number;
  readonly slot: number;
}

const SLOTS = 64;
const LEAGUES_MAX = 16;
const BASE_STEP = 100_000_000;
/** Nine digits, like the schedule provider's. */
const BASES: ReadonlyArray<readonly [NumberKind, number]> = [
  ["planned", 4 * BASE_STEP],
  ["make_up", 5 * BASE_STEP],
  ["unlisted", 7 * BASE_STEP],
];

/** Returns the number of a position. */
export function gameNumberOf({ kind, league, dayIndex, slot }: GamePosition): number {
  const base = BASES.find(([name]) => name === kind)?.[1] ?? 0;
  return base + (dayIndex * LEAGUES_MAX + PLAYED_LEAGUES.indexOf(league)) * SLOTS + slot;
}

/** Returns the position of a number; undefined for an invalid number. */
export function positionOf(number: number): GamePosition | undefined {
  const [kind, base] = BASES.find(([, from]) => number >= from && number < from + BASE_STEP) ?? [];
  if (kind === undefined || base === undefined || !Number.isInteger(number)) return undefined;
  const row = Math.floor((number - base) / SLOTS);
  const league = PLAYED_LEAGUES[row % LEAGUES_MAX];
  return league && {
    kind,
    league,
    dayIndex: Math.floor(row / LEAGUES_MAX),
    slot: (number - base) % SLOTS,
  };
}
