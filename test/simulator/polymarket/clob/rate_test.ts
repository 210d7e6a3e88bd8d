import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { makeRateBuckets } from "../../../../app/simulator/polymarket/clob/rate_bucket.ts";
import { type MarketTokens, startOrderBook, type Trader } from "./trader.ts";
import { makeStillClock, ms } from "../../kit/support.ts";

const STANDARD = { tier: "standard", limits: "enforced" } as const;

test("a signer's bucket refills by forty orders a second, and orders leave cancels alone", () => {
  let nowMs = 0;
  const buckets = makeRateBuckets(() => nowMs);
  const take = (count: number) =>
    buckets.take("0x1", { ...STANDARD, counted: "orders", count }).refusal?.status;
  expect([take(15), take(15), take(15), take(15), take(1)])
    .toEqual([undefined, undefined, undefined, undefined, 429]);
  nowMs = 500;
  expect([take(20), take(1)]).toEqual([undefined, 429]);
  const cancels = { ...STANDARD, counted: "cancels", count: 120 } as const;
  expect(buckets.take("0x1", cancels).refusal).toBeUndefined();
  nowMs = 3_600_000;
  expect([take(60), take(1)]).toEqual([undefined, 429]);
});

test("a refusal says when enough is available again, and does not count", () => {
  let nowMs = 10_000;
  const buckets = makeRateBuckets(() => nowMs);
  const take = (count: number) => buckets.take("0x1", { ...STANDARD, counted: "orders", count });
  expect(take(60).headers).toMatchObject({ "Poly-RateLimit-Remaining": "0" });
  const { refusal } = take(50);
  expect(refusal?.headers).toMatchObject({
    "retry-after": "2",
    "Poly-RateLimit-Remaining": "0",
    "Poly-RateLimit-Reset": "12",
    "Poly-RateLimit-Tier": "standard",
  });
  nowMs += 1_250;
  expect(take(50).refusal).toBeUndefined();
  expect(take(1).refusal?.status).toBe(429);
  // A batch larger than the bucket is always refused.
  nowMs += 3_600_000;
  expect(take(61).refusal?.status).toBe(429);
});

test("a request above a warning-only limit is answered, and does not count", () => {
  const buckets = makeRateBuckets(() => 0);
  const warned = { tier: "standard", limits: "warned", counted: "cancels" } as const;
  expect(buckets.take("0x1", { ...warned, count: 120 }).headers)
    .not.toHaveProperty("Poly-RateLimit-Warning");
  const { headers, refusal } = buckets.take("0x1", { ...warned, count: 1 });
  expect([headers["Poly-RateLimit-Warning"], refusal]).toEqual(["true", undefined]);
});

test("cancellations counted afterwards go below zero, except in the highest tiers", () => {
  let nowMs = 0;
  const buckets = makeRateBuckets(() => nowMs);
  const cancels = (tier: "gold" | "platinum", count: number) =>
    ({ tier, limits: "enforced", counted: "cancels", count }) as const;
  expect(buckets.owe("0x1", cancels("gold", 1_600)))
    .toMatchObject({ "Poly-RateLimit-Remaining": "-400", "Poly-RateLimit-Reset": "1" });
  nowMs = 500;
  expect(buckets.take("0x1", cancels("gold", 1)).refusal?.status).toBe(429);
  expect(buckets.owe("0x1", cancels("platinum", 2_000)))
    .toMatchObject({ "Poly-RateLimit-Remaining": "0" });
});

describe("requests take from the cancel bucket", () => {
  const book = startOrderBook(makeStillClock(ms("2026-11-20T12:00:00Z")));
  afterAll(() => book.stop());
  let market: MarketTokens;
  let trader: Trader;
  beforeEach(async () => {
    market = book.stageMarket();
    trader = await book.trader();
  });
  const rest = async () =>
    String(
      (await trader.post({
        tokenId: market.yes,
        side: "BUY",
        makerAmount: 1_000_000,
        takerAmount: 10_000_000,
        orderType: "GTC",
      })).body["orderID"],
    );
  /** Returns a request's tokens, corrected for the refill in the meantime. */
  const taken = async (method: string, path: string, body?: unknown) => {
    const { status, headers } = await trader.call(method, path, body);
    expect(status).toBe(200);
    return 120 - Number(headers.get("Poly-RateLimit-Remaining"));
  };

  test("one per order, by its id or by a list of ids", async () => {
    const ids = [await rest(), await rest(), await rest()];
    expect(await taken("DELETE", "/orders", [...ids, "0x5"])).toBe(4);
  });

  test("and one for the request, if it searches for the orders", async () => {
    await rest();
    await rest();
    expect(await taken("DELETE", "/cancel-all")).toBe(3);
    const other = await book.trader();
    trader = other;
    expect(await taken("DELETE", "/cancel-market-orders", { market: market.conditionId })).toBe(1);
  });

  test("and are warned above the limit, if it is not enforced", async () => {
    const ids = Array.from({ length: 121 }, (_, i) => `0x${i}`);
    const cancel = async () => await trader.call("DELETE", "/orders", ids);
    const refused = await cancel();
    expect([refused.status, refused.headers.get("poly-ratelimit-warning")]).toEqual([429, null]);
    await book.put("/__mode", { limits: "warned" });
    const warned = await cancel();
    expect([warned.status, warned.headers.get("poly-ratelimit-warning")]).toEqual([200, "true"]);
    await book.put("/__mode", { limits: "enforced" });
  });

  test("and show the signer's tier", async () => {
    await book.put("/__mode", { tier: "silver" });
    const { headers } = await trader.call("DELETE", "/cancel-all");
    expect(headers.get("poly-ratelimit-tier")).toBe("silver");
    expect(headers.get("poly-ratelimit-remaining")).toBe("599");
    await book.put("/__mode", { tier: "standard" });
  });
});
