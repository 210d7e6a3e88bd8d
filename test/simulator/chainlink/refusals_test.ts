import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { control, get, makeStillClock, ms, ORACLE_KEY, signed, start } from "../kit/support.ts";
import { sharedPath, testWithShared } from "../../shared_data.ts";

const clock = makeStillClock(ms("2026-11-05T12:00:00Z"));
const oracle = start("oracle", clock);
afterAll(() => oracle.stop());
beforeEach(() => clock.set(clock.nowMs() + 10_000));

const BTC = "0x00039d9e45394f473ab1f050a1b963e6b05351e52d71e507509ada0c95ed75b8";
const LATEST = `/api/v1/reports/latest?feedID=${BTC}`;
const ask = (target: string, headers = signed(target, { nowMs: clock.nowMs() })) =>
  get(`${oracle.url}${target}`, headers);

describe("signatures", () => {
  test.each([
    ["Authorization", "UserId"],
    ["X-Authorization-Timestamp", "Timestamp"],
    ["X-Authorization-Signature-SHA256", "HmacSignature"],
  ])("without %s: 400, and it is named", async (header, name) => {
    const headers = signed(LATEST, { nowMs: clock.nowMs() });
    delete headers[header];
    const { status, body } = await ask(LATEST, headers);
    expect(status).toBe(400);
    expect(body["message"]).toBe(
      `Key: 'Headers.${name}' Error:Field validation for '${name}' failed on the 'required' tag`,
    );
  });

  test("of another key, another secret, another query or another time: 401", async () => {
    const nowMs = clock.nowMs();
    const tries = [
      signed(LATEST, { nowMs, apiKey: "someone" }),
      signed(LATEST, { nowMs, apiSecret: "wrong" }),
      signed("/api/v1/reports/latest", { nowMs }),
      signed(LATEST, { nowMs: nowMs - 5_001 }),
      signed(LATEST, { nowMs: nowMs + 5_001 }),
    ];
    for (const headers of tries) expect((await ask(LATEST, headers)).status).toBe(401);
    expect((await ask(LATEST, signed(LATEST, { nowMs: nowMs - 5_000 }))).status).toBe(200);
  });

  test("cover the query as it was sent, commas unescaped or not", async () => {
    const target = `/api/v1/reports/bulk?feedIDs=${BTC},${BTC}&timestamp=1780000000`;
    expect((await ask(target)).status).toBe(200);
    const escaped = target.replace(",", "%2C");
    expect((await ask(escaped)).status).toBe(200);
    expect((await ask(escaped, signed(target, { nowMs: clock.nowMs() }))).status).toBe(401);
  });

  test("on a clock sixty times as fast may be sixty times as far off", async () => {
    const startMs = ms("2026-11-05T12:00:00Z");
    const fast = start("oracle", { speed: 60, nowMs: () => startMs, realMs: (t) => t / 60 });
    const status = async (nowMs: number) =>
      (await get(`${fast.url}${LATEST}`, signed(LATEST, { nowMs }))).status;
    expect(await status(startMs - 299_000)).toBe(200);
    expect(await status(startMs - 301_000)).toBe(401);
    await fast.stop();
  });

  const vectors = "chainlink/vectors.json";

  testWithShared([vectors], "agree with the provider's official vectors", async () => {
    const { hmac } = await Bun.file(sharedPath(vectors)).json() as {
      hmac: ReadonlyArray<Record<string, string>>;
    };
    const ours = hmac.filter(({ method, body }) => method === "GET" && body === "");
    expect(ours.length).toBeGreaterThan(0);
    for (const vector of ours) {
      const { pathWithQuery = "", apiKey = "", secret = "", timestamp } = vector;
      const headers = signed(pathWithQuery, {
        nowMs: Number(timestamp),
        apiKey,
        apiSecret: secret,
      });
      expect(headers["X-Authorization-Signature-SHA256"]).toBe(vector["expectedSignatureHex"]);
    }
  });
});

describe("refusals", () => {
  const UNKNOWN = `0x0003${"0".repeat(60)}`;

  test.each([
    ["reports/latest", 400],
    ["reports/latest?feedID=btc", 400],
    [`reports/latest?feedID=${UNKNOWN}`, 401],
    [`reports?feedID=${BTC}`, 400],
    [`reports?feedID=${BTC}&timestamp=soon`, 400],
    [`reports?feedID=${BTC}&timestamp=99`, 404],
    [`reports/bulk?timestamp=1780000000`, 400],
    [`reports/bulk?feedIDs=${BTC},${UNKNOWN}&timestamp=1780000000`, 401],
    [`reports/page?feedID=${BTC}`, 400],
    [`reports/page?feedID=${BTC}&startTimestamp=1780000000&limit=0`, 400],
    ["nothing", 404],
  ])("%s: %i, with a message", async (path, expected) => {
    const { status, body } = await ask(`/api/v1/${path}`);
    expect(status).toBe(expected);
    expect(body["message"]).toBeString();
  });

  test("an id in upper case is the same feed", async () => {
    const target = LATEST.replace(BTC, `0x${BTC.slice(2).toUpperCase()}`);
    expect((await ask(target)).status).toBe(200);
  });

  test("a page never exceeds the server's maximum", async () => {
    const target = `/api/v1/reports/page?feedID=${BTC}&startTimestamp=1780000000&limit=5000`;
    const { body } = await ask(target);
    expect(body["reports"]).toHaveLength(100);
  });
});

describe("the rate limit", () => {
  test("is ten a second for each endpoint", async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 11; i++) statuses.push((await ask(LATEST)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    expect((await ask("/api/v1/feeds")).status).toBe(200);
    clock.set(clock.nowMs() + 999);
    expect((await ask(LATEST)).status).toBe(429);
    clock.set(clock.nowMs() + 1);
    expect((await ask(LATEST)).status).toBe(200);
  });
});

describe("discovery", () => {
  type Feeds = { feeds: ReadonlyArray<Record<string, string>> };
  const discover = async (query: string) =>
    (await get<Feeds>(`${oracle.url}/api/v1/discovery?${query}`)).body.feeds;

  test("needs no credentials and filters without regard to case", async () => {
    expect(await discover("")).toHaveLength(20);
    expect(await discover("base_asset=btc,ETH&quote_asset=usd")).toHaveLength(6);
    clock.set(clock.nowMs() + 5_000);
    expect(await discover("base_asset=nope")).toEqual([]);
    expect(await discover("status=testing")).toEqual([]);
    expect(await discover("colour=blue&network_type=mainnet")).toHaveLength(20);
    const bad = await get(`${oracle.url}/api/v1/discovery?created_after=soon`);
    expect(bad.status).toBe(400);
  });

  test("is the only source of the id of HYPE's single average", async () => {
    const hype = await discover("base_asset=HYPE");
    const names = hype.map(({ name }) => name);
    expect(names.filter((name) => name?.includes("TWAP"))).toEqual([
      "HYPE/USD-Streams-TWAP-60s-mainnet-production",
    ]);
    const twap = hype.find(({ name }) => name?.includes("TWAP-60s"));
    expect(twap?.["feedId"]).toMatch(/^0x0002[0-9a-f]{60}$/);
    const latest = `/api/v1/reports/latest?feedID=${twap?.["feedId"]}`;
    expect((await ask(latest)).status).toBe(200);
    expect(JSON.stringify((await ask("/api/v1/feeds")).body)).not.toContain(twap?.["feedId"]);
  });

  test("with a wrong signature is refused anyway", async () => {
    const headers = signed("/api/v1/discovery", { nowMs: clock.nowMs(), apiSecret: "wrong" });
    expect((await ask("/api/v1/discovery", headers)).status).toBe(401);
  });
});

describe("a fault", () => {
  test("of a status comes with the oracle's kind of body", async () => {
    const match = "GET /api/v1/reports";
    await control(`${oracle.url}/__faults`, "POST", {
      match,
      kind: "status",
      status: 503,
      times: 1,
    });
    const { status, body } = await ask(LATEST);
    expect(status).toBe(503);
    expect(body).toEqual({ message: "service unavailable" });
    expect((await ask(LATEST)).status).toBe(200);
    expect(ORACLE_KEY.apiKey).toContain("-");
  });
});
