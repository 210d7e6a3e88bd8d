import { afterAll, describe, expect, test } from "bun:test";
import { ASSETS } from "../../core/market/mod.ts";
import { control, ORACLE_KEY } from "../simulator/kit/support.ts";
import type { Settings } from "./environment.ts";
import { makeFolder, startProcess, startSandbox } from "./process.ts";
import { until } from "../until.ts";
import { getJson } from "./served_series.ts";
import { startWorld } from "./world_of_processes.ts";

const folder = makeFolder();
afterAll(folder.remove);

const world = startWorld({ startIso: "2026-11-20T12:00:00Z", speed: 20 });
const { simulators } = world;
afterAll(simulators.stop);
const settings: Settings = { DATA_DIR: folder.path, ...world.settings };

const NAMES = ["oracle", "exchange-spot", "exchange-futures"] as const;
/** Requests to the providers about the second of an instant. */
const upstreamCallsAbout = async (instant: string) => {
  const logs = await Promise.all(
    NAMES.map((name) =>
      control<{ requests: ReadonlyArray<{ path: string }> }>(
        `${simulators.urlOf(name)}/__log`,
        "GET",
      )
    ),
  );
  return logs.flatMap(({ body }) => body.requests.map(({ path }) => path))
    .filter((path) => path.includes(String(Date.parse(instant) / 1000)));
};
const forget = () =>
  Promise.all(NAMES.map((name) => control(`${simulators.urlOf(name)}/__log`, "DELETE")));

/**
 * Waits until a window of every asset has opened and is published; returns its first second. A
 * subscription makes the service fetch nothing.
 */
async function nextOpened(url: string): Promise<string> {
  const { now } = await getJson<{ readonly now: string }>(`${url}/health`);
  const socket = new WebSocket(`${url.replace("http", "ws")}/api/v1/stream`);
  const topics = new Map<string, Set<unknown>>();
  socket.addEventListener("open", () => {
    socket.send(JSON.stringify({ op: "subscribe", channel: "targets", intervals: ["5min"] }));
  });
  socket.addEventListener("message", ({ data }) => {
    const { type, windowStartIso, topic } = JSON.parse(String(data));
    if (type !== "target" || windowStartIso <= now) return;
    topics.set(windowStartIso, (topics.get(windowStartIso) ?? new Set()).add(topic));
  });
  const found = () => [...topics].find(([, published]) => published.size === ASSETS.length)?.[0];
  await until(() => found() !== undefined, "a window of every asset");
  socket.close();
  return found() ?? "";
}

describe("the sandbox as a process", () => {
  test(
    "records windows as they open, keeps them over a restart, and ends gracefully",
    async () => {
      const first = await startSandbox(settings);
      const get = async (url: string, path: string) => {
        const response = await fetch(`${url}/api/v1${path}`);
        return { response, body: await response.json() as Record<string, unknown> };
      };
      // Five minutes of its clock pass in 15 s: one window opens without anyone asking.
      const boundary = await nextOpened(first.url);
      await forget();
      const recorded = await get(
        first.url,
        `/targets/timestamp/batch?type=5min&timestamp=${boundary}`,
      );
      expect(recorded.response.headers.get("x-cache")).toBe("HIT");
      expect(await upstreamCallsAbout(boundary)).toEqual([]);

      // A request in progress when the service is stopped is still answered.
      const spot = simulators.urlOf("exchange-spot");
      await control(`${spot}/__faults`, "POST", {
        match: "GET /api/v3/aggTrades",
        kind: "delay",
        delay_ms: 1_000,
        times: 1,
      });
      const slow = get(
        first.url,
        "/targets/timestamp?asset=eth&type=1h&timestamp=2026-11-19T07:00:00Z",
      );
      // Connections are accepted in the order in which they come: this one after the slow one's.
      expect((await get(first.url, "/status")).response.status).toBe(200);
      first.kill("SIGTERM");
      expect((await slow).response.status).toBe(200);
      expect(await first.exited).toBe(0);

      const second = await startSandbox(settings);
      await forget();
      const again = await get(
        second.url,
        "/targets/timestamp?asset=eth&type=1h&timestamp=2026-11-19T07:00:00Z&evidence=true",
      );
      expect(again.response.headers.get("x-cache")).toBe("HIT");
      expect(again.body).toMatchObject({ price: (await slow).body["price"] });
      expect(again.body["evidence"]).toMatchObject({ kind: "trade", symbol: "ETHUSDT" });
      const repeated = await get(
        second.url,
        `/targets/timestamp/batch?type=5min&timestamp=${boundary}`,
      );
      expect(repeated.response.headers.get("x-cache")).toBe("HIT");
      expect(repeated.body["results"]).toEqual(recorded.body["results"] as unknown[]);
      expect(await upstreamCallsAbout(boundary)).toEqual([]);

      // The log is JSON lines without credentials.
      for (const line of (first.logged() + second.logged()).trim().split("\n")) {
        expect(JSON.parse(line)).toMatchObject({
          at: expect.any(String),
          level: expect.any(String),
        });
        expect(line).not.toContain(ORACLE_KEY.apiSecret);
      }

      // The operator's commands go through the running service.
      const backfill = startProcess("backfill", settings, [
        ...["--asset", "btc", "--type", "1hour", "--from", "2026-11-01", "--to", "2026-11-11"],
        "--sandbox",
      ]);
      expect(await backfill.exited).toBe(0);
      expect(backfill.printed()).toContain("240/240");
      // From the archive: the service has the store open, and the command prints what it did.
      expect(backfill.printed()).toMatch(
        /Windows\n( +stored before +\d+\n)? +klines \(archive\) +\d+\n +missing +0\n$/,
      );
      const filled = await get(
        second.url,
        "/history/range?type=1hour&start=2026-11-01&end=2026-11-11",
      );
      expect(filled.response.headers.get("x-cache")).toBe("HIT");
      expect(filled.body["timeseries"]).toHaveLength(240);
      second.kill("SIGTERM");
      expect(await second.exited).toBe(0);
    },
    300_000,
  );

  test("reports in one line each what is wrong with its settings", async () => {
    const running = startProcess("sandbox", {
      PORT: "70000",
      RATE_LIMIT_PUBLIC: "many",
      BINANCE_SPOT_URL: "https://api.binance.com",
      DATABASE_URL: "mysql://secret@host/db",
    });
    expect(await running.exited).toBe(1);
    const lines = running.logged().trim().split("\n");
    expect(lines.map((line) => line.split(":")[0])).toEqual([
      'Cannot use PORT "70000"',
      'Cannot use RATE_LIMIT_PUBLIC "many"',
      "Cannot use DATABASE_URL",
      'Cannot use BINANCE_SPOT_URL "https',
    ]);
    expect(running.logged()).not.toContain("secret");
  });

  test("refuses a folder that another process uses, and a port in use", async () => {
    const own = makeFolder();
    const first = await startSandbox({ DATA_DIR: own.path });
    const second = startProcess("sandbox", { DATA_DIR: own.path, PORT: "0" });
    expect(await second.exited).toBe(1);
    expect(second.logged().trim()).toMatch(
      /^Cannot open the store: .* is in use by (process \d+|a running service); stop it, .*$/,
    );
    const other = makeFolder();
    const third = startProcess("sandbox", {
      DATA_DIR: other.path,
      PORT: new URL(first.url).port,
    });
    expect(await third.exited).toBe(1);
    expect(third.logged()).toContain("the port is in use");
    first.kill("SIGTERM");
    expect(await first.exited).toBe(0);
    own.remove();
    other.remove();
  }, 300_000);

  test(
    "starts live mode without a setting, and names what is missing and how to get a key",
    async () => {
      const own = makeFolder();
      const live = startProcess("start", { DATA_DIR: own.path, PORT: "0" });
      const url = await live.waitFor(/answers on (http:\S+)/);
      expect(live.printed()).toMatch(/oracle +off +set CHAINLINK_API_KEY/);
      expect(live.printed()).toContain("from the venue's site and metadata alone");
      const anHourAgo = Math.floor(Date.now() / 1000) - 3_600;
      const response = await fetch(
        `${url}/api/v1/targets/timestamp?asset=btc&type=5min&timestamp=${anHourAgo}`,
      );
      expect(response.status).toBe(502);
      expect(await response.json()).toMatchObject({
        hint: expect.stringContaining("CHAINLINK_API_KEY"),
      });
      expect(response.headers.get("x-sandbox")).toBeNull();
      expect((await fetch(`${url}/health`)).status).toBe(200);
      await live.waitFor(/(account key someone@example\.com)/);
      const added = startProcess("account", { DATA_DIR: own.path }, [
        "add",
        "someone@example.com",
      ]);
      expect(await added.exited).toBe(0);
      live.kill("SIGTERM");
      expect(await live.exited).toBe(0);
      const again = startProcess("start", { DATA_DIR: own.path, PORT: "0" });
      await again.waitFor(/answers on (http:\S+)/);
      again.kill("SIGTERM");
      expect(await again.exited).toBe(0);
      expect(again.printed()).not.toContain("account key");
      own.remove();
    },
    300_000,
  );
});
