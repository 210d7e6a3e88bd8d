/**
 * An order book, and the fill that a market order would get by walking it.
 *
 * @module
 */
import { Option } from "effect";
import {
  ceilDivision,
  type ExactAmounts,
  ONE_E6,
  over,
  plus,
  type Ratio,
  type Side,
} from "../fee/mod.ts";
import type { ConditionId, StatedProtocol } from "../venue/mod.ts";

/** Resting orders at one price: USDC per share, and shares, both times 10^6. */
export interface Level {
  readonly priceE6: bigint;
  readonly sizeE6: bigint;
}

/** The resting orders of one outcome. Levels are best first on both sides. */
export interface Book {
  readonly tokenId: string;
  readonly conditionId: ConditionId;
  /** The protocol that its market trades by; books of Protocol V1 do not state it. */
  readonly protocol: StatedProtocol;
  /** Buyers, highest price first. */
  readonly bids: ReadonlyArray<Level>;
  /** Sellers, lowest price first. */
  readonly asks: ReadonlyArray<Level>;
  /** The smallest step of a price, USDC times 10^6. */
  readonly tickE6: bigint;
}

/** What an order wants to trade: money to spend on a BUY, shares to sell on a SELL. */
export interface Demand {
  readonly side: Side;
  /** USDC or shares, times 10^6. */
  readonly amountE6: bigint;
  /** Levels beyond this price are ignored. */
  readonly limitPriceE6: Option.Option<bigint>;
}

/** The fill that a walk found. */
export interface Walk {
  /** Shares times 10^6, rounded down at each level. */
  readonly sharesE6: bigint;
  /** USDC times 10^6, rounded down at each level for a seller. */
  readonly usdcE6: bigint;
  /** The same amounts, not rounded. */
  readonly exact: ExactAmounts;
  /** The price of the last level that was needed. */
  readonly worstPriceE6: bigint;
  readonly levels: number;
  /** Whether there was enough for all of the demand. */
  readonly isWhole: boolean;
}

/** Returns the levels that a side trades with, within its limit, best first. */
export function levelsFor(
  book: Pick<Book, "bids" | "asks">,
  { side, limitPriceE6 }: Pick<Demand, "side" | "limitPriceE6">,
): ReadonlyArray<Level> {
  const levels = side === "BUY" ? book.asks : book.bids;
  if (Option.isNone(limitPriceE6)) return levels;
  const limitE6 = limitPriceE6.value;
  return levels.filter(({ priceE6 }) => side === "BUY" ? priceE6 <= limitE6 : priceE6 >= limitE6);
}

/** Walks a book from its best level. None where there is no level to trade with. */
export function walkBook(
  book: Pick<Book, "bids" | "asks">,
  demand: Demand,
): Option.Option<Walk> {
  const { side, amountE6 } = demand;
  let levels = 0;
  let worstPriceE6 = 0n;
  let sharesE6 = 0n;
  let usdcE6 = 0n;
  let exactSharesE6: Ratio = { numerator: 0n, denominator: 1n };
  // Money is counted times 10^12 here, so that price times size is exact at each level.
  let paidE12 = 0n;
  let left = side === "BUY" ? amountE6 * ONE_E6 : amountE6;
  for (const { priceE6, sizeE6 } of levelsFor(book, demand)) {
    if (left <= 0n) break;
    const offered = side === "BUY" ? priceE6 * sizeE6 : sizeE6;
    const taken = offered < left ? offered : left;
    left -= taken;
    // Of the last level a BUY may take a fraction of a millionth.
    const shares: Ratio = side === "SELL"
      ? { numerator: taken, denominator: 1n }
      : taken === offered
      ? { numerator: sizeE6, denominator: 1n }
      : { numerator: taken, denominator: priceE6 };
    const levelE12 = side === "BUY" ? taken : taken * priceE6;
    exactSharesE6 = plus(exactSharesE6, shares);
    paidE12 += levelE12;
    sharesE6 += shares.numerator / shares.denominator;
    usdcE6 += side === "BUY" ? ceilDivision(levelE12, ONE_E6) : levelE12 / ONE_E6;
    worstPriceE6 = priceE6;
    levels += 1;
  }
  if (levels === 0) return Option.none();
  return Option.some({
    sharesE6,
    // Rounding up at each level may count a few millionths more than the amount to spend.
    usdcE6: side === "BUY" && usdcE6 > amountE6 ? amountE6 : usdcE6,
    exact: {
      shares: over(exactSharesE6, { numerator: ONE_E6, denominator: 1n }),
      usdc: { numerator: paidE12, denominator: ONE_E6 * ONE_E6 },
    },
    worstPriceE6,
    levels,
    isWhole: left === 0n,
  });
}
