import { describe, expect, test } from "bun:test";
import { Option, Result } from "effect";
import { readRequest } from "../../../app/command/backfill.ts";
import { backfillTable } from "../../../app/command/backfill_table.ts";
import { UnixSec } from "../../../core/time/mod.ts";

const START_SEC = UnixSec(Date.parse("2026-09-01T00:00:00Z") / 1_000);
const END_SEC = UnixSec(START_SEC + 86_400);

describe("backfillTable()", () => {
  test("names every source, the largest first, and what is missing and disputed", () => {
    const none = {
      count: 1,
      firstStartSec: START_SEC,
      lastStartSec: END_SEC,
      listed: [END_SEC],
    };
    const text = backfillTable({
      total: 8_640,
      done: 8_640,
      storedBefore: 12,
      found: { oracle_twap: 20, venue_metadata: 8_600 },
      missing: [
        { ...none, reason: "No price exists", count: 7, listed: [START_SEC, END_SEC] },
        { ...none, reason: "Not published yet", firstStartSec: END_SEC },
      ],
      disputes: {
        count: 2,
        listed: [{ startSec: START_SEC, finalPrice: "78449.05", nextPrice: "78449.06" }],
      },
    });
    expect(text.split("\n")).toEqual([
      "Windows",
      "  stored before     12",
      "  venue_metadata  8600",
      "  oracle_twap       20",
      "  missing            8",
      "Missing",
      "  7 between 2026-09-01T00:00:00Z and 2026-09-02T00:00:00Z: No price exists",
      "    2026-09-01T00:00:00Z, 2026-09-02T00:00:00Z, and 5 more",
      "  2026-09-02T00:00:00Z: Not published yet",
      "Disputed: 2 windows' final prices are not the next one's target, of which the first 1",
      "  2026-09-01T00:00:00Z ended at 78449.05, the next one began at 78449.06",
    ]);
  });

  test("omits empty rows, and shows what was not tried", () => {
    const none = { missing: [], disputes: { count: 0, listed: [] } };
    const progress = { total: 10, done: 4, storedBefore: 0, found: { klines: 4 }, ...none };
    expect(backfillTable(progress)).toBe(
      "Windows\n  klines      4\n  missing     0\n  not tried   6",
    );
  });
});

describe("readRequest()", () => {
  const options = { asset: "btc", type: "5min", from: "2026-09-01", to: "2026-09-02" };

  test("parses the options; signed only with --signed", () => {
    const order = { asset: "btc", interval: "5min", startSec: START_SEC, endSec: END_SEC };
    expect(Result.getSuccess(readRequest(options, END_SEC)))
      .toEqual(Option.some({ ...order, isSigned: false }));
    expect(Result.getSuccess(readRequest({ ...options, signed: true }, END_SEC)))
      .toEqual(Option.some({ ...order, isSigned: true }));
  });

  test.each(["asset", "type", "from", "to"])("reports what is wrong with --%s", (name) => {
    const failure = Result.getFailure(readRequest({ ...options, [name]: "nonsense" }, END_SEC));
    expect(Option.getOrThrow(failure)).toContain(`--${name}`);
  });

  test.each(["2026-09-01", "2026-08-31"])("refuses the end %s before the start", (to) => {
    const failure = Result.getFailure(readRequest({ ...options, to }, END_SEC));
    expect(Option.getOrThrow(failure)).toBe(
      `Cannot use --to "${to}": it must be after --from, which is 2026-09-01`,
    );
  });
});
