import { afterAll, beforeAll, describe, expect, setSystemTime, test } from "bun:test";
import { createClient, decodeReport } from "@chainlink/data-streams-sdk";
import { ORACLE_FEEDS } from "../../../app/simulator/chainlink/feed.ts";
import { makeWorld } from "../../../app/simulator/world/world.ts";
import { makeStillClock, ms, ORACLE_KEY, start } from "../kit/support.ts";

/** Tests the simulator's protocol with the provider's own client library. */
const NOON_MS = ms("2026-11-05T12:00:00Z");
const clock = makeStillClock(NOON_MS);
// The client signs with the machine's time, which stands still too.
beforeAll(() => void setSystemTime(NOON_MS));
afterAll(() => void setSystemTime());
const oracle = start("oracle", clock);
afterAll(() => oracle.stop());

const world = makeWorld(1);
const BTC = "0x00039d9e45394f473ab1f050a1b963e6b05351e52d71e507509ada0c95ed75b8";
const BTC_TWAP_60 = "0x0002ee6757e8822c00d273bc340fc24c9cafe123a4ff2ea1dbdb31944bc7d95f";

const client = (apiSecret = ORACLE_KEY.apiSecret) =>
  createClient({
    apiKey: ORACLE_KEY.apiKey,
    userSecret: apiSecret,
    endpoint: oracle.url,
    wsEndpoint: oracle.url.replace("http", "ws"),
    retryAttempts: 0,
  });

const nowSec = () => Math.floor(clock.nowMs() / 1000);
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
    const ageMs = clock.nowMs() - raw.observationsTimestamp * 1000;
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
