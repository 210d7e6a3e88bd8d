/**
 * The points that one subscription is about, and when each is published.
 *
 * @module
 */
import { type Asset } from "../../../core/market/mod.ts";
import { type ReportSeries } from "../oracle/report_series.ts";
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
   * Those published later than one instant and no later than another, in the order of their
   * publication. Only seconds that are a multiple of the stride are looked at.
   */
  published(span: {
    readonly afterMs: number;
    readonly untilMs: number;
    readonly strideSec: number;
  }): ReadonlyArray<PublishedPoint>;
  /** Those of the two minutes before an instant that are published by then, by second. */
  recent(nowMs: number): ReadonlyArray<PublishedPoint>;
}

/** How far back a snapshot reaches; the relay keeps no more. */
const REACH_MS = 120_000;

/** The oracle's points, with recorded ones in their place where there are such. */
export function makePointSource(
  { series, recorded, delayMs }: {
    readonly series: ReportSeries;
    /** Omitted where nothing is ever recorded. */
    readonly recorded?: { readonly points: RecordedPoints; readonly asset: Asset };
    readonly delayMs: (sec: number) => number;
  },
): PointSource {
  const recordedAt = (sec: number) => {
    if (recorded?.points.covers(recorded.asset, sec) !== true) return undefined;
    return { point: recorded.points.point(recorded.asset, sec) };
  };
  /** The point of a second, if there is one that is published within the span. */
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
    // A second is looked up only once it is due: an average is sixty reports' work.
    const report = series.next(sec);
    return report?.observedSec === sec
      ? { sec, valueE18: report.priceE18, publishedMs }
      : undefined;
  };
  return {
    published({ afterMs, untilMs, strideSec }) {
      const recordedMs = recorded?.points.delayMsMax(recorded.asset) ?? 0;
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
