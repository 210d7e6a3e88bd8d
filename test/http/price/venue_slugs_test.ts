import { afterAll, describe, expect, test } from "bun:test";
import { marketTimestampsRoute } from "../../../adapters/http/price/market_timestamps.ts";
import { makePriceServer } from "./price_server.ts";

const server = makePriceServer({ nowIso: "2026-11-20T18:34:56Z", profile: "polymarket" });
afterAll(() => server.stop());

interface Windows {
  readonly chronological_order: ReadonlyArray<{ readonly slug: string; readonly url: string }>;
}

describe("GET /markets/timestamps in the venue's calendar", () => {
  const slugs = async (query: string, interval: string) => {
    const { status, body } = await server.get(`/markets/timestamps?${query}&interval=${interval}`);
    expect(status).toBe(200);
    const { [interval]: windows } = body["data"] as Readonly<Record<string, Windows>>;
    for (const { slug, url } of windows?.chronological_order ?? []) expect(url).toEndWith(slug);
    return windows?.chronological_order.map(({ slug }) => slug);
  };

  test("calls HYPE by its long name by the day alone", async () => {
    expect(await slugs("asset=hype&date=2026-11-20", "daily")).toEqual([
      "hyperliquid-up-or-down-on-november-21-2026",
    ]);
    const hours = await slugs("asset=hype&date=2026-11-20", "1hour");
    expect(hours?.[17]).toBe("hype-up-or-down-november-20-2026-12pm-et");
    for (const hour of hours ?? []) expect(hour).toStartWith("hype-up-or-down-");
  });

  test("has years since the middle of March 2026", async () => {
    const year = /-2026(-|$)/;
    for (const [day, hasYear] of [["2026-03-14", false], ["2026-03-15", true]] as const) {
      const hours = await slugs(`asset=btc&date=${day}`, "1hour");
      expect(hours).toHaveLength(24);
      for (const hour of hours ?? []) expect(year.test(hour)).toBe(hasYear);
    }
    expect(await slugs("asset=btc&date=2026-03-16", "daily")).toEqual([
      "bitcoin-up-or-down-on-march-17",
    ]);
    expect(await slugs("asset=btc&date=2026-03-17", "daily")).toEqual([
      "bitcoin-up-or-down-on-march-18-2026",
    ]);
  });

  test("is documented", () => {
    const { description } = marketTimestampsRoute;
    for (const text of ["`hyperliquid-...`", "`hype-...`", "2026-03-15", "2026-03-18"]) {
      expect(description).toContain(text);
    }
  });
});
