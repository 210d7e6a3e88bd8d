/**
 * The numbers of games, from which their league, day and place can be read back.
 *
 * @module
 */
import { PLAYED_LEAGUES, type PlayedLeague } from "./team/teams_of.ts";

/**
 * - `planned`: a game of the calendar.
 * - `make_up`: played in the place of the planned game that differs in its first digit alone.
 * - `unlisted`: on no schedule, and found on a platform only.
 */
export type NumberKind = "planned" | "make_up" | "unlisted";

/** Where a game stands in the calendar: its slot is counted within its league and Eastern day. */
export interface GamePlace {
  readonly kind: NumberKind;
  readonly league: PlayedLeague;
  readonly dayIndex: number;
  readonly slot: number;
}

const SLOTS = 64;
const LEAGUES_MAX = 16;
const BASE_STEP = 100_000_000;
/** Nine digits, as the schedule's provider has them. */
const BASES: ReadonlyArray<readonly [NumberKind, number]> = [
  ["planned", 4 * BASE_STEP],
  ["make_up", 5 * BASE_STEP],
  ["unlisted", 7 * BASE_STEP],
];

/** The number of a place. */
export function gameNumberOf({ kind, league, dayIndex, slot }: GamePlace): number {
  const base = BASES.find(([name]) => name === kind)?.[1] ?? 0;
  return base + (dayIndex * LEAGUES_MAX + PLAYED_LEAGUES.indexOf(league)) * SLOTS + slot;
}

/** The place of a number; undefined where none has it. */
export function placeOf(number: number): GamePlace | undefined {
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
