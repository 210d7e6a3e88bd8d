import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { dayOfRoll, makeRolls } from "../../../app/simulator/hyperliquid/roll.ts";
import { ms } from "../kit/support.ts";
import { binaryOf, startVenue2, type Venue2 } from "./venue.ts";

const NOON = "2026-11-20T12:00:00Z";
const HOUR_MS = 3_600_000;
let venue: Venue2;
beforeAll(() => {
  venue = startVenue2(NOON);
});
beforeEach(() => venue.at(NOON));
afterAll(() => venue.stop());

interface Candle {
  readonly t: number;
  readonly T: number;
  readonly s: string;
  readonly i: string;
  readonly o: string;
  readonly c: string;
  readonly h: string;
  readonly l: string;
  readonly v: string;
  readonly n: number;
}
const candles = (coin: string, interval: string, startTime: number, endTime?: number) =>
  venue.ask<ReadonlyArray<Candle>>({
    type: "candleSnapshot",
    req: { coin, interval, startTime, endTime },
  });

describe("candles", () => {
  test.each([
    "1m",
    "3m",
    "5m",
    "15m",
    "30m",
    "1h",
    "2h",
    "4h",
    "8h",
    "12h",
    "1d",
    "3d",
    "1w",
    "1M",
  ])(
    "of %s follow each other without a gap",
    async (interval) => {
      venue.clock.set(venue.clock.nowMs() + 60_000);
      const found = await candles("BTC", interval, ms("2025-01-01T00:00:00Z"));
      const nowMs = venue.clock.nowMs();
      expect(found.length).toBeWithin(23, 5_001);
      expect(found.slice(1).every(({ t }, at) => t === (found[at]?.T ?? 0) + 1)).toBe(true);
      const last = found.at(-1);
      expect((last?.t ?? 0) <= nowMs && (last?.T ?? 0) >= nowMs).toBe(true);
      for (const { s, i, o, c, h, l, v, n } of found.slice(-50)) {
        expect([s, i]).toEqual(["BTC", interval]);
        const [open, close, high, low] = [o, c, h, l].map(Number) as [
          number,
          number,
          number,
          number,
        ];
        expect(high).toBe(Math.max(open, close, high, low));
        expect(low).toBe(Math.min(open, close, high, low));
        expect(Number(v) > 0 && n > 0).toBe(true);
      }
    },
  );

  test("begin with the one that contains the start, and end with the end's", async () => {
    const from = ms("2026-11-20T03:30:00Z");
    const found = await candles("ETH", "1h", from, from + 2 * HOUR_MS);
    expect(found.map(({ t }) => new Date(t).getUTCHours())).toEqual([3, 4, 5]);
    expect(await candles("ETH", "1h", from, from - 1)).toEqual([]);
    const whole = await candles("ETH", "1h", from + HOUR_MS / 2, from + 3 * HOUR_MS / 2 - 1);
    expect(whole.map(({ t }) => new Date(t).getUTCHours())).toEqual([4]);
  });

  test("of an outcome are probabilities, from its first moment to its last", async () => {
    venue.at("2026-11-20T05:00:00Z");
    const { outcome } = binaryOf(await venue.list(), "BTC");
    const { createdMs } = makeRolls(1)(dayOfRoll(ms("2026-11-20T05:00:00Z")));
    const live = await candles(`#${outcome * 10}`, "1h", 0);
    expect(live.length).toBe(24);
    expect((live[0]?.t ?? Infinity) <= createdMs && createdMs <= (live[0]?.T ?? 0)).toBe(true);
    const probabilities = live.flatMap(({ o, c, h, l }) => [o, c, h, l].map(Number));
    expect(probabilities.every((price) => price > 0 && price < 1)).toBe(true);
    venue.at("2026-11-25T12:00:00Z");
    const whole = await candles(`#${outcome * 10}`, "1h", 0);
    expect(whole.slice(0, 23)).toEqual(live.slice(0, 23));
    expect(whole.length).toBe(25);
  });

  test("are none of what nobody trades", async () => {
    expect(await candles("PEPE", "1h", 0)).toEqual([]);
    expect(await candles("#90", "1h", 0)).toEqual([]);
  });
});

describe("recent trades", () => {
  test("are ten, newest first, and none from the future", async () => {
    const { outcome } = binaryOf(await venue.list(), "BTC");
    for (const coin of ["BTC", `#${outcome * 10 + 1}`]) {
      const trades = await venue.ask<ReadonlyArray<Readonly<Record<string, unknown>>>>({
        type: "recentTrades",
        coin,
      });
      expect(trades.length).toBe(10);
      const times = trades.map(({ time }) => Number(time));
      expect(times).toEqual(times.toSorted((a, b) => b - a));
      expect(Math.max(...times)).toBeLessThanOrEqual(venue.clock.nowMs());
      expect(new Set(trades.map(({ tid }) => tid)).size).toBe(10);
      const address = expect.stringMatching(/^0x[0-9a-f]{40}$/);
      for (const trade of trades) {
        expect(trade).toEqual({
          coin,
          side: expect.stringMatching(/^[AB]$/),
          px: expect.stringMatching(/^\d+\.\d+$/),
          sz: expect.stringMatching(/^\d+\.\d+$/),
          time: expect.any(Number),
          hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
          tid: expect.any(Number),
          users: [address, address],
        });
      }
    }
  });

  test("are none of what nobody trades", async () => {
    expect(await venue.ask({ type: "recentTrades", coin: "PEPE" })).toEqual([]);
  });
});
