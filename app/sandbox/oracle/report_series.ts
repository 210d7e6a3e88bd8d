/**
 * Series of reports: what each covers, and which comes before and after.
 *
 * @module
 */
import { type Asset } from "../../../core/market/mod.ts";
import { type World, WORLD_START_SEC } from "../world/world.ts";
import { type RecordedReports } from "./recorded_reports.ts";
import { type Report } from "./report.ts";

/** The reports of one feed, published or not. */
export interface ReportSeries {
  /** The first report observed at this second or later. */
  next(fromSec: number): Report | undefined;
  /** The last report observed at this second or earlier. */
  previous(fromSec: number): Report | undefined;
}

/** The world's spot reports: one a second, and a missed second belongs to the report after. */
export function makeWorldSeries(world: World, asset: Asset): ReportSeries {
  const price = world.price(asset);
  const at = (observedSec: number): Report => {
    let validFromSec = observedSec;
    while (validFromSec > WORLD_START_SEC && price.isMissed(validFromSec - 1)) validFromSec--;
    return { validFromSec, observedSec, priceE18: price.spotPriceE18(observedSec) };
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
 * Recorded reports in place of others: what they cover is theirs alone, so a second in it that
 * no recorded report covers has none.
 */
export function makeOverlaidSeries(base: ReportSeries, recorded: RecordedReports): ReportSeries {
  const { coverage } = recorded;
  /** A report that reaches back into recorded time is left with what comes after it. */
  const clipped = (report: Report): Report => {
    const before = coverage.lastUntil(report.observedSec);
    return before === undefined || before.to <= report.validFromSec
      ? report
      : { ...report, validFromSec: before.to };
  };
  return {
    next(fromSec) {
      for (let sec = fromSec;;) {
        // The last second of recorded time is always an observation, so there is a next one.
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
