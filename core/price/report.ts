/**
 * A report of the oracle, and the target made from it.
 *
 * @module
 */
import { type OraclePrice } from "./oracle_price.ts";
import { type Target } from "./target.ts";

/** One signed report. */
export interface Report extends OraclePrice {
  readonly feedId: string;
  /** The report as it was signed, `0x` and lower-case hex. */
  readonly fullReport: string;
}

/**
 * Returns the target of a window whose start the report covers, or, with `isLate`, of one whose
 * exact second has no report.
 */
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
