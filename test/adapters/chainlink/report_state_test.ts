import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { makeReportState } from "../../../adapters/chainlink/report_state.ts";
import { encodeFullReport } from "../../../app/simulator/chainlink/full_report.ts";
import type { LiveEvent } from "../../../core/port/mod.ts";
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
  test("are each useful, and published once, however late their copies come", () => {
    // Copies come after more frames than are remembered, too.
    const lags = fc.array(fc.array(fc.nat(400), { maxLength: 2 }), {
      minLength: 1,
      maxLength: 400,
    });
    fc.assert(
      fc.property(lags, (drawn) => {
        const { state, publishedSec } = openState();
        const seconds = drawn.map((_, index) => NOW_SEC - drawn.length + index);
        const frames = seconds
          .flatMap((sec, index) =>
            [0, ...drawn[index] ?? []].map((lag) => ({ sec, at: sec + lag }))
          )
          .toSorted((a, b) => a.at - b.at);
        expect(frames.every(({ sec }) => state.receive(frameOf(sec)))).toBe(true);
        expect(publishedSec()).toEqual(seconds);
      }),
      { numRuns: 20 },
    );
  });

  test("are refused each time if they cannot be used", () => {
    const { state, publishedSec } = openState();
    const broken = frameOf(NOW_SEC).replace(/.{64}"\}\}$/, `${"z".repeat(64)}"}}`);
    expect([broken, broken].map(state.receive)).toEqual([false, false]);
    expect(state.receive(frameOf(NOW_SEC))).toBe(true);
    expect(publishedSec()).toEqual([NOW_SEC]);
  });
});
