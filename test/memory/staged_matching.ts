/** Matches an order with the levels of an order book and consumes them. @module */
import type { Side } from "../../core/fee/mod.ts";
import type { Level } from "../../core/order/mod.ts";

/** The signed amounts: a buyer pays the maker amount in USDC for shares; a seller the reverse. */
export interface SignedAmounts {
  readonly side: Side;
  readonly makerAmountE6: bigint;
  readonly takerAmountE6: bigint;
}

/** The traded amounts, and the remaining levels, best first. */
export interface Traded {
  readonly sharesE6: bigint;
  readonly usdcE6: bigint;
  readonly levels: ReadonlyArray<Level>;
  /** Whether everything that could be traded was. */
  readonly isWhole: boolean;
}

const E6 = 1_000_000n;

/**
 * Trades at each level's own price, as long as it is no worse than the ratio of the two amounts.
 * USDC is spent down to the last millionth of a share that it buys; the USDC of a trade is rounded
 * in favour of the resting order.
 */
export function tradeLevels(levels: ReadonlyArray<Level>, order: SignedAmounts): Traded {
  const isBuy = order.side === "BUY";
  // Money times 10^12 to spend, or shares times 10^6 to sell.
  let rest = isBuy ? order.makerAmountE6 * E6 : order.makerAmountE6;
  let unit = 1n;
  let sharesE6 = 0n;
  let moneyE12 = 0n;
  const left = levels.map((level): Level => {
    if (rest < unit || !isAcceptable(level.priceE6, order)) return level;
    unit = isBuy ? level.priceE6 : 1n;
    const wantedE6 = rest / unit;
    const takenE6 = wantedE6 < level.sizeE6 ? wantedE6 : level.sizeE6;
    rest -= takenE6 * unit;
    sharesE6 += takenE6;
    moneyE12 += takenE6 * level.priceE6;
    return { ...level, sizeE6: level.sizeE6 - takenE6 };
  });
  return {
    sharesE6,
    usdcE6: isBuy ? (moneyE12 + E6 - 1n) / E6 : moneyE12 / E6,
    levels: left.filter(({ sizeE6 }) => sizeE6 > 0n),
    isWhole: rest < unit,
  };
}

/** What a limit order wants. */
export interface WantedShares {
  readonly side: Side;
  readonly priceE6: bigint;
  readonly sizeE6: bigint;
}

/** Trades up to the size of a limit order, at prices that are no worse than its own. */
export function tradeShares(
  levels: ReadonlyArray<Level>,
  { side, priceE6, sizeE6 }: WantedShares,
): Omit<Traded, "isWhole"> {
  let [sharesE6, moneyE12] = [0n, 0n];
  const left = levels.map((level): Level => {
    const isWorse = side === "BUY" ? level.priceE6 > priceE6 : level.priceE6 < priceE6;
    const restE6 = sizeE6 - sharesE6;
    const takenE6 = isWorse ? 0n : restE6 < level.sizeE6 ? restE6 : level.sizeE6;
    sharesE6 += takenE6;
    moneyE12 += takenE6 * level.priceE6;
    return { ...level, sizeE6: level.sizeE6 - takenE6 };
  });
  const usdcE6 = side === "BUY" ? (moneyE12 + E6 - 1n) / E6 : moneyE12 / E6;
  return { sharesE6, usdcE6, levels: left.filter(({ sizeE6 }) => sizeE6 > 0n) };
}

function isAcceptable(
  priceE6: bigint,
  { side, makerAmountE6, takerAmountE6 }: SignedAmounts,
): boolean {
  return side === "BUY"
    ? priceE6 * takerAmountE6 <= makerAmountE6 * E6
    : priceE6 * makerAmountE6 >= takerAmountE6 * E6;
}
