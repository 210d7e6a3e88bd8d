import { describe, expect, test } from "bun:test";
import { BigDecimal, Option } from "effect";
import fc from "fast-check";
import {
  FILL_STATES,
  filledOf,
  fillFeeUsdc,
  fillIdOf,
  fillUsdcE6,
  joinFills,
  NO_TOTALS,
  type OrderFill,
  rankOf,
  totalsOf,
  unsettledInE6,
} from "../../../core/order/mod.ts";
import { anyFill } from "./arbitrary_fill.ts";

const one = anyFill(["0x1"], ["t1"]);
const some = (e6: bigint) => Option.some(e6);
const fillOf = (fields: Partial<OrderFill> = {}): OrderFill => ({
  tradeId: "t1",
  orderId: "0x1",
  role: "taker",
  priceE6: 530_000n,
  sharesE6: 10_000_000n,
  state: "matched",
  tx: Option.none(),
  matchedMs: 1,
  ...fields,
});

describe("what is known of a fill", () => {
  test("depends on what was heard of it, and not on the order or how often", () => {
    fc.assert(fc.property(fc.array(one, { minLength: 1, maxLength: 6 }), fc.nat(), (heard, at) => {
      const joined = heard.reduce(joinFills);
      const turned = [...heard.slice(at % heard.length), ...heard.slice(0, at % heard.length)];
      expect([...turned.reverse(), ...heard].reduce(joinFills)).toEqual(joined);
      const ranks = heard.map(({ state }) => rankOf(state));
      expect(rankOf(joined.state)).toBe(Math.max(...ranks));
    }));
  });

  test("joins in any grouping", () => {
    fc.assert(fc.property(one, one, one, (a, b, c) => {
      expect(joinFills(joinFills(a, b), c)).toEqual(joinFills(a, joinFills(b, c)));
    }));
  });

  test("is named by its trade and its order", () => {
    expect(fillIdOf(fillOf())).toBe("t1:0x1");
  });
});

describe("what an order has traded", () => {
  test("is all but what failed, of which only what is confirmed is settled", () => {
    fc.assert(fc.property(fc.array(one, { maxLength: 6 }), (fills) => {
      const { heard, settled, failed } = totalsOf(fills);
      const sum = (those: typeof fills) => some(those.reduce((all, f) => all + f.sharesE6, 0n));
      expect([heard.sharesE6, settled.sharesE6, failed.sharesE6]).toEqual([
        sum(fills),
        sum(fills.filter(({ state }) => state === "confirmed")),
        sum(fills.filter(({ state }) => state === "failed")),
      ]);
      const left = fills.filter(({ state }) => state !== "failed");
      expect(filledOf({ sharesE6: heard.sharesE6, usdcE6: Option.none() }, totalsOf(fills)))
        .toEqual({
          sharesE6: sum(left),
          usdcE6: some(left.reduce((all, fill) => all + fillUsdcE6(fill), 0n)),
        });
    }));
  });

  test.each<[bigint, bigint | undefined, bigint, bigint]>([
    // By its own count, which is ahead of what was heard.
    [20_000_000n, 10_600_000n, 20_000_000n, 10_600_000n],
    // By its fills, which are ahead of its own count.
    [5_000_000n, 2_650_000n, 10_000_000n, 5_300_000n],
    // Its own count of the money is exact, where it has one.
    [10_000_000n, 5_299_999n, 10_000_000n, 5_299_999n],
    [10_000_000n, undefined, 10_000_000n, 5_300_000n],
  ])(
    "stated as %d shares for %p, with a fill of ten, is %d for %d",
    (shares, usdc, sharesE6, usdcE6) => {
      const stated = { sharesE6: some(shares), usdcE6: Option.fromUndefinedOr(usdc) };
      const filled = filledOf(stated, totalsOf([fillOf()]));
      expect(filled).toEqual({ sharesE6: some(sharesE6), usdcE6: some(usdcE6) });
    },
  );

  test.each([
    ["of which no fill was heard", some(1n), NO_TOTALS],
    ["that does not say how much it traded", Option.none<bigint>(), totalsOf([fillOf()])],
  ])("%s is what it states", (_, sharesE6, totals) => {
    const stated = { sharesE6, usdcE6: Option.none<bigint>() };
    expect(filledOf(stated, totals)).toEqual(stated);
  });
});

describe("a sale", () => {
  test.each([
    // sale, confirmed, not confirmed yet, of these sold
    [10n, 10n, 5n, 0n],
    [12n, 10n, 5n, 2n],
    [20n, 10n, 5n, 5n],
    [3n, -4n, 5n, 3n],
    [3n, 0n, 0n, 0n],
  ])(
    "of %d shares, with %d confirmed and %d not, counts on %d of these",
    (sale, settled, ...more) => {
      const [unsettled = 0n, counted] = more;
      expect(unsettledInE6(sale, { settledE6: settled, unsettledE6: unsettled })).toBe(counted);
    },
  );
});

describe("the fee of a fill", () => {
  const rate = (text: string) => Option.some(BigDecimal.fromStringUnsafe(text));

  test.each(FILL_STATES)(
    "%s is that of its market for the taker, and nothing for the maker",
    (state) => {
      // 10 * 0.07 * 0.53 * 0.47
      const feeOf = (fields: Partial<OrderFill>, of = rate("0.07")) =>
        Option.map(fillFeeUsdc(fillOf({ state, ...fields }), of), BigDecimal.format);
      expect(feeOf({})).toEqual(Option.some("0.17437"));
      expect(feeOf({ role: "maker" })).toEqual(Option.some("0"));
      expect(feeOf({ sharesE6: 0n })).toEqual(Option.some("0"));
      expect(feeOf({}, Option.none())).toEqual(Option.none());
      expect(feeOf({ role: "maker" }, Option.none())).toEqual(Option.some("0"));
    },
  );
});
