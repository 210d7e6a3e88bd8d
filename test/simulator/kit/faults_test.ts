import { afterAll, afterEach, describe, expect, test } from "bun:test";
import type { LoggedRequest } from "../../../app/simulator/kit/request_log.ts";
import { control, get, makeStillClock, ms, start } from "./support.ts";

const clock = makeStillClock(ms("2026-11-05T12:00:00Z"));
const spot = start("exchange-spot", clock);
afterAll(() => spot.stop());
afterEach(async () => {
  await control(`${spot.url}/__faults`, "DELETE");
  await control(`${spot.url}/__log`, "DELETE");
});

const TIME = `${spot.url}/api/v3/time`;
const MATCH = "GET /api/v3/time";
const arm = (fault: Record<string, unknown>) =>
  control(`${spot.url}/__faults`, "POST", { match: MATCH, ...fault });
const log = async () => {
  return (await get<{ requests: Array<LoggedRequest> }>(`${spot.url}/__log`)).body.requests;
};
const statuses = async () => (await log()).map(({ status }) => status);

describe("faults", () => {
  test("status: for a number of times, with a custom body and headers", async () => {
    await arm({
      kind: "status",
      status: 418,
      times: 2,
      body: { mine: 1 },
      headers: { "x-mine": "yes" },
      retry_after: 7,
    });
    for (let i = 0; i < 2; i++) {
      const { status, body, headers } = await get(TIME);
      expect(status).toBe(418);
      expect(body).toEqual({ mine: 1 });
      expect(headers.get("x-mine")).toBe("yes");
      expect(headers.get("retry-after")).toBe("7");
    }
    expect((await get(TIME)).status).toBe(200);
    expect(await statuses()).toEqual([418, 418, 200]);
  });

  test("status: with the provider's own body", async () => {
    await arm({ kind: "status", status: 500 });
    expect((await get(TIME)).body).toEqual({
      code: -1000,
      msg: "An unknown error occurred while processing the request.",
    });
  });

  test("delay: the answer comes later, and another fault may also apply", async () => {
    await arm({ kind: "delay", delay_ms: 120 });
    await arm({ kind: "status", status: 503 });
    const startedMs = performance.now();
    expect((await get(TIME)).status).toBe(503);
    expect(performance.now() - startedMs).toBeGreaterThan(100);
  });

  test("malformed: JSON that ends in the middle", async () => {
    await arm({ kind: "malformed", times: 1 });
    const response = await fetch(TIME);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toContain("application/json");
    await expect(response.json()).rejects.toThrow();
  });

  test("drop: the connection dies and nothing was handled", async () => {
    // Connections left open by earlier requests: a client that finds one cut resends automatically.
    await Promise.all([get(TIME), get(TIME), get(TIME)]);
    await control(`${spot.url}/__log`, "DELETE");
    await arm({ kind: "drop", times: 1 });
    await expect(fetch(TIME)).rejects.toMatchObject({ code: "ECONNRESET" });
    expect(await statuses()).toEqual([0]);
    expect((await get(TIME)).status).toBe(200);
  });

  test("lost_reply: it was handled, and the connection dies", async () => {
    await get(TIME);
    await arm({ kind: "lost_reply", times: 1 });
    await expect(fetch(TIME)).rejects.toMatchObject({ code: "ECONNRESET" });
    expect(await statuses()).toEqual([200, 200]);
  });

  test("duplicate: handled twice, answered once", async () => {
    await arm({ kind: "duplicate", times: 1 });
    const { status, headers } = await get(TIME);
    expect(status).toBe(200);
    const used = Number(headers.get("x-mbx-used-weight-1m"));
    expect(await statuses()).toEqual([200, 200]);
    expect(Number((await get(TIME)).headers.get("x-mbx-used-weight-1m"))).toBe(used + 1);
  });

  test("stall: no answer for as long as the client waits", async () => {
    await arm({ kind: "stall", times: 1 });
    const waited = fetch(TIME, { signal: AbortSignal.timeout(300) });
    await expect(waited).rejects.toMatchObject({ name: "TimeoutError" });
    expect((await get(TIME)).status).toBe(200);
  });

  test("stall: does not keep a simulator from stopping", async () => {
    const other = start("exchange-futures", clock);
    const fault = { match: "GET /", kind: "stall" };
    await control(`${other.url}/__faults`, "POST", fault);
    const waiting = fetch(`${other.url}/fapi/v1/time`).then(() => "answered", () => "cut");
    await Bun.sleep(30);
    await other.stop();
    expect(await waiting).toBe("cut");
  });

  test("match the method and the beginning of the path, with any query", async () => {
    await arm({ match: "GET /api/v3/klines", kind: "status", status: 503 });
    await arm({ match: "POST /api/v3/time", kind: "status", status: 503 });
    expect((await get(TIME)).status).toBe(200);
    const klines = await get(`${spot.url}/api/v3/klines?symbol=BTCUSDT&interval=1m&limit=1`);
    expect(klines.status).toBe(503);
  });

  test("apply with a probability that depends on the seed", async () => {
    await arm({ kind: "status", status: 503, probability: 0.3 });
    let struck = 0;
    for (let i = 0; i < 200; i++) if ((await get(TIME)).status === 503) struck++;
    expect(struck).toBeWithin(30, 95);
  });

  test.each([
    [{ kind: "explode" }, `"kind" must be one of delay`],
    [{ match: "/api", kind: "drop" }, `"match" must be a method and a path`],
    [{ kind: "status", status: 99 }, `"status" must be a whole number from 200 to 599`],
    [{ kind: "drop", times: 0 }, `"times" must be`],
    [{ kind: "drop", probability: 2 }, `"probability" must be`],
    [{ kind: "drop", colour: "red" }, `Unknown key "colour"`],
    [{ kind: "drop", headers: { a: 1 } }, `"headers" must be`],
  ])("that are wrong are refused: %j", async (fault, error) => {
    const { status, body } = await arm(fault);
    expect(status).toBe(400);
    expect(body["error"]).toContain(error);
  });

  test("a body that is not JSON is refused, and so is an unknown control call", async () => {
    for (const [body, error] of [["{", "not JSON"], ['{"a":1,"a":1}', 'two fields "a"']]) {
      const response = await fetch(`${spot.url}/__faults`, { method: "POST", body });
      expect([response.status, await response.text()])
        .toEqual([400, expect.stringContaining(JSON.stringify(error).slice(1, -1))]);
    }
    expect((await control(`${spot.url}/__book`, "PUT", {})).status).toBe(404);
  });
});

describe("the log", () => {
  test("has every request with its query, and no control call", async () => {
    await get(`${TIME}?x=1`);
    expect(await log()).toEqual([{
      at: "2026-11-05T12:00:00.000Z",
      method: "GET",
      path: "/api/v3/time?x=1",
      status: 400,
      took_ms: expect.any(Number),
    }]);
  });

  test("has the duration of each request, delays included", async () => {
    await get(TIME);
    await arm({ kind: "delay", delay_ms: 60, times: 1 });
    await get(TIME);
    const [quickMs = NaN, delayedMs = NaN] = (await log()).map(({ took_ms }) => took_ms);
    expect(quickMs).toBeGreaterThan(0);
    expect(delayedMs).toBeGreaterThanOrEqual(59);
    expect(delayedMs).toBeGreaterThan(quickMs);
  });

  test("is empty after its deletion", async () => {
    await get(TIME);
    await control(`${spot.url}/__log`, "DELETE");
    expect(await log()).toEqual([]);
  });
});
