import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { startVenue2, type Venue2 } from "./venue.ts";

let venue: Venue2;
beforeAll(() => {
  venue = startVenue2("2026-11-20T12:00:00Z");
});
// Each test begins in a separate minute, with its full weight available.
beforeEach(() => venue.clock.set(venue.clock.nowMs() + 60_000));
afterAll(() => venue.stop());

describe("a call to the venue", () => {
  test.each<[string, number, string, RequestInit]>([
    ["of a type that does not exist", 422, '{"type":"weather"}', {}],
    ["of a type that is a property", 422, '{"type":"constructor"}', {}],
    ["without a type", 422, "[]", {}],
    ["that is null", 422, "null", {}],
    ["that is no JSON", 400, "{", {}],
    ["that does not say it is JSON", 415, '{"type":"outcomeMeta"}', { headers: {} }],
    ["by PUT", 405, "{}", { method: "PUT" }],
  ])("%s is answered with %d", async (_, status, body, init) => {
    const answer = await venue.send(body, init);
    expect(answer.status).toBe(status);
    expect(answer.text).not.toStartWith("{");
  });

  const req = { coin: "BTC", interval: "1h", startTime: 0, endTime: 1 };
  test.each<[string, object]>([
    ["a settlement of no outcome", { type: "settledOutcome" }],
    ["a settlement of text", { type: "settledOutcome", outcome: "95" }],
    ["a settlement of a part", { type: "settledOutcome", outcome: 95.5 }],
    ["a settlement below zero", { type: "settledOutcome", outcome: -1 }],
    ["a book of no coin", { type: "l2Book" }],
    ["a book of 6 digits", { type: "l2Book", coin: "BTC", nSigFigs: 6 }],
    ["a book of fives of 4 digits", { type: "l2Book", coin: "BTC", nSigFigs: 4, mantissa: 5 }],
    ["a book of fives without digits", { type: "l2Book", coin: "BTC", mantissa: 5 }],
    ["trades of no coin", { type: "recentTrades", coin: 10 }],
    ["candles of nothing", { type: "candleSnapshot" }],
    ["candles of 7 minutes", { type: "candleSnapshot", req: { ...req, interval: "7m" } }],
    ["candles from nowhere", { type: "candleSnapshot", req: { ...req, startTime: "now" } }],
    ["prices of another exchange", { type: "allMids", dex: "xyz" }],
  ])("for %s is answered with 422", async (_, body) => {
    expect((await venue.send(JSON.stringify(body))).status).toBe(422);
  });

  test("by GET is refused", async () => {
    expect((await fetch(`${venue.url}/info`)).status).toBe(405);
    expect((await fetch(`${venue.url}/exchange`, { method: "POST" })).status).toBe(404);
  });

  const DAY_MS = 86_400_000;
  test.each<[object, number]>([
    [{ type: "outcomeMeta" }, 60],
    [{ type: "outcomeTemplates" }, 60],
    [{ type: "settledOutcome", outcome: 1 }, 60],
    [{ type: "meta" }, 60],
    [{ type: "spotMeta" }, 60],
    [{ type: "recentTrades", coin: "BTC" }, 60],
    [{ type: "allMids" }, 600],
    [{ type: "l2Book", coin: "BTC" }, 600],
    // A day of minutes is 1440 of them, and weighs 24 more.
    [{ type: "candleSnapshot", req: { coin: "BTC", interval: "1m", startTime: 0 } }, 27],
  ])("such as %j may be asked so often in a minute: %d times", async (body, times) => {
    const startTime = venue.clock.nowMs() - DAY_MS + 60_000;
    const text = JSON.stringify(
      "req" in body ? { ...body, req: { ...body.req as object, startTime } } : body,
    );
    const statuses = [];
    for (let i = 0; i <= times; i++) statuses.push((await venue.send(text)).status);
    expect(statuses.indexOf(429)).toBe(times);
    venue.clock.set(venue.clock.nowMs() + 60_000);
    expect((await venue.send(text)).status).toBe(200);
  });

  test("weighs nothing if refused", async () => {
    for (let i = 0; i < 100; i++) await venue.send('{"type":"weather"}');
    const heavy = await venue.send('{"type":"outcomeMeta"}');
    expect(heavy.status).toBe(200);
    for (let i = 0; i < 59; i++) await venue.send('{"type":"outcomeMeta"}');
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push((await venue.send('{"type":"allMids"}')).status);
    expect(statuses).toEqual([429, 429, 429]);
  });
});
