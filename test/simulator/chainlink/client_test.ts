import { afterAll, beforeAll, describe, expect, setSystemTime, test } from "bun:test";
import { createClient, decodeReport, type Report } from "@chainlink/data-streams-sdk";
import { ORACLE_FEEDS } from "../../../app/simulator/chainlink/feed.ts";
import { makeWorld } from "../../../app/simulator/world/world.ts";
import { until } from "../../until.ts";
import { get, makeStillClock, ms, ORACLE_KEY, start } from "../kit/support.ts";

/** Tests the simulator's protocol with the provider's own client library. */
const NOON_MS = ms("2026-11-05T12:00:00Z");
// The client signs with the machine's time, which stands still too.
beforeAll(() => void setSystemTime(NOON_MS));
afterAll(() => void setSystemTime());

const world = makeWorld(1);
const BTC = "0x00039d9e45394f473ab1f050a1b963e6b05351e52d71e507509ada0c95ed75b8";
const BTC_TWAP_60 = "0x0002ee6757e8822c00d273bc340fc24c9cafe123a4ff2ea1dbdb31944bc7d95f";
const FEEDS = [BTC, BTC_TWAP_60];

/** Starts an oracle at noon for as long as a test needs it. */
function startOracle() {
  const clock = makeStillClock(NOON_MS);
  const { url, stop } = start("oracle", clock);
  return { url, clock, [Symbol.asyncDispose]: stop };
}
type Oracle = Omit<ReturnType<typeof startOracle>, symbol>;

const clientOf = ({ url }: Oracle, { apiSecret = ORACLE_KEY.apiSecret, haMode = false } = {}) =>
  createClient({
    apiKey: ORACLE_KEY.apiKey,
    userSecret: apiSecret,
    endpoint: url,
    wsEndpoint: url.replace("http", "ws"),
    retryAttempts: 0,
    haMode,
  });

const oracle = startOracle();
afterAll(() => oracle[Symbol.asyncDispose]());
const client = (apiSecret?: string) =>
  clientOf(oracle, apiSecret === undefined ? {} : { apiSecret });
const nowSec = () => Math.floor(oracle.clock.nowMs() / 1000);
/** Returns a second with its own report. */
const plainSecond = () => {
  let sec = nowSec() - 100;
  while (world.price("btc").isMissed(sec) || world.price("btc").isMissed(sec - 1)) sec--;
  return sec;
};

describe("the provider's own client", () => {
  test("reads the latest report, which is one and a half to a few seconds old", async () => {
    const raw = await client().getLatestReport(BTC);
    expect(raw.fullReport).toHaveLength(2 + 992 * 2);
    const ageMs = oracle.clock.nowMs() - raw.observationsTimestamp * 1000;
    expect(ageMs).toBeWithin(1_500, 12_000);
    const report = decodeReport(raw.fullReport, raw.feedID);
    expect(report).toMatchObject({ expiresAt: raw.observationsTimestamp + 2_592_000 });
  });

  test("reads every feed at a second, signed fields and all", async () => {
    const atSec = plainSecond();
    const raw = await client().getReportByTimestamp(BTC, atSec);
    const report = decodeReport(raw.fullReport, raw.feedID);
    expect(raw).toMatchObject({ validFromTimestamp: atSec, observationsTimestamp: atSec });
    expect(report).toMatchObject({
      version: "V3",
      expiresAt: atSec + 2_592_000,
      price: world.price("btc").spotPriceE18(atSec),
    });
    if (report.version !== "V3") throw new Error("not a V3 report");
    expect(report.bid < report.price && report.price < report.ask).toBe(true);
    expect(Number(report.ask - report.bid) / Number(report.price)).toBeLessThan(1e-4);
  });

  test("reads an average, whose report is two words shorter", async () => {
    const raw = await client().getLatestReport(BTC_TWAP_60);
    expect(raw.fullReport).toHaveLength(2 + 928 * 2);
    const report = decodeReport(raw.fullReport, raw.feedID);
    expect(report.version).toBe("V2");
    if (report.version !== "V2") return;
    // The real oracle's published averages are always exactly a double.
    expect(BigInt(Number(report.price))).toBe(report.price);
  });

  test("reads pages without a gap or an overlap", async () => {
    const startSec = nowSec() - 600;
    let nextSec = startSec;
    for (let page = 0; page < 3; page++) {
      const reports = await client().getReportsPage(BTC, nextSec, 40);
      expect(reports).toHaveLength(40);
      for (const { validFromTimestamp, observationsTimestamp } of reports) {
        if (nextSec > startSec) expect(validFromTimestamp).toBe(nextSec);
        expect(observationsTimestamp).toBeGreaterThanOrEqual(validFromTimestamp);
        nextSec = observationsTimestamp + 1;
      }
    }
    expect(await client().getReportsPage(BTC, startSec)).toHaveLength(10);
  });

  test("reads many feeds together, in a different order than requested", async () => {
    const ids = [...ORACLE_FEEDS.keys()];
    const atSec = plainSecond();
    const reports = await client().getReportsBulk(ids, atSec);
    expect(reports.map(({ feedID }) => feedID)).not.toEqual(ids);
    expect(reports.map(({ feedID }) => feedID).sort()).toEqual(ids.sort());
    for (const { validFromTimestamp, observationsTimestamp } of reports) {
      expect(validFromTimestamp <= atSec && atSec <= observationsTimestamp).toBe(true);
    }
  });

  test("is refused with the wrong secret, and for an unknown feed", async () => {
    await expect(client("wrong").getLatestReport(BTC)).rejects.toMatchObject({ statusCode: 401 });
    const unknown = `0x0003${"0".repeat(60)}`;
    await expect(client().getLatestReport(unknown)).rejects.toMatchObject({ statusCode: 401 });
  });
});

/** Opens a stream, and collects the reports that it passes on. */
function openStream(oracle: Oracle, { haMode = false } = {}) {
  const stream = clientOf(oracle, { haMode }).createStream(FEEDS, { reconnectInterval: 20 });
  const reports: Report[] = [];
  stream.on("report", (report) => reports.push(report));
  /** Moves the clock by some seconds, and waits for as many reports in all. */
  const pass = async (sec: number, count: number) => {
    oracle.clock.set(oracle.clock.nowMs() + sec * 1_000);
    await until(() => reports.length >= count);
  };
  return { stream, reports, pass };
}

/** Expects reports of one feed, each of which begins where the previous one ended. */
function expectWhole(reports: ReadonlyArray<Report>): void {
  for (const feedId of FEEDS) {
    const ofFeed = reports.filter(({ feedID }) => feedID === feedId);
    expect(ofFeed.length).toBeGreaterThan(5);
    for (const [i, { validFromTimestamp }] of ofFeed.entries()) {
      if (i > 0) expect(validFromTimestamp).toBe((ofFeed[i - 1]?.observationsTimestamp ?? 0) + 1);
    }
  }
}

const handshakes = async ({ url }: Oracle) => {
  type Log = { requests: Array<{ method: string; path: string; status: number }> };
  const { body } = await get<Log>(`${url}/__log`);
  return body.requests.map(({ method, path, status }) => `${method} ${path} ${status}`);
};
const WS = `GET /api/v1/ws?feedIDs=${FEEDS.join(",")}`;

describe("the provider's own stream", () => {
  test("reads reports and averages, signed fields and all", async () => {
    await using oracle = startOracle();
    const { stream, reports, pass } = openStream(oracle);
    await stream.connect();
    await pass(20, 30);
    expectWhole(reports);
    for (const { feedID, fullReport, observationsTimestamp } of reports) {
      const report = decodeReport(fullReport, feedID);
      expect(report).toMatchObject({
        version: feedID === BTC ? "V3" : "V2",
        expiresAt: observationsTimestamp + 2_592_000,
      });
      if (report.version !== "V3") continue;
      expect(report.price).toBe(world.price("btc").spotPriceE18(observationsTimestamp));
    }
    expect(await handshakes(oracle)).toEqual([`${WS} 101`]);
    await stream.close();
  });

  test("finds both origins, and drops the duplicates of the other", async () => {
    await using oracle = startOracle();
    const { stream, reports, pass } = openStream(oracle, { haMode: true });
    await stream.connect();
    expect(await handshakes(oracle)).toEqual(["HEAD / 200", `${WS} 101`, `${WS} 101`]);
    await pass(20, 30);
    await until(() => stream.getMetrics().deduplicated > 0);
    const { activeConnections, accepted } = stream.getMetrics();
    expect(activeConnections).toBe(2);
    expect(accepted).toBe(reports.length);
    expectWhole(reports);
    await stream.close();
  });
});
