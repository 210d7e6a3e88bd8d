/**
 * The reports published so far, in their wire format.
 *
 * @module
 */
import { type SandboxClock } from "../kit/clock.ts";
import { encodeFullReport } from "./full_report.ts";
import { type OracleSeries } from "./oracle_series.ts";
import { type RecordedReports } from "./recorded_reports.ts";
import { type Report } from "./report.ts";

/** A report on the wire. Timestamps are unix seconds. */
export interface WireReport {
  readonly feedID: string;
  readonly validFromTimestamp: number;
  readonly observationsTimestamp: number;
  readonly fullReport: string;
}

/** The reports of all feeds. Ids are known ones, in lower case. */
export interface OracleReports {
  /** By feed id: receives recorded reports. */
  readonly recorded: ReadonlyMap<string, RecordedReports>;
  /** Returns the latest published report. */
  latest(feedId: string): WireReport | undefined;
  /** Returns the last second whose reports are already published. */
  publishedSec(): number;
  /**
   * Returns the first report observed in these seconds, both included, published or not. A report
   * that covers a multiple of the stride begins where the one that covers the previous multiple
   * ended, as if all between had been missed.
   */
  next(
    feedId: string,
    seconds: { readonly fromSec: number; readonly untilSec: number; readonly strideSec: number },
  ): WireReport | undefined;
  /** Returns the report that covers a second, once it is published. */
  at(feedId: string, sec: number): WireReport | undefined;
  /** Returns the reports observed at a second or later, in order. */
  page(
    feedId: string,
    options: { readonly startSec: number; readonly limit: number },
  ): ReadonlyArray<WireReport>;
}

/** Delay from the observation to the publication; 1.1 to 2.2 s were measured on the real oracle. */
const PUBLISH_DELAY_MS = 1_500;

/** Returns the virtual unix milliseconds at which the reports of a second are published. */
export function publishedAtMs(sec: number): number {
  return sec * 1_000 + PUBLISH_DELAY_MS;
}

/** Makes the reports of every feed, revealed as they are published. */
export function makeOracleReports(
  { recorded, series }: OracleSeries,
  clock: SandboxClock,
): OracleReports {
  const publishedSec = () => Math.floor((clock.nowMs() - PUBLISH_DELAY_MS) / 1_000);
  const next = (feedId: string, sec: number, untilSec: number): Report | undefined => {
    const report = sec > untilSec ? undefined : series.get(feedId)?.next(sec);
    return report === undefined || report.observedSec > untilSec ? undefined : report;
  };
  return {
    recorded,
    publishedSec,
    next(feedId, { fromSec, untilSec, strideSec }) {
      const report = next(feedId, fromSec, untilSec);
      if (report === undefined) return undefined;
      const multipleSec = report.observedSec - report.observedSec % strideSec;
      if (strideSec === 1 || report.validFromSec > multipleSec) return toWire(feedId, report);
      const beforeSec = multipleSec - strideSec;
      const before = next(feedId, beforeSec, report.validFromSec - 1);
      const isCovered = before !== undefined && before.validFromSec <= beforeSec;
      const validFromSec = (isCovered ? before.observedSec : beforeSec) + 1;
      return toWire(feedId, {
        ...report,
        validFromSec: Math.min(report.validFromSec, validFromSec),
      });
    },
    latest(feedId) {
      const report = series.get(feedId)?.previous(publishedSec());
      return report && toWire(feedId, report);
    },
    at(feedId, sec) {
      const report = next(feedId, sec, publishedSec());
      return report && report.validFromSec <= sec ? toWire(feedId, report) : undefined;
    },
    page(feedId, { startSec, limit }) {
      const untilSec = publishedSec();
      const found: WireReport[] = [];
      for (let sec = startSec; found.length < limit;) {
        const report = next(feedId, sec, untilSec);
        if (report === undefined) break;
        found.push(toWire(feedId, report));
        sec = report.observedSec + 1;
      }
      return found;
    },
  };
}

function toWire(feedId: string, report: Report): WireReport {
  return {
    feedID: feedId,
    validFromTimestamp: report.validFromSec,
    observationsTimestamp: report.observedSec,
    fullReport: encodeFullReport(feedId, report),
  };
}
