/**
 * Reports that were put in place of the world's, and the seconds for which they stand.
 *
 * @module
 */
import { countBelow } from "../count_below.ts";
import { type Coverage, makeCoverage } from "../coverage.ts";
import { type Report } from "./report.ts";

/** The recorded reports of one feed. */
export interface RecordedReports {
  /** Unix seconds in which only recorded reports exist. */
  readonly coverage: Coverage;
  /**
   * Adds reports; they cover the time from the first second of the earliest to the observation
   * of the last. One with the observation of an earlier one replaces it.
   */
  put(reports: ReadonlyArray<Report>): void;
  /** The first one observed at this second or later. */
  next(fromSec: number): Report | undefined;
  /** The last one observed at this second or earlier. */
  previous(fromSec: number): Report | undefined;
}

/** Records nothing yet. */
export function makeRecordedReports(): RecordedReports {
  const coverage = makeCoverage();
  const byObservation = new Map<number, Report>();
  let sorted: ReadonlyArray<Report> = [];
  /** How many are observed before a second. */
  const countBefore = (sec: number) => countBelow(sorted, sec, ({ observedSec }) => observedSec);
  return {
    coverage,
    put(reports) {
      if (reports.length === 0) return;
      let from = Infinity;
      let to = 0;
      for (const report of reports) {
        byObservation.set(report.observedSec, report);
        from = Math.min(from, report.validFromSec);
        to = Math.max(to, report.observedSec + 1);
      }
      coverage.add([{ from, to }]);
      sorted = [...byObservation.values()].sort((a, b) => a.observedSec - b.observedSec);
    },
    next: (fromSec) => sorted[countBefore(fromSec)],
    previous: (fromSec) => sorted[countBefore(fromSec + 1) - 1],
  };
}
