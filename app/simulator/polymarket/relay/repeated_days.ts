/**
 * A recording that repeats for every day, before and after it.
 *
 * @module
 */
import { type PointTrack, type RecordedPoint } from "./point_track.ts";

/** The points of a recording at any instant. Each keeps its time of day. */
export interface RepeatedDays {
  /** The number of days in the recording, which is its period of repetition. */
  readonly days: number;
  /** The first second that was recorded. */
  readonly firstSec: number;
  /** Returns the point of exactly this second, moved to it. */
  at(sec: number): RecordedPoint | undefined;
  /** Returns the last point of this second or an earlier one. */
  previous(sec: number): RecordedPoint | undefined;
}

const DAY_SEC = 86_400;
/** A recording that runs this little past a whole day does not count another day. */
const OVERHANG_SEC = 3_600;

/**
 * Repeats a track's recording every whole number of days that it spans, from its first second on;
 * the first day is mapped to the day of `beginSec`, or to its own. Gaps of the last day recur in
 * every repetition. Undefined for an empty track.
 */
export function repeatDays(track: PointTrack, beginSec?: number): RepeatedDays | undefined {
  const first = track.coverage.nextFrom(-Infinity);
  const last = track.coverage.lastUntil(Infinity);
  if (first === undefined || last === undefined) return undefined;
  const days = Math.max(1, Math.ceil((last.to - first.from - OVERHANG_SEC) / DAY_SEC));
  const spanSec = days * DAY_SEC;
  const beginShiftSec = (dayOf(beginSec ?? first.from) - dayOf(first.from)) * DAY_SEC;
  /** Maps a query about any second to the recording and its result back. */
  const moved = (sec: number, find: (recordedSec: number) => RecordedPoint | undefined) => {
    const shiftSec = beginShiftSec +
      Math.floor((sec - beginShiftSec - first.from) / spanSec) * spanSec;
    const point = find(sec - shiftSec);
    return point === undefined || shiftSec === 0 ? point : { ...point, sec: point.sec + shiftSec };
  };
  return {
    days,
    firstSec: first.from,
    at: (sec) => moved(sec, track.at),
    // The recording begins with a point, so the same repetition always has an earlier one.
    previous: (sec) => moved(sec, track.previous),
  };
}

/** Returns the day of an instant; days count from 1970-01-01. */
export function dayOf(sec: number): number {
  return Math.floor(sec / DAY_SEC);
}
