import { afterAll, describe, expect, test } from "bun:test";
import { makePriceServer } from "./price_server.ts";

const server = makePriceServer({ nowIso: "2026-11-20T12:34:56Z" });
const eastern = makePriceServer({ nowIso: "2026-11-20T18:34:56Z", profile: "polymarket" });
afterAll(() => Promise.all([server.stop(), eastern.stop()]));

describe("GET /history/exchange/range", () => {
  const range = "start=2026-11-20T08:00:00Z&end=2026-11-20T13:00:00Z";

  test("adds how windows ended", async () => {
    const { body } = await server.get(
      `/history/exchange/range?type=1hour&${range}&includeOutcomeMeta=true`,
    );
    const { history } = body as {
      history: ReadonlyArray<{
        price: number;
        outcomeMeta: { closePrice: number | null; outcome: string | null; final: boolean };
      }>;
    };
    expect(body).toMatchObject({ mode: "market", method: "aggTrades", count: 5 });
    for (const { price, outcomeMeta } of history.slice(0, 4)) {
      const { closePrice, outcome, final } = outcomeMeta;
      expect(final).toBe(true);
      expect(outcome).toBe((closePrice ?? NaN) >= price ? "up" : "down");
    }
    expect(history[4]?.outcomeMeta).toEqual({ closePrice: null, outcome: null, final: false });
  });

  test("ends the venue's day at the next day's opening", async () => {
    const { body } = await eastern.get(
      "/history/exchange/range?type=daily&start=2026-11-15&end=2026-11-21&includeOutcomeMeta=true",
    );
    const { history } = body as {
      history: ReadonlyArray<{ price: number; outcomeMeta: { closePrice: number | null } }>;
    };
    expect(history.length).toBe(6);
    for (const [index, { outcomeMeta }] of history.entries()) {
      expect(outcomeMeta.closePrice).toBe(history[index + 1]?.price ?? null);
    }
  });

  test("gives the exchange's own points", async () => {
    const tenMinutes = "start=2026-11-20T12:00:00Z&end=2026-11-20T12:10:00Z";
    const seconds = await server.get(
      `/history/exchange/range?type=1hour&${tenMinutes}&mode=source`,
    );
    expect(seconds.body).toMatchObject({ mode: "source", method: "aggTrades" });
    const minutes = await server.get(`/history/exchange/range?type=daily&${range}&mode=source`);
    expect(minutes.body).toMatchObject({ method: "klines_1m", count: 275 });
    const hours = await server.get(
      "/history/exchange/range?type=daily&start=2026-11-01&end=2026-11-20&mode=source",
    );
    expect(hours.body).toMatchObject({ method: "klines", count: 19 * 24 });
  });
});
