/**
 * The recorded averages of the oracle, shared by the simulators of a process, so that relay, site
 * and metadata agree.
 *
 * @module
 */
import { type Asset } from "../../../../core/market/mod.ts";
import { makePointTrack, type PointTrack, type RecordedPoint } from "./point_track.ts";
import { repeatDays, type RepeatedDays } from "./repeated_days.ts";

export { type RecordedPoint } from "./point_track.ts";

/** Recorded points of every asset. Seconds are unix seconds. */
export interface RecordedPoints {
  /**
   * Adds points, which cover the time from the first of them to the last: a second between them
   * without a point has no value. A point replaces an earlier one of the same second.
   */
  put(asset: Asset, points: ReadonlyArray<RecordedPoint>): void;
  /**
   * Adds points of a recording that repeats for every day, before and after it. Points that are
   * {@linkcode RecordedPoints.put} take precedence.
   */
  putDaily(asset: Asset, points: ReadonlyArray<RecordedPoint>): void;
  /** Returns whether there is room for this many more points. */
  hasRoom(count: number): boolean;
  /** Returns whether only recorded points exist in this second. */
  covers(asset: Asset, sec: number): boolean;
  /** Returns the recorded value of exactly this second, scaled by 10^18. */
  at(asset: Asset, sec: number): bigint | undefined;
  /** Returns the recorded point of exactly this second. */
  point(asset: Asset, sec: number): RecordedPoint | undefined;
  /** Returns the last recorded point of this second or an earlier one. */
  previous(asset: Asset, sec: number): RecordedPoint | undefined;
  /** Returns the longest delay of an asset's points, in milliseconds. */
  delayMsMax(asset: Asset): number;
  /** Returns the recording that repeats for every day. */
  recordingOf(asset: Asset): DailyRecording | undefined;
}

/** The number of days it spans from its first second on, and its points. */
export interface DailyRecording extends Pick<RepeatedDays, "days" | "firstSec"> {
  readonly points: number;
}

/** The recordings of one asset: a daily one, and the points of single days, which replace it. */
interface AssetPoints {
  readonly dated: PointTrack;
  readonly daily: PointTrack;
  /** Undefined until it is read after a change of the recording. */
  days: RepeatedDays | undefined;
}

/** 23 days of one asset, in about 300 MB. */
const POINTS_MAX = 2_000_000;

/**
 * Makes an empty recording. The first day of a daily recording is mapped to the day of `beginSec`;
 * without it, to its own day.
 */
export function makeRecordedPoints(beginSec?: number): RecordedPoints {
  const assets = new Map<Asset, AssetPoints>();
  const madeOf = (asset: Asset) => {
    const known = assets.get(asset);
    if (known !== undefined) return known;
    const made = { dated: makePointTrack(), daily: makePointTrack(), days: undefined };
    assets.set(asset, made);
    return made;
  };
  const daysOf = (asset: Asset) => {
    const points = assets.get(asset);
    return points && (points.days ??= repeatDays(points.daily, beginSec));
  };
  const isDated = (asset: Asset, sec: number) =>
    assets.get(asset)?.dated.coverage.at(sec) !== undefined;
  const point = (asset: Asset, sec: number) =>
    isDated(asset, sec) ? assets.get(asset)?.dated.at(sec) : daysOf(asset)?.at(sec);
  return {
    put: (asset, points) => madeOf(asset).dated.put(points),
    putDaily(asset, points) {
      const made = madeOf(asset);
      made.daily.put(points);
      made.days = undefined;
    },
    hasRoom(count) {
      let total = 0;
      for (const { dated, daily } of assets.values()) total += dated.count() + daily.count();
      return total + count <= POINTS_MAX;
    },
    covers: (asset, sec) => isDated(asset, sec) || daysOf(asset) !== undefined,
    at: (asset, sec) => point(asset, sec)?.valueE18,
    point,
    previous(asset, sec) {
      const dated = assets.get(asset)?.dated.previous(sec);
      // Dated points end with a point, so a daily one that they cover is never the later one.
      const daily = isDated(asset, sec) ? undefined : daysOf(asset)?.previous(sec);
      return daily === undefined || (dated !== undefined && dated.sec >= daily.sec) ? dated : daily;
    },
    delayMsMax(asset) {
      const points = assets.get(asset);
      return Math.max(points?.dated.delayMsMax() ?? 0, points?.daily.delayMsMax() ?? 0);
    },
    recordingOf(asset) {
      const repeated = daysOf(asset);
      const points = assets.get(asset)?.daily.count();
      if (repeated === undefined || points === undefined) return undefined;
      const { days, firstSec } = repeated;
      return { days, firstSec, points };
    },
  };
}
