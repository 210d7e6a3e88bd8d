/**
 * `PUT /__reports`: replaces the world's reports with recorded ones.
 *
 * @module
 */
import { Result } from "effect";
import {
  type Read,
  readEach,
  readFields,
  readList,
  readNumber,
  readText,
} from "../kit/control_body.ts";
import { type Control } from "../kit/simulator.ts";
import { type RecordedReports } from "./recorded_reports.ts";
import { type Report } from "./report.ts";

/** The latest second that fits a report's four bytes, minus the report's validity. */
const SEC_MAX = 2 ** 32 - 1 - 2_592_000;
/** Fits the report's signed 192 bits, and holds every real price. */
const PRICE = /^-?\d{1,57}$/;

/** Makes the control. Feeds are found by their id in lower case. */
export function makeReportsControl(recorded: ReadonlyMap<string, RecordedReports>): Control {
  return (body) =>
    Result.gen(function* () {
      const fields = yield* readFields(body, ["feedID", "reports"]);
      const feedId = yield* readText(fields, "feedID");
      const series = recorded.get(feedId.toLowerCase());
      if (series === undefined) return yield* Result.fail(`Unknown feedID "${feedId}"`);
      const list = yield* readList(fields, "reports");
      const reports = yield* readEach(list, "reports", readReport);
      series.put(reports);
      return { reports: reports.length };
    });
}

/** Ignores further fields, such as those of a saved report. */
function readReport(item: unknown): Read<Report> {
  return Result.gen(function* () {
    const fields = yield* readFields(item);
    const second = { min: 1, max: SEC_MAX, isWhole: true };
    const observedSec = yield* readNumber(fields, "observationsTimestamp", second);
    const validFromSec = yield* readNumber(fields, "validFromTimestamp", {
      ...second,
      fallback: observedSec,
    });
    if (validFromSec > observedSec) {
      return yield* Result.fail(`"validFromTimestamp" is after "observationsTimestamp"`);
    }
    const price = fields.get("price");
    if (typeof price !== "string" || !PRICE.test(price)) {
      return yield* Result.fail(`"price" must be text of an integer scaled by 10^18`);
    }
    return { validFromSec, observedSec, priceE18: BigInt(price) };
  });
}
