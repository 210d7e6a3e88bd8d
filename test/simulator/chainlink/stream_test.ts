import { afterAll, afterEach, describe, expect, test } from "bun:test";
import { type WireReport } from "../../../app/simulator/chainlink/oracle_reports.ts";
import { strideSecOf } from "../../../app/simulator/kit/stride.ts";
import { makeWorld } from "../../../app/simulator/world/world.ts";
import { until } from "../../until.ts";
import { connect, refusal } from "../kit/socket_client.ts";
import { control, get, makeStillClock, ms, signed, start } from "../kit/support.ts";

const BTC = "0x00039d9e45394f473ab1f050a1b963e6b05351e52d71e507509ada0c95ed75b8";
const ETH = "0x000362205e10b3a147d02792eccee483dca6c7b44ecce7012cb8c6e0b68b3ae9";
const BTC_TWAP_60 = "0x0002ee6757e8822c00d273bc340fc24c9cafe123a4ff2ea1dbdb31944bc7d95f";
const PUBLISH_DELAY_MS = 1_500;
const WS = "/api/v1/ws";
const world = makeWorld(1);

/** The pump reads the clock every few milliseconds. */
const still = makeStillClock(ms("2026-11-05T12:00:00Z"));
const clock = { ...still, realMs: (virtualMs: number) => virtualMs / 500 };
const oracle = start("oracle", clock);
afterAll(() => oracle.stop());
afterEach(async () => {
  await control(`${oracle.url}/__sockets`, "DELETE");
  await control(`${oracle.url}/__faults`, "DELETE");
});

/** Opens a stream of some feeds, signed. */
async function listen(feedIds: ReadonlyArray<string>, headers: Record<string, string> = {}) {
  const target = `${WS}?feedIDs=${feedIds.join(",")}`;
  const nowMs = clock.nowMs();
  const client = await connect(oracle.url + target, { ...signed(target, { nowMs }), ...headers });
  const reports = () =>
    client.frames.map((frame) => (JSON.parse(frame) as { report: WireReport }).report);
  const seconds = () => reports().map(({ observationsTimestamp: sec }) => sec);
  return {
    ...client,
    reports,
    seconds,
    untilSecond: (sec: number) => client.until(() => (seconds().at(-1) ?? 0) >= sec),
  };
}

const publish = (sec: number) => still.set(sec * 1_000 + PUBLISH_DELAY_MS);

/** Returns the first second from here on that no feed of the tests misses. */
function plainSecond(fromSec: number): number {
  let sec = fromSec;
  while (world.price("btc").isMissed(sec) || world.price("eth").isMissed(sec)) sec++;
  return sec;
}

/** Seconds from now on: the first is published next, and none is missed at both ends. */
function span(lengthSec: number) {
  const nowSec = Math.floor((clock.nowMs() - PUBLISH_DELAY_MS) / 1_000);
  const firstSec = plainSecond(nowSec + 10);
  publish(firstSec - 1);
  return { firstSec, lastSec: plainSecond(firstSec + lengthSec) };
}

const put = (reports: ReadonlyArray<readonly [validFrom: number, observed: number]>) =>
  control(`${oracle.url}/__reports`, "PUT", {
    feedID: BTC,
    reports: reports.map(([validFromTimestamp, observationsTimestamp]) => ({
      validFromTimestamp,
      observationsTimestamp,
      price: "78000000000000000000000",
    })),
  });

describe("a stream of the simulated oracle", () => {
  test("sends the reports of REST from its connection on, once and in order", async () => {
    const { firstSec, lastSec } = span(80);
    const client = await listen([BTC, BTC_TWAP_60]);
    publish(firstSec + 30);
    await client.untilSecond(firstSec + 10);
    publish(lastSec);
    await client.until(() => client.seconds().filter((sec) => sec === lastSec).length === 2);
    expect(client.seconds()).toEqual(client.seconds().toSorted((a, b) => a - b));
    for (const feedId of [BTC, BTC_TWAP_60]) {
      const target = `/api/v1/reports/page?feedID=${feedId}&startTimestamp=${firstSec}&limit=100`;
      const headers = signed(target, { nowMs: clock.nowMs() });
      const { body } = await get<{ reports: WireReport[] }>(oracle.url + target, headers);
      expect(client.reports().filter(({ feedID }) => feedID === feedId)).toEqual(body.reports);
    }
  });

  test("sends a report as it is published, all feeds of a second together", async () => {
    const { firstSec } = span(1);
    const feedIds = [BTC_TWAP_60, ETH, BTC];
    const client = await listen(feedIds);
    await put([[firstSec, firstSec], [firstSec + 1, firstSec + 1]]);
    still.set(clock.nowMs() + 999);
    publish(firstSec);
    await client.until((frames) => frames.length >= 3);
    expect(client.reports().map(({ feedID, observationsTimestamp: sec }) => [feedID, sec]))
      .toEqual(feedIds.map((feedId) => [feedId, firstSec]));
  });

  test("sends what it missed, up to ten minutes", async () => {
    const { firstSec } = span(1);
    const lateSec = plainSecond(firstSec + 5_000);
    const client = await listen([ETH]);
    publish(lateSec);
    await client.untilSecond(lateSec);
    const [first, ...rest] = client.reports();
    expect(first?.observationsTimestamp).toBeWithin(lateSec - 600, lateSec - 590);
    let endSec = first?.observationsTimestamp ?? 0;
    for (const { validFromTimestamp, observationsTimestamp } of rest) {
      expect(validFromTimestamp).toBe(endSec + 1);
      endSec = observationsTimestamp;
    }
  });

  test("is silent in a recorded gap, and sends a wide report once", async () => {
    const { firstSec } = span(1);
    const client = await listen([BTC]);
    const spans = [[0, 0], [1, 1], [4, 6], [7, 7]] as const;
    await put(spans.map(([from, to]) => [firstSec + from, firstSec + to]));
    publish(firstSec + 7);
    await client.untilSecond(firstSec + 7);
    expect(
      client.reports().map(({ validFromTimestamp: from, observationsTimestamp: to }) => [
        from - firstSec,
        to - firstSec,
      ]),
    ).toEqual(spans.map((both) => [...both]));
  });

  test("sends on the fastest clock what covers the start of every window", async () => {
    const startMs = ms("2026-11-05T12:00:00Z");
    const fast = { ...makeStillClock(startMs), speed: 10_000 };
    const other = start("oracle", { ...fast, realMs: (virtualMs: number) => virtualMs / 1e6 });
    const target = `${WS}?feedIDs=${BTC}`;
    const client = await connect(other.url + target, signed(target, { nowMs: startMs }));
    fast.set(startMs + 3_900_000);
    const reports = () =>
      client.frames.map((frame) => (JSON.parse(frame) as { report: WireReport }).report);
    const endSec = startMs / 1_000 + 3_600;
    await client.until(() => (reports().at(-1)?.observationsTimestamp ?? 0) >= endSec);
    await other.stop();
    for (const [i, { validFromTimestamp, observationsTimestamp }] of reports().entries()) {
      // The stride at this speed is 100 s, which divides every window.
      expect(Math.floor(observationsTimestamp / 100) * 100)
        .toBeGreaterThanOrEqual(validFromTimestamp);
      const before = reports()[i - 1]?.observationsTimestamp;
      if (before !== undefined) expect(validFromTimestamp).toBe(before + 1);
    }
    expect([1, 120, 121, 240, 241, 840, 6_000, 10_000].map(strideSecOf))
      .toEqual([1, 1, 2, 2, 3, 10, 50, 100]);
  });

  test.each([
    [WS, 400],
    [`${WS}?feedIDs=${BTC},`, 400],
    [`${WS}?feedIDs=${BTC},0x0003${"0".repeat(60)}`, 401],
    [`/api/v1/reports/ws?feedIDs=${BTC}`, 404],
  ])("is refused for %s with %i", async (target, status) => {
    const headers = signed(target, { nowMs: clock.nowMs() });
    expect((await refusal(oracle.url + target, headers)).status).toBe(status);
  });

  test("is refused unsigned, of an unknown origin, and as the twenty-first", async () => {
    const target = `${WS}?feedIDs=${BTC}`;
    const ask = async (headers: Record<string, string>) =>
      (await refusal(oracle.url + target, headers)).status;
    const headers = signed(target, { nowMs: clock.nowMs() });
    expect(await ask({})).toBe(400);
    expect(await ask(signed(`${target},${ETH}`, { nowMs: clock.nowMs() }))).toBe(401);
    expect(await ask({ ...headers, "X-Cll-Origin": "003" })).toBe(400);
    const clients = await Promise.all(Array.from({ length: 20 }, () => listen([BTC])));
    expect(await ask(headers)).toBe(429);
    clients[0]?.close();
    await until(async () =>
      (await get<{ sockets: number }>(`${oracle.url}/__sockets`)).body.sockets === 19
    );
    await listen([BTC]);
  });
});
