import { afterAll, afterEach, describe, expect, test } from "bun:test";
import {
  makeOracleReports,
  type WireReport,
} from "../../../app/simulator/chainlink/oracle_reports.ts";
import { makeOracleSeries } from "../../../app/simulator/chainlink/oracle_series.ts";
import { makeReportStream } from "../../../app/simulator/chainlink/report_stream.ts";
import { makeWorld } from "../../../app/simulator/world/world.ts";
import {
  expectNoGap,
  listenTo,
  parse,
  reportsOf,
  secondsOf,
  untilSecond,
} from "./report_frames.ts";
import { control, get, makeStillClock, ms, signed, start } from "../kit/support.ts";

const BTC = "0x00039d9e45394f473ab1f050a1b963e6b05351e52d71e507509ada0c95ed75b8";
const ETH = "0x000362205e10b3a147d02792eccee483dca6c7b44ecce7012cb8c6e0b68b3ae9";
const BTC_TWAP_60 = "0x0002ee6757e8822c00d273bc340fc24c9cafe123a4ff2ea1dbdb31944bc7d95f";
const START_MS = ms("2026-11-05T12:00:00Z");
const PUBLISH_DELAY_MS = 1_500;
const world = makeWorld(1);

/** Returns the first second from here on that no feed of the tests misses. */
function plainSecond(fromSec: number): number {
  let sec = fromSec;
  while (world.price("btc").isMissed(sec) || world.price("eth").isMissed(sec)) sec++;
  return sec;
}

describe("the oracle's stream, on a clock set by the test", () => {
  /** The pump reads the clock every few milliseconds. */
  const still = makeStillClock(START_MS);
  let clockReads = 0;
  const clock = { ...still, realMs: (virtualMs: number) => (clockReads++, virtualMs / 500) };
  const oracle = start("oracle", clock);
  afterAll(() => oracle.stop());
  afterEach(async () => {
    await control(`${oracle.url}/__sockets`, "DELETE");
    await control(`${oracle.url}/__faults`, "DELETE");
  });
  const listen = (...feedIds: string[]) => listenTo(oracle, { feedIds, clock });
  const publish = (sec: number) => still.set(sec * 1000 + PUBLISH_DELAY_MS);
  /** Seconds from now on: the first is published next, and none is missed at both ends. */
  const span = (lengthSec: number) => {
    const nowSec = Math.floor((clock.nowMs() - PUBLISH_DELAY_MS) / 1000);
    const firstSec = plainSecond(nowSec + 10);
    publish(firstSec - 1);
    return { firstSec, lastSec: plainSecond(firstSec + lengthSec) };
  };
  const put = (reports: ReadonlyArray<readonly [validFrom: number, observed: number]>) =>
    control(`${oracle.url}/__reports`, "PUT", {
      feedID: BTC,
      reports: reports.map(([validFromTimestamp, observationsTimestamp]) => ({
        validFromTimestamp,
        observationsTimestamp,
        price: "78000000000000000000000",
      })),
    });
  const atRest = async (feedId: string, fromSec: number) => {
    const target = `/api/v1/reports/page?feedID=${feedId}&startTimestamp=${fromSec}&limit=100`;
    const { body } = await get<{ reports: WireReport[] }>(
      `${oracle.url}${target}`,
      signed(target, { nowMs: clock.nowMs() }),
    );
    return body.reports;
  };

  test("begins after the connection, and matches REST, feed by feed", async () => {
    const { firstSec, lastSec } = span(80);
    const client = await listen(BTC, BTC_TWAP_60);
    publish(firstSec + 30);
    await untilSecond(client, firstSec + 10);
    publish(lastSec);
    await untilSecond(client, lastSec, { feeds: 2 });
    expect(secondsOf(client)).toEqual(secondsOf(client).toSorted((a, b) => a - b));
    for (const feedId of [BTC, BTC_TWAP_60]) {
      const sent = reportsOf(client).filter(({ feedID }) => feedID === feedId);
      expect(sent.length).toBeGreaterThan(60);
      expect(sent).toEqual([...await atRest(feedId, firstSec)]);
    }
  });

  test("comes when it is published, not before, all feeds of a second together", async () => {
    const { firstSec } = span(1);
    const feedIds = [BTC_TWAP_60, ETH, BTC];
    const client = await listen(...feedIds);
    await put([[firstSec, firstSec], [firstSec + 1, firstSec + 1]]);
    still.set(clock.nowMs() + 999);
    await Bun.sleep(20);
    await client.roundTrip();
    expect(client.frames).toEqual([]);
    publish(firstSec);
    await client.until((frames) => frames.length >= 3);
    expect(reportsOf(client).map((report) => [report.feedID, report.observationsTimestamp]))
      .toEqual(feedIds.map((feedId) => [feedId, firstSec]));
  });

  test("sends what it missed, in order and once, up to a bound", async () => {
    const { firstSec } = span(1);
    const [earlySec, lateSec] = [plainSecond(firstSec + 300), plainSecond(firstSec + 5_000)];
    const client = await listen(ETH);
    for (const sec of [earlySec, lateSec]) {
      publish(sec);
      await untilSecond(client, sec);
    }
    const sent = reportsOf(client);
    const jump = 1 + sent.findIndex((report) => report.observationsTimestamp === earlySec);
    expect(sent[0]?.observationsTimestamp).toBe(firstSec);
    expectNoGap(sent.slice(0, jump));
    expect(sent[jump]?.observationsTimestamp).toBeWithin(lateSec - 600, lateSec - 590);
    expectNoGap(sent.slice(jump));
  });

  test("recorded reports come when due; gaps are silent, a wide one comes once", async () => {
    const { firstSec } = span(1);
    const client = await listen(BTC);
    // Two seconds without a report, then one that covers three.
    const spans = [[0, 0], [1, 1], [4, 6], [7, 7]] as const;
    await put(spans.map(([from, to]) => [firstSec + from, firstSec + to]));
    for (let sec = firstSec; sec <= firstSec + 7; sec++) {
      publish(sec);
      await Bun.sleep(5);
    }
    await untilSecond(client, firstSec + 7);
    expect(
      reportsOf(client).map((report) => [
        report.validFromTimestamp - firstSec,
        report.observationsTimestamp - firstSec,
      ]),
    ).toEqual(spans.map((both) => [...both]));
  });

  test("reports recorded for the past are not sent", async () => {
    const { firstSec } = span(1);
    const client = await listen(BTC);
    await put([[firstSec, firstSec], [firstSec + 30, firstSec + 30]]);
    const before = clockReads;
    publish(firstSec + 20);
    while (clockReads === before) await Bun.sleep(1);
    await put([[firstSec + 10, firstSec + 10]]);
    publish(firstSec + 30);
    await untilSecond(client, firstSec + 30);
    expect(secondsOf(client)).toEqual([firstSec, firstSec + 30]);
  });

  test("both origins send the same", async () => {
    const { firstSec, lastSec } = span(20);
    const one = await listen(ETH);
    const headers = { "X-Cll-Origin": "002" };
    const two = await listenTo(oracle, { feedIds: [ETH], clock, headers });
    publish(lastSec);
    await Promise.all([untilSecond(one, lastSec), untilSecond(two, lastSec)]);
    expect(two.frames).toEqual(one.frames);
    expect(secondsOf(two)[0]).toBe(firstSec);
  });

  test("a lost frame is missing, and the next one arrives", async () => {
    const { firstSec, lastSec } = span(20);
    const client = await listen(ETH);
    await control(`${oracle.url}/__faults`, "POST", {
      match: "GET /api/v1/ws",
      kind: "lost_reply",
      times: 1,
    });
    publish(lastSec);
    await untilSecond(client, lastSec);
    const [, ...others] = await atRest(ETH, firstSec);
    expect(reportsOf(client)).toEqual(others);
  });

  test("without a socket the clock is not read", async () => {
    const client = await listen(ETH);
    client.close();
    await client.closed;
    while ((await get<{ sockets: number }>(`${oracle.url}/__sockets`)).body.sockets > 0);
    const before = clockReads;
    await Bun.sleep(20);
    expect(clockReads).toBe(before);
  });

  test("a new subscriber gets no earlier reports while the pump is behind", async () => {
    const { firstSec, lastSec } = span(20);
    const stream = makeReportStream(makeOracleReports(makeOracleSeries(world), clock), clock);
    const received = new Map<string, number[]>();
    const order: string[] = [];
    const join = (name: string, lateMs: number) => {
      const seconds: number[] = [];
      received.set(name, seconds);
      const send = (text: string) => {
        seconds.push(parse(text).observationsTimestamp);
        order.push(name);
      };
      return stream.join({ feedIds: [ETH], lateMs, send });
    };
    const ends = [join("late", 5), join("first", 0)];
    publish(lastSec);
    ends.push(join("second", 0));
    const laterSec = plainSecond(lastSec + 1);
    publish(laterSec);
    while (received.get("late")?.at(-1) !== laterSec) await Bun.sleep(1);
    expect(received.get("first")?.[0]).toBe(firstSec);
    expect(received.get("late")).toEqual(received.get("first") ?? []);
    expect(received.get("second")?.[0]).toBeGreaterThan(lastSec);
    expect(received.get("second")?.at(-1)).toBe(laterSec);
    expect(order.indexOf("late")).toBeGreaterThan(order.lastIndexOf("second"));
    expect(stream.count()).toBe(3);
    for (const end of ends) end();
    expect(stream.count()).toBe(0);
  });
});
