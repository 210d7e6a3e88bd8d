import { afterAll, afterEach, beforeEach, describe, expect, test } from "bun:test";
import { until } from "../../until.ts";
import { connect, refusal } from "../kit/socket_client.ts";
import { control, get, makeStillClock, ms, signed, start } from "../kit/support.ts";

/** What the oracle refuses: a kinder one would hide a wrong request of the service. */
const clock = makeStillClock(ms("2026-11-05T12:00:00Z"));
const oracle = start("oracle", clock);
afterAll(() => oracle.stop());
// Each test begins in a second of its own, with all of its calls available.
beforeEach(() => clock.set(clock.nowMs() + 1_000));
afterEach(() => control(`${oracle.url}/__sockets`, "DELETE"));

const BTC = "0x00039d9e45394f473ab1f050a1b963e6b05351e52d71e507509ada0c95ed75b8";
const ETH = "0x000362205e10b3a147d02792eccee483dca6c7b44ecce7012cb8c6e0b68b3ae9";
const UNKNOWN = `0x0003${"0".repeat(60)}`;
const LATEST = `/api/v1/reports/latest?feedID=${BTC}`;
const STREAM = `/api/v1/ws?feedIDs=${BTC}`;
const sign = (target: string, changes: Partial<Parameters<typeof signed>[1]> = {}) =>
  signed(target, { nowMs: clock.nowMs(), ...changes });
const statusOf = async (target = LATEST, headers = sign(target)) =>
  (await get(`${oracle.url}${target}`, headers)).status;

describe("the simulated oracle", () => {
  test.each([
    ["reports/latest", 400],
    ["reports/latest?feedID=btc", 400],
    [`reports/latest?feedID=${UNKNOWN}`, 401],
    [`reports?feedID=${BTC}&timestamp=soon`, 400],
    [`reports?feedID=${BTC}&timestamp=99`, 404],
    [`reports/bulk?feedIDs=${BTC},${UNKNOWN}&timestamp=1780000000`, 401],
    [`reports/page?feedID=${BTC}`, 400],
    [`reports/page?feedID=${BTC}&startTimestamp=1780000000&limit=0`, 400],
    ["nothing", 404],
    ["ws", 400],
    [`ws?feedIDs=${BTC},`, 400],
    [`ws?feedIDs=${BTC},${UNKNOWN}`, 401],
    [`reports/ws?feedIDs=${BTC}`, 404],
  ])("refuses %s with %i", async (path, status) => {
    const target = `/api/v1/${path}`;
    const answer = path.includes("ws")
      ? await refusal(oracle.url + target, sign(target))
      : await get(oracle.url + target, sign(target));
    expect(answer.status).toBe(status);
  });

  test("takes a request that is signed with the key, the secret, its target and time", async () => {
    const nowMs = clock.nowMs();
    const { Authorization: _, ...unnamed } = sign(LATEST);
    expect(await statusOf(LATEST, unnamed)).toBe(400);
    const wrong = [
      sign(LATEST, { apiKey: "someone" }),
      sign(LATEST, { apiSecret: "wrong" }),
      sign("/api/v1/reports/latest"),
      sign(LATEST, { nowMs: nowMs - 5_001 }),
      sign(LATEST, { nowMs: nowMs + 5_001 }),
    ];
    for (const headers of wrong) expect(await statusOf(LATEST, headers)).toBe(401);
    expect(await statusOf(LATEST, sign(LATEST, { nowMs: nowMs - 5_000 }))).toBe(200);
    const bulk = `/api/v1/reports/bulk?feedIDs=${BTC},${ETH}&timestamp=1780000000`;
    expect(await statusOf(bulk.replace(",", "%2C"), sign(bulk))).toBe(401);
  });

  test("takes ten requests a second at each endpoint", async () => {
    for (let i = 0; i < 10; i++) expect(await statusOf()).toBe(200);
    expect(await statusOf()).toBe(429);
    expect(await statusOf(`/api/v1/reports?feedID=${BTC}&timestamp=1780000000`)).toBe(200);
    clock.set(clock.nowMs() + 999);
    expect(await statusOf()).toBe(429);
    clock.set(clock.nowMs() + 1);
    expect(await statusOf()).toBe(200);
  });

  test("refuses a stream that is unsigned, of an unknown origin, or the twenty-first", async () => {
    const ask = async (headers: Record<string, string>) =>
      (await refusal(oracle.url + STREAM, headers)).status;
    expect(await ask({})).toBe(400);
    expect(await ask(sign(`${STREAM},${ETH}`))).toBe(401);
    expect(await ask({ ...sign(STREAM), "X-Cll-Origin": "003" })).toBe(400);
    const open = () => connect(oracle.url + STREAM, sign(STREAM));
    const clients = await Promise.all(Array.from({ length: 20 }, open));
    expect(await ask(sign(STREAM))).toBe(429);
    clients[0]?.close();
    await until(async () =>
      (await get<{ sockets: number }>(`${oracle.url}/__sockets`)).body.sockets === 19
    );
    await open();
  });
});
