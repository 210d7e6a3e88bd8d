/**
 * The planned kickoffs of a day's games.
 *
 * @module
 */
import { DAY_SEC, UnixSec } from "../../../core/time/mod.ts";
import { easternMinuteSec } from "./eastern_day.ts";
import { type GamePosition } from "./game_number.ts";
import { type PlayedLeague } from "./team/teams_of.ts";

const STEP_SEC = 300;
const NOON = 720;

/**
 * Minutes after Eastern midnight of each slot of a day. A day with fewer games uses the first
 * slots.
 */
export const TIMETABLE: Readonly<Record<PlayedLeague, ReadonlyArray<number>>> = {
  nfl: [570, 780, 780, 780, 965, 985, 1140, 1220],
  // Around the clock, and longer than the interval between them.
  ncaab: Array.from({ length: 16 }, (_, i) => i * 90),
  nba: [780, 930, 1140, 1140, 1170, 1200, 1320],
  wnba: [900, 1140, 1260, 1320],
  mlb: [125, 330, 755, 790, 970, 1150, 1325],
  nhl: [780, 1020, 1140, 1140, 1170, 1200, 1260, 1320],
  epl: [450, 600, 600, 750, 900],
  laliga: [480, 615, 735, 870, 900],
  mls: [870, 990, 1170, 1170, 1200, 1230, 1350],
  // The first pair may be the men's, a quarter of an hour later.
  wsl: [465, 570, 705],
};

/**
 * Slots aligned to the UTC day: one game begins as the day begins, so that a game ends early in it,
 * and one as it ends, so that a game is always still to come. Seconds from the start of the UTC day
 * with the date of the Eastern one.
 */
const UTC_SLOTS: Partial<
  Record<PlayedLeague, { readonly slot: number; readonly atSec: number; readonly steps: number }>
> = {
  ncaab: { slot: 13, atSec: DAY_SEC, steps: 3 },
  nba: { slot: 2, atSec: DAY_SEC - STEP_SEC, steps: 1 },
};
/** A kickoff is up to this many steps, minus one, after its time in the table. */
const JITTER_STEPS: Partial<Record<PlayedLeague, number>> = { ncaab: 4, mlb: 3, nhl: 2, wnba: 2 };

/** Slots of doubleheaders, and the planned distance of the second game from the first. */
export const DOUBLEHEADERS: ReadonlyArray<
  { readonly slot: number; readonly everyDays: number; readonly gapSec: number }
> = [
  { slot: 2, everyDays: 1, gapSec: 210 * 60 },
  // Twenty minutes after the expected end of the first.
  { slot: 3, everyDays: 3, gapSec: 180 * 60 },
];

/** Returns the kickoff of a slot. */
export function slotKickoffSec({ league, dayIndex, slot }: GamePosition, hash: number): UnixSec {
  const utc = UTC_SLOTS[league];
  if (utc?.slot === slot) {
    return UnixSec(dayIndex * DAY_SEC + utc.atSec + (hash % utc.steps) * STEP_SEC);
  }
  const minute = TIMETABLE[league][slot] ?? NOON;
  const steps = hash % (JITTER_STEPS[league] ?? 1);
  return UnixSec(easternMinuteSec(dayIndex, minute) + steps * STEP_SEC);
}

/**
 * Returns whether a slot's games are always played as planned, to fill hours without other games.
 */
export function isSteady(league: PlayedLeague, slot: number): boolean {
  return slot === UTC_SLOTS[league]?.slot || league === "ncaab" || (league === "mlb" && slot < 4);
}
