/**
 * Trades an order with the levels of a book, which it uses up.
 *
 * @module
 */
import type { Side } from "../../core/fee/mod.ts";
import type { Level } from "../../core/order/mod.ts";

/** What was signed: a buyer makes money and takes shares, a seller the other way round. */
export interface SignedAmounts {
  readonly side: Side;
  readonly makerAmountE6: bigint;
  readonly takerAmountE6: bigint;
}

/** What was traded, and the levels that are left; best first, as they came. */
export interface Traded {
  readonly sharesE6: bigint;
  readonly usdcE6: bigint;
  readonly levels: ReadonlyArray<Level>;
  /** Whether nothing is left that could have been traded. */
  readonly isWhole: boolean;
}

const E6 = 1_000_000n;

/**
 * Trades at each level's own price, as far as it is no worse than what the two amounts say. Money
 * is spent to the last millionth of a share that it buys; the money for a trade is rounded in
 * favour of whoever was there first.
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

function isAcceptable(
  priceE6: bigint,
  { side, makerAmountE6, takerAmountE6 }: SignedAmounts,
): boolean {
  return side === "BUY"
    ? priceE6 * takerAmountE6 <= makerAmountE6 * E6
    : priceE6 * makerAmountE6 >= takerAmountE6 * E6;
}
