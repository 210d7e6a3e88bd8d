import { describe, expect, test } from "bun:test";
import { makeReportState } from "../../../adapters/chainlink/report_state.ts";
import { encodeFullReport } from "../../../app/simulator/chainlink/full_report.ts";
import type { LiveEvent } from "../../../core/port/live_prices.ts";
import { FEED, NOW_SEC } from "./feed_line_world.ts";

/** The frame of one second. */
function frameOf(sec: number): string {
  const { feedId } = FEED;
  const timestamps = { validFromTimestamp: sec, observationsTimestamp: sec };
  const report = { validFromSec: sec, observedSec: sec, priceE18: BigInt(sec) };
  const fullReport = encodeFullReport(feedId, report);
  return JSON.stringify({ report: { feedID: feedId, ...timestamps, fullReport } });
}

/** A state with one feed, and the seconds that it has published. */
function openState() {
  const events: Array<LiveEvent> = [];
  const state = makeReportState({
    client: { reportsFrom: () => expect.unreachable() },
    publish: (event) => void events.push(event),
    nowSec: () => NOW_SEC,
    received: { firstMissing: () => NOW_SEC },
    fork: () => {},
  });
  state.open([{ ...FEED, stream: "spot" }]);
  const publishedSec = () =>
    events.flatMap((event) => event.kind === "report" ? [event.report.observedSec] : []);
  return { state, publishedSec };
}

describe("frames of several origins", () => {
  test("are each useful, and published once", () => {
    const { state, publishedSec } = openState();
    const frames = [NOW_SEC - 1, NOW_SEC, NOW_SEC - 1, NOW_SEC].map(frameOf);
    expect(frames.map(state.receive)).toEqual([true, true, true, true]);
    expect(publishedSec()).toEqual([NOW_SEC - 1, NOW_SEC]);
  });

  test("are refused each time if they cannot be used", () => {
    const { state, publishedSec } = openState();
    const broken = frameOf(NOW_SEC).replace(/.{64}"\}\}$/, `${"z".repeat(64)}"}}`);
    expect([broken, broken].map(state.receive)).toEqual([false, false]);
    expect(state.receive(frameOf(NOW_SEC))).toBe(true);
    expect(publishedSec()).toEqual([NOW_SEC]);
  });
});
