/**
 * Recorded reports that replace the world's, and the seconds that they cover.
 *
 * @module
 */
import { countBelow } from "../kit/count_below.ts";
import { type Coverage, makeCoverage } from "../kit/coverage.ts";
import { type Report } from "./report.ts";

/** The recorded reports of one feed. */
export interface RecordedReports {
  /** The unix seconds in which only recorded reports exist. */
  readonly coverage: Coverage;
  /**
   * Adds reports; they cover the time from the first second of the earliest to the observation of
   * the last. A report with the same observation as an earlier one replaces it.
   */
  put(reports: ReadonlyArray<Report>): void;
  /** Returns the first report observed at this second or later. */
  next(fromSec: number): Report | undefined;
  /** Returns the last report observed at this second or earlier. */
  previous(fromSec: number): Report | undefined;
}

/** Makes an empty recording. */
export function makeRecordedReports(): RecordedReports {
  const coverage = makeCoverage();
  const byObservation = new Map<number, Report>();
  let sorted: ReadonlyArray<Report> = [];
  /** Returns the number of reports observed before a second. */
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
