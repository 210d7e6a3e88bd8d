import { afterAll, describe, expect, test } from "bun:test";
import { control } from "../../simulator/kit/support.ts";
import { makePriceServer } from "./price_server.ts";

/** 2026-11-20T12:34:56Z */
const NOW_SEC = 1_795_178_096;
const server = makePriceServer({ nowIso: "2026-11-20T12:34:56Z" });
afterAll(() => server.stop());

describe("a refused instant", () => {
  const ahead = NOW_SEC + 600;
  const before = NOW_SEC - 600;
  const aheadMs = `${ahead}000`;
  const month = 30 * 86_400;

  test.each([
    [`/targets/timestamp?asset=btc&type=5min&timestamp=${ahead}`, "timestamp", `${ahead}`],
    [`/targets/timestamp?asset=btc&type=5min&timestamp=${aheadMs}`, "timestamp", aheadMs],
    [`/targets/timestamp/batch?type=5min&timestamp=${ahead}`, "timestamp", `${ahead}`],
    [`/history/market?type=1h&marketStart=${ahead + 3_600}`, "marketStart", `${ahead + 3_600}`],
    [`/history/range?type=1h&start=${ahead}&end=${ahead + 9}`, "start", `${ahead}`],
    [`/history/range?type=1h&start=${before}&end=${before}`, "end", `${before}`],
    [`/history/range?type=5min&start=${before - month}&end=${before}000`, "end", `${before}000`],
    [`/history/exchange/range?type=1h&start=${before}&end=${before - 1}`, "end", `${before - 1}`],
    [
      `/history/exchange/range?type=1h&mode=source&start=${before - month}&end=${before}`,
      "end",
      `${before}`,
    ],
    ["/markets/timestamps?day=1&month=12&year=2027", "year", "2027"],
  ])("of %s is quoted as it was sent", async (path, parameter, sent) => {
    const { status, body } = await server.get(path);
    expect(status).toBe(400);
    expect(body["error"]).toBe(`Cannot use ${parameter} "${sent}"`);
    // An instant of ours is written as a date and a time.
    expect(String(body["hint"])).not.toMatch(/\d{10}/);
  });

  test("is answered with when its window opens", async () => {
    const { body } = await server.get(`/targets/timestamp?asset=btc&type=5min&timestamp=${ahead}`);
    expect(body["hint"]).toBe(
      "That 5min window opens at 2026-11-20T12:40:00.000Z; ask again then",
    );
  });

  test.each([
    ["1795177800000000", "microseconds"],
    ["1795177800000000000", "nanoseconds"],
  ])("of %s is recognized as %s", async (sent, unit) => {
    const { status, body } = await server.get(
      `/targets/timestamp?asset=btc&type=5min&timestamp=${sent}`,
    );
    expect(status).toBe(400);
    expect(body["error"]).toBe(`Cannot use timestamp "${sent}"`);
    expect(body["hint"]).toStartWith(`That looks like ${unit}. Send unix seconds`);
  });
});

describe("an instant", () => {
  test.each([
    "2026-11-20 12:04:10Z",
    "2026-11-20%2012:04:10.5Z",
    "2026-11-20 13:04:10+01:00",
    "1795176250",
    "1795176250999",
  ])("is read as %s", async (timestamp) => {
    const { status, body } = await server.get(
      `/targets/timestamp?asset=btc&type=5min&timestamp=${timestamp.replaceAll(" ", "%20")}`,
    );
    expect(status).toBe(200);
    expect(body["requestedTimestampIso"]).toBe("2026-11-20T12:04:10.000Z");
  });
});

describe("a target that cannot be had", () => {
  test("is returned with the date and time at which its window opened", async () => {
    await server.fault("oracle", { match: "GET /api/v1/reports", kind: "status", status: 404 });
    const start = Date.parse("2026-11-20T08:00:00Z") / 1000;
    await control(`${server.urlOf("site")}/__published`, "PUT", {
      symbol: "BTC",
      start,
      end: start + 300,
      openPrice: null,
      closePrice: null,
    });
    const { status, body } = await server.get(
      "/targets/timestamp?asset=btc&type=5min&timestamp=2026-11-20T08:01:00Z",
    );
    expect(status).toBe(502);
    expect(body["error"]).toBe(
      "Cannot give the target of the 5min window of btc that opened at " +
        "2026-11-20T08:00:00.000Z: no price exists",
    );
    const late = await server.get("/twap/latest?asset=xrp");
    expect(late.body["error"]).toBe(
      "Cannot give the average of xrp over 60 s: none was published in the last 60 s",
    );
    await server.clearFaults("oracle");
  });
});
