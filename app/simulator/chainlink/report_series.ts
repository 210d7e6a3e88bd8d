/**
 * Series of reports: what each covers, and its predecessor and successor.
 *
 * @module
 */
import { type Asset } from "../../../core/market/mod.ts";
import { type World, WORLD_START_SEC } from "../world/world.ts";
import { type RecordedReports } from "./recorded_reports.ts";
import { type Report } from "./report.ts";

/** The reports of one feed, published or not. */
export interface ReportSeries {
  /** Returns the first report observed at this second or later. */
  next(fromSec: number): Report | undefined;
  /** Returns the last report observed at this second or earlier. */
  previous(fromSec: number): Report | undefined;
}

/** Reports that a feed keeps: an average reads each of the last 60 seconds again every second. */
const RECENT_COUNT = 512;

/** Makes the world's spot reports: one per second; the next report covers a missed second. */
export function makeWorldSeries(world: World, asset: Asset): ReportSeries {
  const price = world.price(asset);
  const recent = new Array<Report | undefined>(RECENT_COUNT);
  const at = (observedSec: number): Report => {
    const known = recent[observedSec % RECENT_COUNT];
    if (known?.observedSec === observedSec) return known;
    let validFromSec = observedSec;
    while (validFromSec > WORLD_START_SEC && price.isMissed(validFromSec - 1)) validFromSec--;
    const report = { validFromSec, observedSec, priceE18: price.spotPriceE18(observedSec) };
    recent[observedSec % RECENT_COUNT] = report;
    return report;
  };
  return {
    next(fromSec) {
      let sec = Math.max(fromSec, WORLD_START_SEC);
      while (price.isMissed(sec)) sec++;
      return at(sec);
    },
    previous(fromSec) {
      let sec = fromSec;
      while (sec >= WORLD_START_SEC && price.isMissed(sec)) sec--;
      return sec < WORLD_START_SEC ? undefined : at(sec);
    },
  };
}

/**
 * Overlays a series with recorded reports. Only they count in the time that they cover, so a second
 * of it without a recorded report has none.
 */
export function makeOverlaidSeries(base: ReportSeries, recorded: RecordedReports): ReportSeries {
  const { coverage } = recorded;
  /** Trims a report that reaches back into recorded time to the seconds after it. */
  const clipped = (report: Report): Report => {
    const before = coverage.lastUntil(report.observedSec);
    return before === undefined || before.to <= report.validFromSec
      ? report
      : { ...report, validFromSec: before.to };
  };
  return {
    next(fromSec) {
      for (let sec = fromSec;;) {
        // The last second of recorded time is always an observation, so a next report exists.
        if (coverage.at(sec) !== undefined) return recorded.next(sec);
        const report = base.next(sec);
        const ahead = coverage.nextFrom(sec);
        if (report === undefined) return ahead === undefined ? undefined : recorded.next(sec);
        if (ahead === undefined || report.observedSec < ahead.from) return clipped(report);
        sec = ahead.from;
      }
    },
    previous(fromSec) {
      for (let sec = fromSec;;) {
        const span = coverage.at(sec);
        if (span !== undefined) {
          const report = recorded.previous(sec);
          if (report !== undefined && report.observedSec >= span.from) return report;
          sec = span.from - 1;
          continue;
        }
        const report = base.previous(sec);
        const behind = coverage.lastUntil(sec);
        if (report === undefined) return behind === undefined ? undefined : recorded.previous(sec);
        if (behind === undefined || report.observedSec >= behind.to) return clipped(report);
        sec = behind.to - 1;
      }
    },
  };
}
