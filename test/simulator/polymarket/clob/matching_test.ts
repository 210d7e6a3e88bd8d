import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  isWithin,
  matchOffers,
  type Want,
} from "../../../../app/simulator/polymarket/clob/matching.ts";
import {
  costE6,
  decimalsOf,
  formatE6,
  ONE_E6,
  parseE6,
} from "../../../../app/simulator/polymarket/clob/micro_units.ts";
import {
  takerDecimalsMax,
  tickPriceE6,
} from "../../../../app/simulator/polymarket/clob/order_price.ts";
import { pageAt } from "../../../../app/simulator/polymarket/clob/page.ts";
import { tradingFeeE6 } from "../../../../app/simulator/polymarket/clob/trading_fee.ts";

const CENT_E6 = 10_000n;
const priceE6 = fc.bigInt(1n, 99n).map((cents) => cents * CENT_E6);
const sizeE6 = fc.bigInt(1n, 400n).map((lots) => lots * 50_003n);
const moneyE6 = fc.bigInt(100n, 40_000n).map((cents) => cents * CENT_E6);
const side = fc.constantFrom("BUY" as const, "SELL" as const);

/** Returns the offers as a taker meets them, best first. */
const offersFor = (which: "BUY" | "SELL") =>
  fc.array(fc.record({ priceE6, sizeE6 }), { maxLength: 6 }).map((offers) =>
    offers.sort((a, b) => Number(a.priceE6 - b.priceE6) * (which === "BUY" ? 1 : -1))
  );
const taker = side.chain((which) =>
  fc.record({
    offers: offersFor(which),
    limit: fc.record({ side: fc.constant(which), moneyE6, sharesE6: sizeE6 }),
    want: which === "BUY"
      ? fc.oneof(
        moneyE6.map((amountE6): Want => ({ kind: "money", amountE6 })),
        sizeE6.map((each): Want => ({ kind: "shares", sizeE6: each })),
      )
      : sizeE6.map((each): Want => ({ kind: "shares", sizeE6: each })),
  })
);

describe("an order that is matched", () => {
  test("is never filled worse than its limit, nor beyond the offers", () => {
    fc.assert(fc.property(taker, ({ offers, limit, want }) => {
      const { sizesE6 } = matchOffers(offers, { limit, want });
      expect(sizesE6.length).toBeLessThanOrEqual(offers.length);
      sizesE6.forEach((taken, i) => {
        const offer = offers[i]!;
        expect(taken > 0n && taken <= offer.sizeE6).toBe(true);
        const paid = offer.priceE6 * limit.sharesE6;
        const allowed = limit.moneyE6 * ONE_E6;
        expect(limit.side === "BUY" ? paid <= allowed : paid >= allowed).toBe(true);
      });
    }));
  });

  test("gets no more than it wants", () => {
    fc.assert(fc.property(taker, ({ offers, limit, want }) => {
      const { sizesE6 } = matchOffers(offers, { limit, want });
      const shares = sizesE6.reduce((sum, taken) => sum + taken, 0n);
      const spent = sizesE6.reduce((sum, taken, i) => sum + costE6(taken, offers[i]!.priceE6), 0n);
      if (want.kind === "shares") expect(shares <= want.sizeE6).toBe(true);
      else expect(spent <= want.amountE6).toBe(true);
    }));
  });

  test("takes the best first, and stops only at its amount, its limit or the end", () => {
    fc.assert(fc.property(taker, ({ offers, limit, want }) => {
      const { sizesE6, isComplete } = matchOffers(offers, { limit, want });
      sizesE6.slice(0, -1).forEach((taken, i) => expect(taken).toBe(offers[i]!.sizeE6));
      if (isComplete) return;
      const last = sizesE6.length - 1;
      if (last >= 0) expect(sizesE6[last]).toBe(offers[last]!.sizeE6);
      const next = offers[sizesE6.length];
      expect(next === undefined || !isWithin(limit, next.priceE6)).toBe(true);
    }));
  });

  test("is complete if the offers within its limit cover its amount", () => {
    fc.assert(fc.property(offersFor("BUY"), moneyE6, (offers, amountE6) => {
      const worth = offers.reduce((sum, level) => sum + level.priceE6 * level.sizeE6, 0n);
      const limit = { side: "BUY" as const, moneyE6: ONE_E6, sharesE6: ONE_E6 };
      const { isComplete } = matchOffers(offers, { limit, want: { kind: "money", amountE6 } });
      if (worth >= amountE6 * ONE_E6) expect(isComplete).toBe(true);
      else if (amountE6 * ONE_E6 - worth >= ONE_E6) expect(isComplete).toBe(false);
    }));
  });
});

describe("a fee", () => {
  // Published by the venue for 100 shares, and decision tables of its formula.
  test.each([
    [0.07, 100, 500_000n, "1.75"],
    [0.07, 100, 100_000n, "0.63"],
    [0.04, 100, 500_000n, "1"],
    [0.05, 100, 10_000n, "0.0495"],
    [0.05, 3, 350_000n, "0.03412"],
    [0.05, 1, 350_000n, "0.01138"],
    [0.05, 0.001, 300_000n, "0.00001"],
    [0.05, 0.0009, 300_000n, "0"],
    [0.25, 100, 500_000n, "6.25"],
  ])("of rate %d for %d shares at %d is %s", (rate, shares, at, fee) => {
    const size = BigInt(Math.round(shares * 1e6));
    const exact = tradingFeeE6({ rate, exponent: 1 }, { priceE6: at, sizeE6: size });
    expect(formatE6(exact)).toBe(fee);
  });

  test("with an exponent of two is the square's", () => {
    const fill = { priceE6: 500_000n, sizeE6: 100n * ONE_E6 };
    expect(formatE6(tradingFeeE6({ rate: 0.25, exponent: 2 }, fill))).toBe("1.5625");
    expect(tradingFeeE6(undefined, fill)).toBe(0n);
  });

  test("is the same for both outcomes, and has five decimals", () => {
    fc.assert(fc.property(priceE6, sizeE6, (at, size) => {
      const fee = { rate: 0.07, exponent: 1 };
      const ours = tradingFeeE6(fee, { priceE6: at, sizeE6: size });
      expect(tradingFeeE6(fee, { priceE6: ONE_E6 - at, sizeE6: size })).toBe(ours);
      expect(decimalsOf(ours)).toBeLessThanOrEqual(5);
    }));
  });
});

describe("the price of an order's amounts", () => {
  const decimals = [10_000n, 5_000n, 2_500n, 1_000n, 100n]
    .map((tickE6) => [tickE6, takerDecimalsMax("BUY", tickE6)] as const);

  // The venue's own client rounds to three decimals at the coarsest tick.
  test.each([[100_000n, 3] as const, ...decimals])(
    "is the one that they were made from, with ticks of %d",
    (tickE6, digits) => {
      const stepE6 = 10n ** BigInt(6 - digits);
      const ticks = fc.bigInt(1n, ONE_E6 / tickE6 - 1n);
      fc.assert(fc.property(ticks, moneyE6, side, (count, makerE6, which) => {
        const price = count * tickE6;
        const exact = which === "BUY" ? (makerE6 * ONE_E6) / price : (makerE6 * price) / ONE_E6;
        const takerE6 = exact - exact % stepE6;
        if (takerE6 === 0n) return;
        const order = { side: which, makerE6, takerE6 } as Parameters<
          typeof tickPriceE6
        >[0]["order"];
        const read = tickPriceE6({ order, isRounded: true }, tickE6);
        // Amounts of a few steps match many prices; the result must be one of them.
        if (takerE6 > 2_000n * stepE6) expect(read).toBe(price);
        else expect(read).not.toBeUndefined();
      }));
    },
  );
});

describe("decimal text", () => {
  test("is read as what was written", () => {
    fc.assert(fc.property(fc.bigInt(0n, 10n ** 20n), fc.nat(6), (valueE6, digits) => {
      expect(parseE6(formatE6(valueE6, digits))).toBe(valueE6);
    }));
  });

  test.each(["", "-1", "1.", ".5", "1e3", "0.1234567", " 1", "0x1"])("%j is none", (text) => {
    expect(parseE6(text)).toBeUndefined();
  });
});

test("pages visit every item once and in order", () => {
  fc.assert(fc.property(fc.nat(350), (count) => {
    const items = Array.from({ length: count }, (_, i) => i);
    const seen: unknown[] = [];
    let cursor = "MA==";
    while (cursor !== "LTE=") {
      const page = pageAt(items, { cursor, write: (item) => item })!;
      expect(page.count).toBe(page.data.length);
      expect(page.count <= page.limit && (page.count > 0 || count === 0)).toBe(true);
      seen.push(...page.data);
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(items);
  }));
});
