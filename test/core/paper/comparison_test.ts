import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import fc from "fast-check";
import { type ComparedFill, recordOf, sharedOutcomes } from "../../../core/paper/mod.ts";
import { priceE6, side, sizeE6 } from "./arbitrary_market.ts";

const fill: fc.Arbitrary<ComparedFill> = fc.record({
  tokenId: fc.constantFrom("1", "2"),
  side,
  role: fc.constantFrom("taker" as const, "maker" as const),
  state: fc.constantFrom("confirmed" as const, "failed" as const),
  priceE6,
  sharesE6: sizeE6,
}).map((fields) => ({ slug: "s", outcome: "Up", feeE6: Option.some(1n), ...fields }));

describe("a paper wallet beside a real one", () => {
  test("that did the same has no slippage, and an average within what it paid", () =>
    fc.assert(fc.property(fc.array(fill, { maxLength: 10 }), (fills) => {
      for (const shared of sharedOutcomes(fills, fills)) {
        expect(shared.slippageE6).toBe(0n);
        const prices = fills.filter((one) => one.side === shared.side).map((one) => one.priceE6);
        expect(prices.some((one) => one <= shared.paperE6)).toBe(true);
        expect(prices.some((one) => one >= shared.paperE6)).toBe(true);
      }
    })));

  test("is worse for a buyer who paid more, and for a seller who got less", () =>
    fc.assert(fc.property(fill, priceE6, (one, realE6) => {
      const paper = { ...one, state: "confirmed" } as const;
      const [shared] = sharedOutcomes([paper], [{ ...paper, priceE6: realE6 }]);
      const worseE6 = realE6 - paper.priceE6;
      expect(shared?.slippageE6).toBe(paper.side === "BUY" ? worseE6 : -worseE6);
    })));

  test("counts what failed as a fill that moved nothing", () => {
    const fields = { slug: "s", outcome: "Up", tokenId: "1", side: "BUY", role: "taker" } as const;
    const traded = { ...fields, priceE6: 500_000n, sharesE6: 4_000_000n, feeE6: Option.none() };
    const record = recordOf(
      [10, 20, 30].map((ms) => ({ end: "matched", latencyMs: Option.some(ms) })),
      [{ ...traded, state: "confirmed" }, { ...traded, state: "failed" }],
    );
    expect(record).toEqual({
      orders: { matched: 3, canceled: 0, refused: 0, open: 0 },
      fills: 2,
      makerFills: 0,
      failedFills: 1,
      sharesE6: 4_000_000n,
      usdcE6: 2_000_000n,
      feesE6: Option.none(),
      latencyMs: Option.some({ p50: 20, p90: 30, p99: 30 }),
    });
  });
});
