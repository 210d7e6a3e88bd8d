/**
 * The oracle's time-weighted averages, computed from its spot reports.
 *
 * @module
 */
import { type Report } from "./report.ts";
import { type ReportSeries } from "./report_series.ts";

/**
 * Makes the average over a lookback as a series, with a report wherever the spot feed has one.
 *
 * `TWAP(t) = sum of price x seconds inside (t - W, t], divided by W`. A missed second counts with
 * the price of the report after it, which covers it. A lookback that is not fully covered has no
 * average: the divisor never shrinks.
 */
export function makeTwapSeries(spot: ReportSeries, windowSec: number): ReportSeries {
  return {
    next(fromSec) {
      for (let report = spot.next(fromSec); report !== undefined;) {
        const priceE18 = average(spot, report, windowSec);
        if (priceE18 !== undefined) return { ...report, priceE18 };
        report = spot.next(report.observedSec + 1);
      }
      return undefined;
    },
    previous(fromSec) {
      for (let report = spot.previous(fromSec); report !== undefined;) {
        const priceE18 = average(spot, report, windowSec);
        if (priceE18 !== undefined) return { ...report, priceE18 };
        report = spot.previous(report.observedSec - 1);
      }
      return undefined;
    },
  };
}

function average(spot: ReportSeries, latest: Report, windowSec: number): bigint | undefined {
  const beforeSec = latest.observedSec - windowSec;
  let sum = 0n;
  for (let report = latest;;) {
    const fromSec = Math.max(report.validFromSec, beforeSec + 1);
    sum += report.priceE18 * BigInt(report.observedSec - fromSec + 1);
    if (fromSec === beforeSec + 1) break;
    const earlier = spot.previous(fromSec - 1);
    if (earlier?.observedSec !== fromSec - 1) return undefined;
    report = earlier;
  }
  // Every average seen from the real oracle is a double converted to an integer.
  return BigInt(Number(sum / BigInt(windowSec)));
}
