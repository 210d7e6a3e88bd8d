/** Random order books on the venue's grids of prices, and demands that meet them. @module */
import { Option } from "effect";
import fc from "fast-check";
import type { Book, Demand, Level } from "../../../core/order/mod.ts";
import { side } from "../fee/arbitrary_trade.ts";
import { conditionOf, NO_PROTOCOL } from "../../condition.ts";

/** Every tick that the venue has, USDC times 10^6. */
export const TICKS_E6 = [100_000n, 10_000n, 5_000n, 2_500n, 1_000n, 100n] as const;

/** One of {@linkcode TICKS_E6}. */
export const tickE6 = fc.constantFrom(...TICKS_E6);

const ONE_E6 = 1_000_000n;

/** Few sizes that add up to each other, hundredths of a share, and dust. */
const sizeE6 = fc.oneof(
  fc.constantFrom(1_000_000n, 2_000_000n, 5_000_000n),
  fc.bigInt({ min: 1n, max: 3_000n }).map((hundredths) => hundredths * 10_000n),
  fc.bigInt({ min: 1n, max: 50_000_000n }),
  fc.bigInt({ min: 1n, max: 5n }),
);

/** Prices on a grid, few of them, so that books and limits collide: both ends and the middle. */
export function priceOn(gridE6: bigint): fc.Arbitrary<bigint> {
  const last = Number(ONE_E6 / gridE6) - 1;
  const near = (from: number, to: number) =>
    fc.integer({ min: Math.max(1, from), max: Math.min(last, to) });
  const middle = Math.ceil(last / 2);
  return fc.oneof(
    near(1, 10),
    near(middle - 5, middle + 5),
    near(last - 9, last),
    near(1, last),
  ).map((step) => BigInt(step) * gridE6);
}

/** An empty book, with a tick of one cent. */
export const EMPTY_BOOK: Book = {
  tokenId: "1",
  conditionId: conditionOf(0),
  protocol: NO_PROTOCOL,
  bids: [],
  asks: [],
  tickE6: 10_000n,
};

/** A book of at most 8 levels: bids below asks, either of them perhaps empty. */
export function bookOn(tickE6: bigint, gridE6 = tickE6): fc.Arbitrary<Book> {
  const levels = fc.uniqueArray(fc.record({ priceE6: priceOn(gridE6), sizeE6 }), {
    maxLength: 8,
    selector: ({ priceE6 }) => priceE6,
  });
  return fc.tuple(levels, fc.nat({ max: 8 })).map(([levels, split]) => {
    const rising = levels.toSorted((a, b) => Number(a.priceE6 - b.priceE6));
    return {
      ...EMPTY_BOOK,
      bids: rising.slice(0, split).reverse(),
      asks: rising.slice(split),
      tickE6,
    };
  });
}

/** A book on any of the grids. */
export const book = tickE6.chain((tickE6) => bookOn(tickE6));

/** USDC times 10^12 that all of these levels cost. */
export function costE12(levels: ReadonlyArray<Level>): bigint {
  return levels.reduce((sum, { priceE6, sizeE6 }) => sum + priceE6 * sizeE6, 0n);
}

/** Shares times 10^6 on all of these levels. */
export function depthE6(levels: ReadonlyArray<Level>): bigint {
  return levels.reduce((sum, { sizeE6 }) => sum + sizeE6, 0n);
}

/**
 * Amounts that a side may ask of a book: any, and those that the first levels hold exactly or but
 * for one step. Multiples of the step, at least one of it.
 */
export function amountFor(
  { bids, asks }: Pick<Book, "bids" | "asks">,
  { side, stepE6 }: { readonly side: Demand["side"]; readonly stepE6: bigint },
): fc.Arbitrary<bigint> {
  const any = fc.oneof(
    fc.bigInt({ min: 1n, max: 300n }),
    fc.bigInt({ min: 1n, max: 10_000_000n / stepE6 + 1n }),
    fc.bigInt({ min: 1n, max: 200_000_000n / stepE6 + 1n }),
  ).map((steps) => steps * stepE6);
  const edge = fc.tuple(fc.integer({ min: 1, max: 8 }), fc.constantFrom(-1n, 0n, 1n)).map(
    ([count, off]) => {
      const heldE6 = side === "BUY"
        ? costE12(asks.slice(0, count)) / ONE_E6
        : depthE6(bids.slice(0, count));
      const steps = heldE6 / stepE6 + off;
      return (steps < 1n ? 1n : steps) * stepE6;
    },
  );
  return fc.oneof(any, edge);
}

/** A book and a demand of it, with a limit at any millionth or on the grid, or none. */
export const bookAndDemand = fc.tuple(book, side).chain(([book, side]) => {
  const limit = fc.oneof(priceOn(book.tickE6), fc.bigInt({ min: 1n, max: ONE_E6 }));
  return fc.record({
    book: fc.constant(book),
    demand: fc.record({
      side: fc.constant(side),
      amountE6: amountFor(book, { side, stepE6: 1n }),
      limitPriceE6: fc.option(limit, { nil: undefined }).map(Option.fromUndefinedOr),
    }),
  });
});
