/**
 * Chooses which day of which league to read next from a schedule with a limited call rate.
 *
 * The period of each day depends on how much may change on it. The day that is most overdue
 * relative to its period is read next. If calls are short, every day is read less often by the same
 * factor, and none is left out.
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
 * - `live`: one of its games is in play, or should be
 * - `today`: games are still to come today, or ended a few hours ago, or may go on
 * - `near`: yesterday, tomorrow, and today if it has no known game
 * - `far`: every other day
 */
export type DayUrgency = "live" | "today" | "near" | "far";

/** The reading period of each urgency, in seconds, if there are enough calls. */
export type ReadingPeriods = Readonly<Record<DayUrgency, number>>;

/** Returns the periods. The operator sets those of `live` and `today`; other days are rarer. */
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

/** When a day of a league was read. */
export interface DayState {
  /** When it was last read; null if never. */
  readonly readSec: UnixSec | null;
  /** When reading it last failed, if later than `readSec`; else null. */
  readonly failedSec: UnixSec | null;
  /** Since when it has been due, if it was never read. */
  readonly sinceSec: UnixSec;
}

/** Whether a day has games, any in play, and any that was stopped and may go on. */
export interface DayGames {
  readonly isPlayed: boolean;
  readonly isStopped: boolean;
  readonly hasGames: boolean;
}

/** Yesterday's games end and are corrected until this long after midnight. */
const AFTER_MIDNIGHT_SEC = 6 * 3_600;

/** Returns how urgent a day is at an instant. */
export function dayUrgency(
  day: CalendarDay,
  { isPlayed, isStopped, hasGames }: DayGames,
  nowSec: UnixSec,
): DayUrgency {
  if (isPlayed) return "live";
  if (isStopped) return "today";
  const today = easternDay(nowSec);
  const text = toDayText(day);
  if (text === toDayText(today)) return hasGames ? "today" : "near";
  if (text === toDayText(addDays(today, 1))) return "near";
  if (text !== toDayText(addDays(today, -1))) return "far";
  const isNight = nowSec - easternDayRange(today).startSec < AFTER_MIDNIGHT_SEC;
  return isNight && hasGames ? "today" : "near";
}

/** Maximum wait before a failed reading is retried. */
const RETRY_SEC = 300;

/** Returns when a day is due to be read again. */
export function dueSec({ readSec, failedSec, sinceSec }: DayState, periodSec: number): UnixSec {
  if (failedSec !== null) return UnixSec(failedSec + Math.min(periodSec, RETRY_SEC));
  return readSec === null ? sinceSec : UnixSec(readSec + periodSec);
}

/** A day of a league with its urgency and due time. */
export interface DayToRead {
  readonly league: LeagueCode;
  readonly day: CalendarDay;
  readonly urgency: DayUrgency;
  readonly dueSec: UnixSec;
  readonly periodSec: number;
}

/** Returns the most overdue day; if none is due, the one that is due first. */
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
 * Returns the pause after a reading of `calls` calls, in milliseconds: at most 60 calls begin in
 * any 5 minutes, with 3 to spare for readings that take two calls together.
 */
export function restMs(calls: number): number {
  return calls * CALL_GAP_MS;
}

const CALLS_MAX = 60;
const CALLS_SPARE = 3;
const CALL_GAP_MS = Math.ceil(300_000 / (CALLS_MAX - CALLS_SPARE));

/**
 * Returns the days in rounds, in the order of the first reading: today, then outwards. The days of
 * one round of a league are applied together.
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

/** Maximum distance of each round from today, in days. */
const ROUND_DISTANCES = [0, 1, 3, 7, Infinity];
