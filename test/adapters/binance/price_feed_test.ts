import { describe, expect, test } from "bun:test";
import { Effect, Result } from "effect";
import { makeBinancePriceFeed } from "../../../adapters/binance/price_feed.ts";
import type { OpeningResult } from "../../../core/port/price_feed.ts";
import { priceFeedContract } from "../../contract/price_feed_contract.ts";
import { troubleContract } from "../../contract/trouble_contract.ts";
import { ms } from "../../simulator/kit/support.ts";
import { questionAt, questions } from "../../contract/target_question.ts";
import { ask, type Exchange, makeExchange, SILENCE } from "./exchange_world.ts";

priceFeedContract({
  name: "binance",
  intervals: ["1hour", "daily"],
  stage: Effect.fnUntraced(function* (facts) {
    const exchange = yield* makeExchange();
    yield* exchange.put([...SILENCE, ...facts]);
    return makeBinancePriceFeed(exchange.client);
  }),
});

const priceOf = (result: OpeningResult | undefined) =>
  result === undefined ? undefined : Result.getOrThrow(result).priceE18;
const paths = (log: ReadonlyArray<string>) => log.map((path) => path.split("?")[0]);

describe("binance price feed", () => {
  const nowIso = "2026-11-20T12:30:00Z";

  test("reads a thousand hours in one call, at the price of each hour's first trade", async () => {
    const asked = questions("spec", "btc", "1hour", [
      "2026-10-09T20:00:00Z",
      "2026-11-20T12:00:00Z",
    ]);
    expect(asked.length).toBe(1_000);
    const { results, log } = await ask(asked, { nowIso });
    expect(paths(log)).toEqual(["/api/v3/klines"]);
    expect(results.every(Result.isSuccess)).toBe(true);
    for (const index of [0, 500, 999]) {
      const query = asked[index];
      if (query === undefined) throw new Error("out of range");
      const { results: [alone] } = await ask([query], { nowIso });
      expect(alone).toMatchObject({ success: { source: "aggTrades" } });
      expect(results[index]).toMatchObject({
        success: { source: "klines", priceE18: priceOf(alone) },
      });
    }
  });

  test("reads futures hours from candles once trades do not reach back", async () => {
    const [young, old] = await Promise.all(
      ["2026-11-18T13:00:00Z", "2026-11-18T12:00:00Z"].map((iso) =>
        ask([questionAt("spec", "hype", "1hour", iso)], { nowIso })
      ),
    );
    expect(young?.results[0]).toMatchObject({ success: { source: "aggTrades" } });
    expect(old?.results[0]).toMatchObject({ success: { source: "klines" } });
    expect(paths(old?.log ?? [])).toEqual(["/fapi/v1/klines"]);
  });

  test("gives one day of the venue the same price alone and in bulk", async () => {
    for (const asset of ["btc", "hype"] as const) {
      const asked = questions("polymarket", asset, "daily", [
        "2026-10-20T00:00:00Z",
        "2026-11-10T00:00:00Z",
      ]);
      const bulk = await ask(asked, { nowIso });
      expect(bulk.log.length).toBe(1);
      for (const index of [0, 11, 12, 20]) {
        const query = asked[index];
        if (query === undefined) throw new Error("out of range");
        const { results: [alone] } = await ask([query], { nowIso });
        expect(alone).toMatchObject({ success: { source: "klines_1m" } });
        expect(bulk.results[index]).toMatchObject({ success: { priceE18: priceOf(alone) } });
      }
    }
  });

  test("waits for the first trade of an hour that began in silence", async () => {
    const hourMs = ms("2026-11-20T12:00:00Z");
    const trade = (offsetMs: number, price: bigint) => ({
      asset: "btc" as const,
      atMs: hourMs + offsetMs,
      priceE18: price * 10n ** 18n,
    });
    const prepare = (exchange: Exchange) =>
      exchange.put([trade(-1, 99n), trade(7_000, 100n), trade(9_000, 101n)]);
    const asked = [questionAt("spec", "btc", "1hour", "2026-11-20T12:00:00Z")];
    const early = await ask(asked, { nowIso: "2026-11-20T12:00:06Z", prepare });
    expect(early.results[0]).toMatchObject({ failure: { _tag: "PriceMissing", isPending: true } });
    const late = await ask(asked, { nowIso: "2026-11-20T12:00:07Z", prepare });
    expect(late.results[0]).toMatchObject({
      success: { priceE18: 100n * 10n ** 18n, evidence: { tradedAtMs: hourMs + 7_000 } },
    });
  });

  const HOUR = questionAt("spec", "btc", "1hour", "2026-11-20T10:00:00Z");

  test("opens the venue's day with the minute that its text names", async () => {
    const noon = ms("2026-11-10T17:00:00Z");
    const minute = (
      offset: number,
      close: string,
    ) => [noon + offset * 60_000, close, close, close, close, "1"];
    const { results: [result] } = await ask(
      [questionAt("polymarket", "btc", "daily", "2026-11-10T17:00:00Z")],
      {
        nowIso,
        prepare: (exchange) =>
          exchange.putKlines("btc", [minute(-2, "100"), minute(-1, "101"), minute(0, "102")]),
      },
    );
    expect(result).toMatchObject({ success: { priceE18: 101n * 10n ** 18n } });
  });

  test.each([
    ["is pending", "2026-11-20T17:00:00Z", { failure: { isPending: true } }],
    ["is read", "2026-11-20T17:00:20Z", { success: { source: "klines_1m" } }],
  ])("the minute before noon %s at %s", async (_, nowIso, expected) => {
    const { results: [result] } = await ask(
      [questionAt("polymarket", "btc", "daily", "2026-11-20T17:00:00Z")],
      { nowIso },
    );
    expect(result).toMatchObject(expected);
  });

  test("goes to the mirror when spot turns us away, and stays there", async () => {
    const asked = [HOUR, questionAt("spec", "btc", "daily", "2026-11-20T10:00:00Z")];
    const { results, log } = await ask(asked, {
      nowIso,
      prepare: (exchange) =>
        exchange.fault("btc", { match: "GET /api/v3/", kind: "status", status: 451 }),
    });
    expect(results.every(Result.isSuccess)).toBe(true);
    expect(paths(log)).toEqual([
      "/api/v3/aggTrades",
      "/mirror/api/v3/aggTrades",
      "/mirror/api/v3/klines",
    ]);
  });

  test("asks futures no more while they turn us away, and says for how long", async () => {
    const asked = questionAt("spec", "hype", "1hour", "2026-11-20T10:00:00Z");
    const { log, results } = await ask([asked], {
      nowIso,
      prepare: (exchange) =>
        exchange.fault("hype", { match: "GET /fapi/v1/", kind: "status", status: 418 }),
    });
    expect(log).toHaveLength(1);
    expect(results[0]).toMatchObject({
      failure: { _tag: "ProviderFailed", reason: "limited", retryAfterSec: expect.any(Number) },
    });
  });

  troubleContract({
    name: "binance's price feed",
    meet: async (fault) => {
      const { results, log } = await ask([HOUR], {
        nowIso,
        prepare: (exchange) => exchange.fault("btc", { match: "GET /api/v3/", ...fault }),
      });
      return { results, calls: log.length };
    },
    troubles: [
      [503, "unreachable", 3],
      [400, "refused", 1],
      ["malformed", "unreadable", 1],
      ["drop", "unreachable", 3],
    ],
  });
});
