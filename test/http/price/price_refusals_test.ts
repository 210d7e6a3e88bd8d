import { afterAll, describe, expect, test } from "bun:test";
import { makePriceServer } from "./price_server.ts";

const server = makePriceServer({ nowIso: "2026-11-20T12:34:56Z" });
afterAll(() => server.stop());

describe("bad input", () => {
  const at = "timestamp=2026-11-20T10:00:00Z";
  const range = "start=2026-11-20&end=2026-11-20T06:00:00Z";

  test.each([
    ["/targets/active?asset=", "asset"],
    ["/targets/active?asset=constructor", "asset"],
    ["/targets/active?types=", "types"],
    ["/targets/active?types=5min,2h", "types"],
    ["/targets/active?types=5min&type=15min", "type"],
    ["/targets/active?kind=5min", "kind"],
    [`/targets/timestamp?type=5min&${at}`, "asset"],
    [`/targets/timestamp?asset=btc&${at}`, "type"],
    ["/targets/timestamp?asset=btc&type=5min", "timestamp"],
    [`/targets/timestamp?asset=btc&type=5min&${at}&evidence=yes`, "evidence"],
    ...["soon", "-1", "2026-02-30", "2030-01-01", "1"]
      .map((text) => [`/targets/timestamp?asset=btc&type=5min&timestamp=${text}`, "timestamp"]),
    ["/targets/timestamp?asset=btc&type=5min&timestamp=2026-11-20T12:35:00Z", "timestamp"],
    [`/targets/timestamp/batch?type=5min&${at}&assets=btc,,eth`, "assets"],
    [`/targets/timestamp/batch?type=5min&${at}&assets=btc,gold`, "assets"],
    ["/markets/timestamps", "date"],
    ["/markets/timestamps?date=2026-02-30", "date"],
    ["/markets/timestamps?date=1", "date"],
    ["/markets/timestamps?date=2026-01-01&day=1", "day"],
    ["/markets/timestamps?date=2027-11-22", "date"],
    ["/markets/timestamps?day=1&month=1", "year"],
    ["/markets/timestamps?day=1&month=0&year=2026", "month"],
    ["/markets/timestamps?day=1&month=1&year=0", "year"],
    ["/markets/timestamps?day=31&month=2&year=2026", "day"],
    ["/markets/timestamps?date=2026-01-01&interval=1h&intervals=4h", "intervals"],
    ["/history/market?type=1h", "marketStart"],
    [`/history/market?type=1h&start=2026-11-20&${at}`, "timestamp"],
    ["/history/market?type=1h&start=2026-11-20T13:00:00Z", "start"],
    [`/history/range?type=1h&start=2026-11-20&end=2026-11-20`, "end"],
    [`/history/range?type=1h&start=2026-11-20&end=2026-11-19`, "end"],
    [`/history/range?type=1h&start=2026-11-21&end=2026-11-22`, "start"],
    [`/history/range?type=5min&start=2026-11-01&end=2026-11-20`, "end"],
    [`/history/range?type=5min&start=2009-01-01&end=2026-11-20`, "end"],
    [
      "/history/range?type=5min&start=2026-11-20T06:00:00Z&end=2026-11-20T10:15:00Z" +
      "&includeOutcomeMeta=true&includeResolution=true",
      "end",
    ],
    [`/history/exchange/range?type=1h&${range}&includeResolution=true`, "includeResolution"],
    [`/history/exchange/range?type=5min&${range}`, "type"],
    [`/history/exchange/range?type=1h&${range}&mode=all`, "mode"],
    [`/history/exchange/range?type=1h&${range}&mode=source`, "end"],
    [`/history/exchange/range?type=1h&${range}&includeOutcomeMeta=1`, "includeOutcomeMeta"],
  ])("%s is 400 and names %s", async (path = "", parameter = "") => {
    const { status, body, headers } = await server.get(path);
    expect(status).toBe(400);
    expect(Object.keys(body).sort()).toEqual(["error", "hint"]);
    expect(String(body["error"])).toContain(parameter);
    expect(String(body["hint"]).length).toBeGreaterThan(5);
    expect(headers.get("x-cache")).toBe("HIT");
  });

  test("names the count and the maximum of a range that is too large", async () => {
    const { body } = await server.get("/history/range?type=5min&start=2026-11-01&end=2026-11-20");
    expect(body["hint"]).toContain("5472");
    expect(body["hint"]).toContain("2500");
  });
});

describe("a list without any available item", () => {
  test.each([
    "/history/range?type=1h&start=2026-11-10&end=2026-11-10T05:00:00Z",
    "/history/exchange/range?type=1h&start=2026-11-10&end=2026-11-10T05:00:00Z",
  ])("%s is 502", async (path) => {
    await server.fault("exchange-spot", { match: "GET /api/v3/", kind: "status", status: 500 });
    const { status, body, headers } = await server.get(path);
    await server.clearFaults("exchange-spot");
    expect(status).toBe(502);
    expect(body).toEqual({ error: expect.any(String), hint: expect.any(String) });
    expect(headers.get("x-cache")).toBe("MISS");
    server.clock.set(server.clock.nowMs() + 1_001);
  });
});
