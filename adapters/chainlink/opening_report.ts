/**
 * Chooses the report with a window's target.
 *
 * @module
 */
import { Option } from "effect";
import type { OracleReport } from "./report.ts";

/**
 * How late a report may be to replace the one of its second, in seconds, 5 inclusive.
 *
 * Source: the fall-back rule that a venue on the same streams publishes ("the first observation
 * within the following 5 seconds will be used").
 */
export const LATE_SEC_MAX = 5;

/**
 * How long after a second it cannot get its own report any more, in seconds. Reports appear 1 to 2
 * s after their second, so the last late one is there by then too; choosing too early would make a
 * wrong price final.
 */
export const SETTLED_AFTER_SEC = LATE_SEC_MAX + 2;

/** A report, and whether it replaces the one of the requested second. */
export interface OpeningReport {
  readonly report: OracleReport;
  readonly isLate: boolean;
}

/**
 * Returns the report whose time includes the second; if there is none in time, the first one within
 * {@linkcode LATE_SEC_MAX}. Reports may be in any order, and repeated.
 */
export function openingReport(
  reports: ReadonlyArray<OracleReport>,
  { startSec, nowSec }: { readonly startSec: number; readonly nowSec: number },
): Option.Option<OpeningReport> {
  const covering = reports.find((report) =>
    report.validFromSec <= startSec && startSec <= report.observedSec
  );
  if (covering !== undefined) return Option.some({ report: covering, isLate: false });
  if (nowSec - startSec < SETTLED_AFTER_SEC) return Option.none();
  const [late] = reports
    .filter(({ observedSec }) => observedSec > startSec && observedSec <= startSec + LATE_SEC_MAX)
    .toSorted((a, b) => a.observedSec - b.observedSec);
  return late === undefined ? Option.none() : Option.some({ report: late, isLate: true });
}
