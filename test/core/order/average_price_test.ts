import { describe, expect, test } from "bun:test";
import { BigDecimal, Option } from "effect";
import fc from "fast-check";
import { formatDecimal, fromE6, type Side } from "../../../core/fee/mod.ts";
import { averagePrice, filledPrice } from "../../../core/order/mod.ts";
import { side } from "../fee/arbitrary_trade.ts";
import { priceOn, tickE6 } from "./arbitrary_book.ts";

const ONE_E6 = 1_000_000n;

function averaged(
  [sharesE6, usdcE6]: readonly [bigint, bigint],
  side: Side,
  priceE6?: bigint,
): BigDecimal.BigDecimal {
  const fill = { sharesE6: Option.some(sharesE6), usdcE6: Option.some(usdcE6) };
  return Option.getOrThrow(filledPrice(fill, { side, priceE6: Option.fromUndefinedOr(priceE6) }));
}

function isWorse(side: Side, price: BigDecimal.BigDecimal, thanE6: bigint): boolean {
  return side === "BUY"
    ? BigDecimal.isGreaterThan(price, fromE6(thanE6))
    : BigDecimal.isLessThan(price, fromE6(thanE6));
}

/** Prices of a side, the order's own among them, and how many shares are traded at each. */
const trades = fc.tuple(tickE6, side).chain(([tickE6, side]) => {
  const priceE6 = priceOn(tickE6);
  const sharesE6 = fc.oneof(
    fc.bigInt({ min: 100n, max: 5_000_000n }),
    fc.bigInt({ min: 1n, max: 1_000n }).map((hundredths) => hundredths * 10_000n),
  );
  return fc.record({
    side: fc.constant(side),
    tickE6: fc.constant(tickE6),
    boundE6: priceE6,
    parts: fc.array(fc.record({ priceE6, sharesE6 }), { minLength: 1, maxLength: 4 }),
    decimals: fc.integer({ min: 4, max: 6 }),
    isUp: fc.boolean(),
  });
});

/** The amounts of trades as a venue states them: what is taken cut, what is given rounded. */
function stated(
  parts: ReadonlyArray<{ readonly priceE6: bigint; readonly sharesE6: bigint }>,
  { side, decimals, isUp }: {
    readonly side: Side;
    readonly decimals: number;
    readonly isUp: boolean;
  },
): readonly [sharesE6: bigint, usdcE6: bigint] {
  const step = 10n ** BigInt(6 - decimals);
  const cut = (amountE6: bigint) => amountE6 - amountE6 % step;
  const sharesE6 = parts.reduce((sum, part) => sum + part.sharesE6, 0n);
  const usdcE12 = parts.reduce((sum, part) => sum + part.sharesE6 * part.priceE6, 0n);
  const usdcE6 = usdcE12 / ONE_E6;
  return side === "SELL"
    ? [sharesE6, cut(usdcE6)]
    : [cut(sharesE6), isUp && usdcE12 % ONE_E6 > 0n ? usdcE6 + 1n : usdcE6];
}

describe("the average price of a fill", () => {
  test("is never worse than the order's price, however the venue cuts the amounts", () =>
    fc.assert(fc.property(trades, ({ side, boundE6, parts, ...cutting }) => {
      const within = parts.map(({ priceE6, sharesE6 }) => {
        const isBetter = side === "BUY" ? priceE6 < boundE6 : priceE6 > boundE6;
        return { priceE6: isBetter ? priceE6 : boundE6, sharesE6 };
      });
      const average = averaged(stated(within, { side, ...cutting }), side, boundE6);
      expect(isWorse(side, average, boundE6)).toBe(false);
    })));

  test("is that of its amounts where these are no worse than the order's price", () =>
    fc.assert(fc.property(trades, ({ side, boundE6, parts, ...cutting }) => {
      const amounts = stated(parts, { side, ...cutting });
      const own = averaged(amounts, side);
      fc.pre(!isWorse(side, own, boundE6));
      expect(formatDecimal(averaged(amounts, side, boundE6))).toBe(formatDecimal(own));
    })));

  test("is that of its amounts where a share and more was traded a tick beyond the price", () =>
    fc.assert(fc.property(trades, ({ side, tickE6, boundE6, decimals, isUp }) => {
      const priceE6 = side === "BUY" ? boundE6 + tickE6 : boundE6 - tickE6;
      fc.pre(priceE6 > 0n && priceE6 < ONE_E6);
      const amounts = stated([{ priceE6, sharesE6: 2n * ONE_E6 }], { side, decimals, isUp });
      const average = averaged(amounts, side, boundE6);
      expect(isWorse(side, average, boundE6)).toBe(true);
      expect(formatDecimal(average)).toBe(formatDecimal(averaged(amounts, side)));
    })));

  test.each<[Side, bigint, bigint, bigint, string]>([
    ["BUY", 1_015_228n, 1_000_000n, 985_000n, "0.985"],
    ["BUY", 100_000_000n, 98_600_000n, 985_000n, "0.986"],
    ["SELL", 20_110_000n, 6_676_520n, 333_000n, "0.332"],
  ])("of a %s of %d for %d at %d is %s", (side, sharesE6, usdcE6, priceE6, text) => {
    expect(formatDecimal(averaged([sharesE6, usdcE6], side, priceE6))).toBe(text);
  });

  test("is not known of no share, nor where an amount is not known", () => {
    const bound = { side: "BUY", priceE6: Option.some(500_000n) } as const;
    const [none, some] = [Option.none<bigint>(), Option.some(5n)];
    for (
      const [sharesE6, usdcE6] of [[none, some], [some, none], [Option.some(0n), some]] as const
    ) {
      expect(Option.isNone(filledPrice({ sharesE6, usdcE6 }, bound))).toBe(true);
    }
  });
});

test.each([
  [1, 3, "0.33333333"],
  [2, 3, "0.66666667"],
  [1, 200_000_000, "0"],
  [3, 200_000_000, "0.00000002"],
  [500_000, 1_000_000, "0.5"],
])("%d USDC for %d shares average %s a share", (usdc, shares, average) => {
  const whole = (amount: number) => ({ numerator: BigInt(amount), denominator: 1n });
  const averaged = averagePrice({ usdc: whole(usdc), shares: whole(shares) });
  expect(formatDecimal(averaged)).toBe(average);
});
