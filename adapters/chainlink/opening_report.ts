/**
 * Chooses the report that gives a window its target.
 *
 * @module
 */
import { Option } from "effect";
import type { OracleReport } from "./report.ts";

/**
 * How late a report may be and still stand in for a second that has none, 5 included.
 *
 * Source: the fall-back rule that a venue on the same streams publishes ("the first observation
 * within the following 5 seconds will be used").
 */
export const LATE_SEC_MAX = 5;

/**
 * When to believe that a second will not get its own report any more. Reports appear 1 to 2 s
 * after their second, so by then the last one that may stand in is there, too; to take one too
 * early would be wrong for ever.
 */
export const SETTLED_AFTER_SEC = LATE_SEC_MAX + 2;

/** A report, and whether it only stands in for the second asked for. */
export interface OpeningReport {
  readonly report: OracleReport;
  readonly isLate: boolean;
}

/**
 * The report whose time includes the second; once the second has settled without one, the first
 * report within {@linkcode LATE_SEC_MAX}. Reports may come in any order, and doubled.
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
