/**
 * A report of the oracle, and the target it gives a window.
 *
 * @module
 */
import { type Observation } from "./observation.ts";
import { type Target } from "./target.ts";

/** One signed report. */
export interface Report extends Observation {
  readonly feedId: string;
  /** The report as it was signed, `0x` and lower-case hex. */
  readonly fullReport: string;
}

/** The target of a window whose start the report covers, or for which it stands in (`isLate`). */
export function reportTarget(report: Report, { isLate }: { readonly isLate: boolean }): Target {
  const { stream, feedId, validFromSec, observedSec, priceE18, fullReport } = report;
  const source = stream === "spot" ? "oracle" : "oracle_twap";
  return {
    priceE18,
    source: isLate ? `${source}_late` : source,
    evidence: {
      kind: "report",
      stream,
      feedId,
      validFromSec,
      observedSec,
      priceE18: priceE18.toString(),
      fullReport,
    },
  };
}
