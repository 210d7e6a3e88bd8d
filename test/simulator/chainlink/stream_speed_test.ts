import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { makeSandboxClock } from "../../../app/simulator/kit/clock.ts";
import { ORACLE_FEEDS } from "../../../app/simulator/chainlink/feed.ts";
import { makeOracleReports } from "../../../app/simulator/chainlink/oracle_reports.ts";
import { makeOracleSeries } from "../../../app/simulator/chainlink/oracle_series.ts";
import { makeReportStream } from "../../../app/simulator/chainlink/report_stream.ts";
import { strideSecOf } from "../../../app/simulator/kit/stride.ts";
import { makeWorld } from "../../../app/simulator/world/world.ts";
import { expectNoGap, listenTo, parse, reportsOf, secondsOf } from "./report_frames.ts";
import { makeStillClock, ms, start } from "../kit/support.ts";

const BTC = "0x00039d9e45394f473ab1f050a1b963e6b05351e52d71e507509ada0c95ed75b8";
const START_MS = ms("2026-11-05T12:00:00Z");
const PUBLISH_DELAY_MS = 1_500;
const world = makeWorld(1);

describe("the oracle's stream on a fast clock", () => {
  test("a minute a second: every feed, every second, soon after its publication", async () => {
    const clock = makeSandboxClock({ speed: 60, startMs: START_MS });
    const oracle = start("oracle", clock);
    const feedIds = [...ORACLE_FEEDS.keys()];
    const openedMs = clock.nowMs();
    const client = await listenTo(oracle, { feedIds, clock });
    const early: number[] = [];
    await client.until((frames) => {
      const { observationsTimestamp } = frames.length === 0
        ? { observationsTimestamp: 0 }
        : parse(frames.at(-1) ?? "");
      const publishedMs = observationsTimestamp * 1000 + PUBLISH_DELAY_MS;
      if (publishedMs > clock.nowMs()) early.push(observationsTimestamp);
      return observationsTimestamp * 1000 > openedMs + 40_000;
    });
    expect(early).toEqual([]);
    const seconds = secondsOf(client);
    expect(seconds[0]).toBeGreaterThan((openedMs - PUBLISH_DELAY_MS - 1_000) / 1000);
    for (const feedId of feedIds) {
      const ofFeed = reportsOf(client).filter(({ feedID }) => feedID === feedId);
      expect(ofFeed.length).toBeGreaterThan(30);
      expectNoGap(ofFeed);
    }
    await oracle.stop();
  });

  test("faster than any network: every market window's start is sent", async () => {
    const clock = makeSandboxClock({ speed: 10_000, startMs: START_MS });
    const oracle = start("oracle", clock);
    const client = await listenTo(oracle, { feedIds: [BTC], clock });
    await client.until((frames) => frames.length === 40);
    const sent = reportsOf(client);
    for (const [i, { validFromTimestamp, observationsTimestamp }] of sent.entries()) {
      const multiple = Math.floor(observationsTimestamp / 100) * 100;
      expect(multiple).toBeGreaterThanOrEqual(validFromTimestamp);
      const before = sent[i - 1]?.observationsTimestamp ?? multiple - 100;
      expect(Math.floor(before / 100) * 100).toBe(multiple - 100);
      // And none of the seconds between is missing or duplicated.
      expect(validFromTimestamp).toBe(before + 1);
    }
    await oracle.stop();
  });

  test("between strides: a wide report for its second, and nothing for a gap", async () => {
    const still = makeStillClock(START_MS);
    const clock = { ...still, speed: 10_000, realMs: (virtualMs: number) => virtualMs / 1e6 };
    const reports = makeOracleReports(makeOracleSeries(world), clock);
    const baseSec = START_MS / 1000 + 200;
    const observed = [[0, 0], [98, 102], [199, 199], [203, 203], [300, 300], [399, 401], [
      500,
      500,
    ]] as const;
    reports.recorded.get(BTC)?.put(observed.map(([from, to]) => ({
      validFromSec: baseSec + from,
      observedSec: baseSec + to,
      priceE18: 1n,
    })));
    const stream = makeReportStream(reports, clock);
    still.set((baseSec - 1) * 1000 + PUBLISH_DELAY_MS);
    const sent: Array<readonly [validFrom: number, observed: number]> = [];
    const end = stream.join({
      feedIds: [BTC],
      lateMs: 0,
      send: (text) => {
        const { validFromTimestamp, observationsTimestamp } = parse(text);
        sent.push([validFromTimestamp - baseSec, observationsTimestamp - baseSec]);
      },
    });
    for (const sec of [0, 101, 102, 250, 300, 401, 500]) {
      still.set((baseSec + sec) * 1000 + PUBLISH_DELAY_MS);
      await Bun.sleep(4);
    }
    while (sent.at(-1)?.[1] !== 500) await Bun.sleep(1);
    expect(sent).toEqual([[-99, 0], [1, 102], [201, 300], [301, 401], [402, 500]]);
    end();
  });

  test("the stride divides every market window and keeps to 120 reports a second", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 10_000, noNaN: true }), (speed) => {
        const strideSec = strideSecOf(speed);
        expect(300 % strideSec).toBe(0);
        expect(speed / strideSec).toBeLessThanOrEqual(120);
      }),
      { examples: [[120], [121], [10_000]] },
    );
    expect([1, 60, 120, 121, 240, 241, 840, 6_000, 10_000].map(strideSecOf))
      .toEqual([1, 1, 1, 2, 2, 3, 10, 50, 100]);
  });
});
