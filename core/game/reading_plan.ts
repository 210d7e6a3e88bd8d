/**
 * Which day of which league to read next of a schedule that is asked sparingly.
 *
 * Every day has a period by how much may change on it. What is most overdue, measured by its
 * period, is read next. So where there is more to read than calls for it, all of it is read less
 * often by the same factor, and nothing is left out.
 *
 * @module
 */
import {
  addDays,
  type CalendarDay,
  easternDay,
  easternDayRange,
  toDayText,
  UnixSec,
} from "../time/mod.ts";
import { type LeagueCode } from "./league.ts";

/**
 * How much may change on a day:
 * - `live`: a game of it is played, or should be
 * - `today`: games are to come today, or were played a few hours ago
 * - `near`: yesterday, tomorrow, and today where no game is known
 * - `far`: every other
 */
export type DayUrgency = "live" | "today" | "near" | "far";

/** How often days of each urgency are read, in seconds, where there are calls enough. */
export type ReadingPeriods = Readonly<Record<DayUrgency, number>>;

/** The operator chooses how often scores and the day are read; other days are read more rarely. */
export function readingPeriods(
  { scoresSec, scheduleSec }: { readonly scoresSec: number; readonly scheduleSec: number },
): ReadingPeriods {
  return {
    live: scoresSec,
    today: scheduleSec,
    near: Math.max(1_800, scheduleSec),
    far: Math.max(4 * 3_600, scheduleSec),
  };
}

/** What is known of a day of a league. */
export interface DayState {
  /** When it was last read; null: never. */
  readonly readSec: UnixSec | null;
  /** When it last could not be read, if that was after it was; else null. */
  readonly failedSec: UnixSec | null;
  /** Since when it has been to read, where it never was. */
  readonly sinceSec: UnixSec;
}

/** What is known of the games of a day. */
export interface DayGames {
  readonly isPlayed: boolean;
  readonly hasGames: boolean;
}

/** Yesterday's games end, and are corrected, until this long after midnight. */
const AFTER_MIDNIGHT_SEC = 6 * 3_600;

/** How urgent a day is at an instant. */
export function dayUrgency(
  day: CalendarDay,
  { isPlayed, hasGames }: DayGames,
  nowSec: UnixSec,
): DayUrgency {
  if (isPlayed) return "live";
  const today = easternDay(nowSec);
  const text = toDayText(day);
  if (text === toDayText(today)) return hasGames ? "today" : "near";
  if (text === toDayText(addDays(today, 1))) return "near";
  if (text !== toDayText(addDays(today, -1))) return "far";
  const isNight = nowSec - easternDayRange(today).startSec < AFTER_MIDNIGHT_SEC;
  return isNight && hasGames ? "today" : "near";
}

/** What could not be read is tried again no later than this. */
const RETRY_SEC = 300;

/** When a day is to be read again. */
export function dueSec({ readSec, failedSec, sinceSec }: DayState, periodSec: number): UnixSec {
  if (failedSec !== null) return UnixSec(failedSec + Math.min(periodSec, RETRY_SEC));
  return readSec === null ? sinceSec : UnixSec(readSec + periodSec);
}

/** A day of a league that may be read, how urgent it is and when it is due. */
export interface DayToRead {
  readonly league: LeagueCode;
  readonly day: CalendarDay;
  readonly urgency: DayUrgency;
  readonly dueSec: UnixSec;
  readonly periodSec: number;
}

/** The one that is most overdue; where none is due, the one that will be first. */
export function nextToRead(
  days: Iterable<DayToRead>,
  nowSec: UnixSec,
): DayToRead | undefined {
  let next: DayToRead | undefined;
  for (const one of days) {
    if (next === undefined || comesBefore(one, next, nowSec)) next = one;
  }
  return next;
}

function comesBefore(one: DayToRead, other: DayToRead, nowSec: UnixSec): boolean {
  const [late, otherLate] = [nowSec - one.dueSec, nowSec - other.dueSec];
  if (late < 0 || otherLate < 0) return late > otherLate;
  return late / one.periodSec > otherLate / other.periodSec;
}

/**
 * How long to leave the schedule alone after a reading of so many calls, in milliseconds: at most
 * 60 calls begin in any 5 minutes, with some to spare for those that take two at once.
 */
export function restMs(calls: number): number {
  return calls * CALL_GAP_MS;
}

const CALLS_MAX = 60;
const CALLS_SPARE = 3;
const CALL_GAP_MS = Math.ceil(300_000 / (CALLS_MAX - CALLS_SPARE));

/**
 * The days in the order in which they are read for the first time, in rounds: today, then outwards.
 * What a round brings of a league is taken together.
 */
export function firstRounds(
  days: ReadonlyArray<CalendarDay>,
  today: CalendarDay,
): ReadonlyArray<ReadonlyArray<CalendarDay>> {
  const at = days.findIndex((day) => toDayText(day) === toDayText(today));
  const distances = new Map(days.map((day, i) => [day, Math.abs(i - at)]));
  const distanceOf = (day: CalendarDay) => distances.get(day) ?? 0;
  const inOrder = days.toSorted((a, b) => distanceOf(a) - distanceOf(b));
  return ROUND_DISTANCES.map((to, i) => {
    const from = ROUND_DISTANCES[i - 1] ?? -1;
    return inOrder.filter((day) => distanceOf(day) > from && distanceOf(day) <= to);
  }).filter((round) => round.length > 0);
}

/** Up to so many days from today. */
const ROUND_DISTANCES = [0, 1, 3, 7, Infinity];
