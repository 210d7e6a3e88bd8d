/**
 * When the games of a day begin, before anything goes wrong.
 *
 * @module
 */
import { DAY_SEC, UnixSec } from "../../../core/time/mod.ts";
import { easternMinuteSec } from "./eastern_day.ts";
import { type GamePlace } from "./game_number.ts";
import { type PlayedLeague } from "./team/teams_of.ts";

const STEP_SEC = 300;
const NOON = 720;

/** Minutes after Eastern midnight of each slot of a day. A day with fewer games fills the first. */
export const TIMETABLE: Readonly<Record<PlayedLeague, ReadonlyArray<number>>> = {
  nfl: [570, 780, 780, 780, 965, 985, 1140, 1220],
  // Around the clock, and longer than the way from one to the next.
  ncaab: Array.from({ length: 16 }, (_, i) => i * 90),
  nba: [780, 930, 1140, 1140, 1170, 1200, 1320],
  wnba: [900, 1140, 1260, 1320],
  mlb: [125, 330, 755, 790, 970, 1150, 1325],
  nhl: [780, 1020, 1140, 1140, 1170, 1200, 1260, 1320],
  epl: [450, 600, 600, 750, 900],
  laliga: [480, 615, 735, 870, 900],
  mls: [870, 990, 1170, 1170, 1200, 1230, 1350],
  // The first pair may be that of the men, a quarter of an hour later.
  wsl: [465, 570, 705],
};

/**
 * Slots that follow the UTC day: one game begins as it begins, so that one of its games ends early
 * in it, and one as it ends, so that one of its games is always still to be played. Seconds from
 * the start of the UTC day that is named as the Eastern one is.
 */
const UTC_SLOTS: Partial<
  Record<PlayedLeague, { readonly slot: number; readonly atSec: number; readonly steps: number }>
> = {
  ncaab: { slot: 13, atSec: DAY_SEC, steps: 3 },
  nba: { slot: 2, atSec: DAY_SEC - STEP_SEC, steps: 1 },
};
/** Up to so many steps, less one, after its place in the table. */
const JITTER_STEPS: Partial<Record<PlayedLeague, number>> = { ncaab: 4, mlb: 3, nhl: 2, wnba: 2 };

/** Slots of two games of the same teams, and how long after the first the second is to begin. */
export const DOUBLEHEADERS: ReadonlyArray<
  { readonly slot: number; readonly everyDays: number; readonly gapSec: number }
> = [
  { slot: 2, everyDays: 1, gapSec: 210 * 60 },
  // Twenty minutes after the first is expected to end.
  { slot: 3, everyDays: 3, gapSec: 180 * 60 },
];

/** The kickoff of a slot. */
export function slotKickoffSec({ league, dayIndex, slot }: GamePlace, hash: number): UnixSec {
  const utc = UTC_SLOTS[league];
  if (utc?.slot === slot) {
    return UnixSec(dayIndex * DAY_SEC + utc.atSec + (hash % utc.steps) * STEP_SEC);
  }
  const minute = TIMETABLE[league][slot] ?? NOON;
  const steps = hash % (JITTER_STEPS[league] ?? 1);
  return UnixSec(easternMinuteSec(dayIndex, minute) + steps * STEP_SEC);
}

/** Slots whose games are always played as they were planned: they fill hours that others do not. */
export function isSteady(league: PlayedLeague, slot: number): boolean {
  return slot === UTC_SLOTS[league]?.slot || league === "ncaab" || (league === "mlb" && slot < 4);
}
