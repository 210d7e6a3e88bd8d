/**
 * What an order takes of a book at once, level by level.
 *
 * @module
 */
import { least, ONE_E6, type Side } from "../fee/mod.ts";
import { fillUsdcE6, type Level, NOTHING_TRADED, plusTraded, type Traded } from "../order/mod.ts";

/** An order that comes to the book. */
export interface Taker {
  readonly side: Side;
  /** The worst price of any fill, USDC times 10^6. */
  readonly priceE6: bigint;
  /** USDC that a BUY spends, or shares to trade, times 10^6. */
  readonly amountE6: bigint;
  readonly unit: "usdc" | "shares";
}

/** What it takes. */
export interface Taking {
  /** Shares of each level, best first, at the level's price. */
  readonly fills: ReadonlyArray<Level>;
  /** Whether nothing that can be traded is left of the order. */
  readonly isWhole: boolean;
}

/**
 * Takes from levels, best first, no further than the order's price. Money is spent down to the last
 * millionth of a share that it buys; a rest that buys less does not count.
 */
export function takeLevels(levels: ReadonlyArray<Level>, taker: Taker): Taking {
  const { side, priceE6: limitE6, unit } = taker;
  const fills: Array<Level> = [];
  // Shares times 10^6, or money times 10^12, so that whole levels are paid for exactly.
  let left = unit === "usdc" ? taker.amountE6 * ONE_E6 : taker.amountE6;
  let costOfOne = 1n;
  for (const { priceE6, sizeE6 } of levels) {
    const isBeyond = side === "BUY" ? priceE6 > limitE6 : priceE6 < limitE6;
    if (isBeyond || left < costOfOne) break;
    costOfOne = unit === "usdc" ? priceE6 : 1n;
    const reached = left / costOfOne;
    const takenE6 = least(reached, sizeE6);
    if (takenE6 === 0n) break;
    fills.push({ priceE6, sizeE6: takenE6 });
    left -= takenE6 * costOfOne;
  }
  return { fills, isWhole: left < costOfOne };
}

/** Returns what some fills come to. */
export function tradedOf(fills: ReadonlyArray<Level>): Traded {
  return fills.reduce<Traded>((all, { priceE6, sizeE6: sharesE6 }) => {
    return plusTraded(all, { sharesE6, usdcE6: fillUsdcE6({ priceE6, sharesE6 }) });
  }, NOTHING_TRADED);
}

/** Returns the levels of which either book has less: no walk of either is worse. */
export function worseLevels(
  a: ReadonlyArray<Level>,
  b: ReadonlyArray<Level>,
): ReadonlyArray<Level> {
  const sizes = sizesOf(b);
  return a.flatMap(({ priceE6, sizeE6 }) => {
    const otherE6 = sizes.get(priceE6) ?? 0n;
    const leastE6 = least(sizeE6, otherE6);
    return leastE6 === 0n ? [] : [{ priceE6, sizeE6: leastE6 }];
  });
}

/** Returns the levels of which either book has more, best first: no walk of either is better. */
export function betterLevels(
  a: ReadonlyArray<Level>,
  b: ReadonlyArray<Level>,
  side: Side,
): ReadonlyArray<Level> {
  const sizes = sizesOf(a);
  for (const { priceE6, sizeE6 } of b) {
    if (sizeE6 > (sizes.get(priceE6) ?? 0n)) sizes.set(priceE6, sizeE6);
  }
  const sign = side === "BUY" ? 1 : -1;
  return [...sizes].map(([priceE6, sizeE6]) => ({ priceE6, sizeE6 }))
    .sort((one, other) => sign * Number(one.priceE6 - other.priceE6));
}

function sizesOf(levels: ReadonlyArray<Level>): Map<bigint, bigint> {
  return new Map(levels.map(({ priceE6, sizeE6 }) => [priceE6, sizeE6]));
}
