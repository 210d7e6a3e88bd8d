/**
 * A recording that stands for every day, before and after it.
 *
 * @module
 */
import { type PointTrack, type RecordedPoint } from "./point_track.ts";

/** The points of a recording at any instant. Each keeps its time of day. */
export interface RepeatedDays {
  /** How many days the recording spans, which is how often it is repeated. */
  readonly days: number;
  /** The first second that was recorded. */
  readonly firstSec: number;
  /** The point of exactly this second, moved to it. */
  at(sec: number): RecordedPoint | undefined;
  /** The last point of this second or an earlier one. */
  previous(sec: number): RecordedPoint | undefined;
}

const DAY_SEC = 86_400;
/** A recorder that was stopped this little after a whole day has recorded no further day. */
const OVERHANG_SEC = 3_600;

/**
 * Repeats what a track covers, from its first second on, every whole number of days that it
 * spans; the first of them stands for the day of `beginSec`, or for its own. What the last of these
 * days lacks is missing in every repetition. Undefined for a track without a point.
 */
export function repeatDays(track: PointTrack, beginSec?: number): RepeatedDays | undefined {
  const first = track.coverage.nextFrom(-Infinity);
  const last = track.coverage.lastUntil(Infinity);
  if (first === undefined || last === undefined) return undefined;
  const days = Math.max(1, Math.ceil((last.to - first.from - OVERHANG_SEC) / DAY_SEC));
  const spanSec = days * DAY_SEC;
  const beginShiftSec = (dayOf(beginSec ?? first.from) - dayOf(first.from)) * DAY_SEC;
  /** Answers a question about a second of the recording with what it is at the second asked. */
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
    // The recording begins with a point, so there is always one behind in the same repetition.
    previous: (sec) => moved(sec, track.previous),
  };
}

/** Days count from 1970-01-01. */
export function dayOf(sec: number): number {
  return Math.floor(sec / DAY_SEC);
}
