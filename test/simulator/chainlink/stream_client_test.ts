import { afterAll, afterEach, beforeAll, describe, expect, setSystemTime, test } from "bun:test";
import { createClient, decodeReport, type Report } from "@chainlink/data-streams-sdk";
import { makeWorld } from "../../../app/simulator/world/world.ts";
import { until } from "../../until.ts";
import { get, makeStillClock, ms, ORACLE_KEY, start } from "../kit/support.ts";

/** Tests the simulator's protocol with the provider's own client library. */
const BTC = "0x00039d9e45394f473ab1f050a1b963e6b05351e52d71e507509ada0c95ed75b8";
const BTC_TWAP_60 = "0x0002ee6757e8822c00d273bc340fc24c9cafe123a4ff2ea1dbdb31944bc7d95f";
const FEEDS = [BTC, BTC_TWAP_60];
const world = makeWorld(1);

/** The client signs with the machine's time, which stands still too. */
const NOON_MS = ms("2026-11-05T12:00:00Z");
beforeAll(() => void setSystemTime(NOON_MS));
afterAll(() => void setSystemTime());

const running: Array<{ stop(): Promise<void> }> = [];
afterEach(async () => {
  for (const one of running.splice(0)) await one.stop();
});

const startOracle = () => {
  const clock = makeStillClock(NOON_MS);
  const oracle = { ...start("oracle", clock), clock };
  running.push(oracle);
  return oracle;
};

type Oracle = ReturnType<typeof startOracle>;

/** Opens a stream, and collects the reports that it passes on. */
function openStream(
  { url, clock }: Oracle,
  { haMode = false, apiSecret = ORACLE_KEY.apiSecret } = {},
) {
  const client = createClient({
    apiKey: ORACLE_KEY.apiKey,
    userSecret: apiSecret,
    endpoint: url,
    wsEndpoint: url.replace("http", "ws"),
    haMode,
  });
  const stream = client.createStream(FEEDS, { reconnectInterval: 20 });
  running.unshift({ stop: () => stream.close() });
  const reports: Report[] = [];
  stream.on("report", (report) => reports.push(report));
  /** Moves the clock by some seconds, and waits for as many reports in all. */
  const pass = async (sec: number, count: number) => {
    clock.set(clock.nowMs() + sec * 1_000);
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
    const oracle = startOracle();
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
  });

  test("finds both origins, and drops the duplicates of the other", async () => {
    const oracle = startOracle();
    const { stream, reports, pass } = openStream(oracle, { haMode: true });
    await stream.connect();
    expect(await handshakes(oracle)).toEqual(["HEAD / 200", `${WS} 101`, `${WS} 101`]);
    await pass(20, 30);
    await until(() => stream.getMetrics().deduplicated > 0);
    const { activeConnections, accepted } = stream.getMetrics();
    expect(activeConnections).toBe(2);
    expect(accepted).toBe(reports.length);
    expectWhole(reports);
  });
});
