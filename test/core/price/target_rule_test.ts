import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  type Interval,
  PROFILE_BY_NAME,
  providerOf,
  type VenueProfileName,
  windowContaining,
} from "../../../core/market/mod.ts";
import { targetRule } from "../../../core/price/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { interval, profile, unixSec } from "../../arbitrary.ts";

const at = (iso: string) => UnixSec(Date.parse(iso) / 1000);

function ruleAt(name: VenueProfileName, interval: Interval, iso: string) {
  const profile = PROFILE_BY_NAME[name];
  return targetRule(profile, windowContaining(profile.calendar, interval, at(iso)));
}

describe("targetRule()", () => {
  test.each(
    [
      ["5min", "2026-08-06T23:59:59Z", "spot"],
      ["5min", "2026-08-07T00:00:00Z", "twap_30"],
      ["5min", "2026-08-13T23:59:59Z", "twap_30"],
      ["5min", "2026-08-14T00:00:00Z", "twap_60"],
      ["15min", "2026-08-06T23:59:59Z", "spot"],
      ["15min", "2026-08-07T00:00:00Z", "twap_60"],
      ["4hour", "2026-08-06T23:59:59Z", "spot"],
      ["4hour", "2026-08-07T00:00:00Z", "twap_60"],
    ] as const,
  )("%s at %s is decided by the %s stream", (interval, iso, stream) => {
    expect(ruleAt("spec", interval, iso)).toEqual({ kind: "report", stream });
  });

  test("compares dates with the start of the window, not with the instant asked for", () => {
    // The Eastern 4hour window that holds this instant starts at 20:00 on the day before.
    expect(ruleAt("polymarket", "4hour", "2026-08-07T00:00:00Z"))
      .toEqual({ kind: "report", stream: "twap_60" });
    expect(ruleAt("polymarket", "4hour", "2026-08-06T23:59:59Z"))
      .toEqual({ kind: "report", stream: "spot" });
  });

  test("opens an hour with its first trade, and a UTC day with its candle", () => {
    expect(ruleAt("spec", "1hour", "2026-01-01T00:30:00Z")).toEqual({ kind: "first_trade" });
    expect(ruleAt("spec", "daily", "2026-01-01T00:30:00Z")).toEqual({ kind: "day_candle" });
  });

  test.each([
    ["2026-10-01T16:00:00Z", "2026-10-01T16:00:00Z"],
    ["2026-10-02T16:00:00Z", "2026-10-02T15:59:00Z"],
    ["2026-01-15T17:00:00Z", "2026-01-15T17:00:00Z"],
    ["2026-12-15T17:00:00Z", "2026-12-15T16:59:00Z"],
  ])("opens the venue's day of %s with the close of the minute at %s", (noon, minute) => {
    expect(ruleAt("polymarket", "daily", noon)).toEqual({
      kind: "minute_close",
      minuteSec: at(minute),
    });
  });

  test("asks the oracle for reports and the exchange for everything else", () =>
    fc.assert(fc.property(profile, interval, unixSec, (profile, interval, atSec) => {
      const rule = targetRule(profile, windowContaining(profile.calendar, interval, atSec));
      expect(rule.kind === "report").toBe(providerOf(interval) === "oracle");
    })));
});
