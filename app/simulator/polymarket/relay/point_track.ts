/**
 * The recorded points of one asset, and the seconds that they cover.
 *
 * @module
 */
import { countBelow } from "../../kit/count_below.ts";
import { type Coverage, makeCoverage } from "../../kit/coverage.ts";

/** One recorded value of an asset's 60 s average. */
export interface RecordedPoint {
  /** Unix seconds. */
  readonly sec: number;
  /** Scaled by 10^18. */
  readonly valueE18: bigint;
  /** Milliseconds of the sandbox's clock from its second to its publication. */
  readonly delayMs: number;
}

/** The maximum delay of a point after its second, in milliseconds of the sandbox's clock. */
export const DELAY_MS_MAX = 3_600_000;
/** The latest time of a point, in unix milliseconds: in the year 2096. */
export const POINT_MS_MAX = 3_976_214_400_000;

/** Points by their second; grows by {@linkcode PointTrack.put}. */
export interface PointTrack {
  /** Unix seconds in which only these points exist. */
  readonly coverage: Coverage;
  /**
   * Adds points; they cover the time from the first of them to the last. A point replaces an
   * earlier one of the same second.
   */
  put(points: ReadonlyArray<RecordedPoint>): void;
  /** Returns the point of exactly this second. */
  at(sec: number): RecordedPoint | undefined;
  /** Returns the last point of this second or an earlier one. */
  previous(sec: number): RecordedPoint | undefined;
  /** Returns the longest delay ever recorded, in milliseconds. */
  delayMsMax(): number;
  /** Returns the number of points. */
  count(): number;
}

/** Makes an empty track. */
export function makePointTrack(): PointTrack {
  const coverage = makeCoverage();
  const bySec = new Map<number, RecordedPoint>();
  /** The seconds in order; undefined until they are read after a change. */
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
