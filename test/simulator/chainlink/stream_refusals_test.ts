import { afterAll, describe, expect, test } from "bun:test";
import { listenTo } from "./report_frames.ts";
import { refusal } from "../kit/socket_client.ts";
import { get, makeStillClock, ms, signed, start } from "../kit/support.ts";

const BTC = "0x00039d9e45394f473ab1f050a1b963e6b05351e52d71e507509ada0c95ed75b8";
const ETH = "0x000362205e10b3a147d02792eccee483dca6c7b44ecce7012cb8c6e0b68b3ae9";
const START_MS = ms("2026-11-05T12:00:00Z");

describe("the oracle's stream refuses", () => {
  const clock = makeStillClock(START_MS);
  const oracle = start("oracle", clock);
  afterAll(() => oracle.stop());
  const nowMs = START_MS;
  /** The answer to these requests if they were otherwise valid. */
  const HALF_A_HANDSHAKE = '{"message":"bad request"}';
  const WS = "/api/v1/ws";
  const refused = (target: string, headers = signed(target, { nowMs })) =>
    refusal(`${oracle.url}${target}`, headers);

  test("unsigned requests, and names the missing headers", async () => {
    const target = `${WS}?feedIDs=${BTC}`;
    const { status, body } = await refused(target, {});
    expect(status).toBe(400);
    for (const name of ["UserId", "Timestamp", "HmacSignature"]) expect(body).toContain(name);
    expect((await refused(target, signed(target, { nowMs, apiSecret: "x" }))).status).toBe(401);
    // The signature covers the target as sent, including its query.
    expect((await refused(`${target},${ETH}`, signed(target, { nowMs }))).status).toBe(401);
    expect((await refused(target, signed(target, { nowMs: nowMs - 5_001 }))).status).toBe(401);
  });

  test.each([
    [WS, 400],
    [`${WS}?feedIDs=`, 400],
    [`${WS}?feedIDs=${BTC},`, 400],
    [`${WS}?feedIDs=${BTC}0`, 400],
    [`${WS}?feedIDs=${BTC},0x0003${"0".repeat(60)}`, 401],
    [`/api/v1/reports/ws?feedIDs=${BTC}`, 404],
  ])("%s", async (target, status) => {
    const answer = await refused(target);
    expect(answer.status).toBe(status);
    expect(answer.body).not.toBe(HALF_A_HANDSHAKE);
  });

  test("unknown origins", async () => {
    const target = `${WS}?feedIDs=${BTC}`;
    const headers = { ...signed(target, { nowMs }), "X-Cll-Origin": "003" };
    const { status, body } = await refused(target, headers);
    expect({ status, body }).toEqual({ status: 400, body: '{"message":"unknown origin"}' });
  });

  test("and lists its origins to a signed request", async () => {
    const ask = (headers: Record<string, string>) =>
      fetch(`${oracle.url}/`, { method: "HEAD", headers });
    const response = await ask(signed("/", { nowMs, method: "HEAD" }));
    expect(response.status).toBe(200);
    expect(response.headers.get("X-Cll-Available-Origins")).toBe("{001,002}");
    expect((await ask({})).status).toBe(400);
    expect((await ask(signed("/", { nowMs }))).status).toBe(401);
  });

  test("more than twenty sockets, until one is closed", async () => {
    const open = () => listenTo(oracle, { feedIds: [BTC], clock });
    const [first] = await Promise.all(Array.from({ length: 20 }, open));
    expect((await refused(`${WS}?feedIDs=${BTC}`)).status).toBe(429);
    first?.close();
    await first?.closed;
    while ((await get<{ sockets: number }>(`${oracle.url}/__sockets`)).body.sockets === 20);
    await open();
  });
});
