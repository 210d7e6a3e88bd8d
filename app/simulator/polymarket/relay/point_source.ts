/**
 * The points of one subscription, and their publication times.
 *
 * @module
 */
import { type Asset } from "../../../../core/market/mod.ts";
import { type ReportSeries } from "../../chainlink/report_series.ts";
import { DELAY_MS_MAX } from "./publish_delay.ts";
import { type RecordedPoints } from "./recorded_points.ts";

/** A value and its second; `publishedMs` is in unix milliseconds of the sandbox's clock. */
export interface PublishedPoint {
  readonly sec: number;
  readonly valueE18: bigint;
  readonly publishedMs: number;
}

/** The points of one asset. */
export interface PointSource {
  /**
   * Returns the points published after one instant and up to another, in the order of their
   * publication. Only seconds that are a multiple of the stride count.
   */
  published(span: {
    readonly afterMs: number;
    readonly untilMs: number;
    readonly strideSec: number;
  }): ReadonlyArray<PublishedPoint>;
  /**
   * Returns the points of the two minutes before an instant that are published by then, by second.
   */
  recent(nowMs: number): ReadonlyArray<PublishedPoint>;
}

/** The range of a snapshot; the relay keeps no more. */
const REACH_MS = 120_000;

/** Makes the oracle's points, replaced by recorded ones where they exist. */
export function makePointSource(
  { series, recorded, delayMs }: {
    readonly series: ReportSeries;
    readonly recorded: { readonly points: RecordedPoints; readonly asset: Asset };
    readonly delayMs: (sec: number) => number;
  },
): PointSource {
  const recordedAt = (sec: number) => {
    const { points, asset } = recorded;
    return points.covers(asset, sec) ? { point: points.point(asset, sec) } : undefined;
  };
  /** Returns the point of a second if it is published within the span. */
  const pointAt = (
    sec: number,
    { afterMs, untilMs }: { readonly afterMs: number; readonly untilMs: number },
  ): PublishedPoint | undefined => {
    const found = recordedAt(sec);
    const delay = found === undefined ? delayMs(sec) : found.point?.delayMs;
    if (delay === undefined) return undefined;
    const publishedMs = sec * 1_000 + delay;
    if (publishedMs <= afterMs || publishedMs > untilMs) return undefined;
    if (found?.point !== undefined) return { sec, valueE18: found.point.valueE18, publishedMs };
    // A second is looked up only when it is due: an average reads sixty reports.
    const report = series.next(sec);
    return report?.observedSec === sec
      ? { sec, valueE18: report.priceE18, publishedMs }
      : undefined;
  };
  return {
    published({ afterMs, untilMs, strideSec }) {
      const recordedMs = recorded.points.delayMsMax(recorded.asset);
      const firstSec = Math.floor((afterMs - Math.max(DELAY_MS_MAX, recordedMs)) / 1_000);
      const found: PublishedPoint[] = [];
      let sec = Math.ceil(firstSec / strideSec) * strideSec;
      for (; sec * 1_000 <= untilMs; sec += strideSec) {
        const point = pointAt(sec, { afterMs, untilMs });
        if (point !== undefined) found.push(point);
      }
      return found.sort((a, b) => a.publishedMs - b.publishedMs);
    },
    recent(nowMs) {
      const found: PublishedPoint[] = [];
      const firstSec = Math.floor((nowMs - REACH_MS) / 1_000) + 1;
      for (let sec = firstSec; sec * 1_000 <= nowMs; sec++) {
        const point = pointAt(sec, { afterMs: -Infinity, untilMs: nowMs });
        if (point !== undefined) found.push(point);
      }
      return found;
    },
  };
}
