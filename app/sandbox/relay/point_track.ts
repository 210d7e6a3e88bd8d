/**
 * The recorded points of one asset, and the seconds for which they stand.
 *
 * @module
 */
import { countBelow } from "../count_below.ts";
import { type Coverage, makeCoverage } from "../coverage.ts";

/** One recorded value of an asset's 60 s average. */
export interface RecordedPoint {
  /** Unix seconds. */
  readonly sec: number;
  /** Scaled by 10^18. */
  readonly valueE18: bigint;
  /** From its second to its publication, in milliseconds of the sandbox's clock. */
  readonly delayMs: number;
}

/** The longest that a point may come after its second, in milliseconds of the sandbox's clock. */
export const DELAY_MS_MAX = 3_600_000;
/** The last time that a point may have, in unix milliseconds: in the year 2096. */
export const POINT_MS_MAX = 3_976_214_400_000;

/** Points by their second; grows by {@linkcode PointTrack.put}. */
export interface PointTrack {
  /** Unix seconds in which only these points exist. */
  readonly coverage: Coverage;
  /**
   * Adds points; they cover the time from the first of them to the last. One of a second that has
   * a point already replaces it.
   */
  put(points: ReadonlyArray<RecordedPoint>): void;
  /** The point of exactly this second. */
  at(sec: number): RecordedPoint | undefined;
  /** The last point of this second or an earlier one. */
  previous(sec: number): RecordedPoint | undefined;
  /** The longest delay of a point that was ever put, in milliseconds. */
  delayMsMax(): number;
  /** How many points there are. */
  count(): number;
}

/** A track without a point. */
export function makePointTrack(): PointTrack {
  const coverage = makeCoverage();
  const bySec = new Map<number, RecordedPoint>();
  /** The seconds in order; undefined while something was put since they were last asked for. */
  let sorted: ReadonlyArray<number> | undefined = [];
  let delayMsMax = 0;
  return {
    coverage,
    put(points) {
      if (points.length === 0) return;
      let from = Infinity;
      let to = -Infinity;
      for (const point of points) {
        bySec.set(point.sec, point);
        from = Math.min(from, point.sec);
        to = Math.max(to, point.sec + 1);
        delayMsMax = Math.max(delayMsMax, point.delayMs);
      }
      coverage.add([{ from, to }]);
      sorted = undefined;
    },
    at: (sec) => bySec.get(sec),
    previous(sec) {
      sorted ??= [...bySec.keys()].sort((a, b) => a - b);
      const latest = sorted[countBelow(sorted, sec + 1, (each) => each) - 1];
      return latest === undefined ? undefined : bySec.get(latest);
    },
    delayMsMax: () => delayMsMax,
    count: () => bySec.size,
  };
}
