/** The venue's side of an order, written from its rules alone. @module */
import type { Book, Level, MarketOrder } from "../../../core/order/mod.ts";

/** What an order got. Amounts are times 10^6. */
export interface Match {
  /** Shares taken at each price, best first. */
  readonly fills: ReadonlyArray<{ readonly priceE6: bigint; readonly sharesE6: bigint }>;
  readonly sharesE6: bigint;
  /** Whether all that the maker gives is used up. */
  readonly isWhole: boolean;
}

/**
 * Matches an order with a book: a level crosses if its price is no worse than the exact quotient of
 * the signed amounts; a buyer spends all of its money, a seller all of its shares, each at the
 * prices of the levels.
 */
export function matchOrder(
  { bids, asks }: Pick<Book, "bids" | "asks">,
  order: Pick<MarketOrder, "side" | "makerAmountE6" | "takerAmountE6">,
): Match {
  const { side, makerAmountE6: maker, takerAmountE6: taker } = order;
  const isBuy = side === "BUY";
  const hasCrossed = ({ priceE6 }: Level) =>
    isBuy ? priceE6 * taker <= maker * 1_000_000n : priceE6 * maker >= taker * 1_000_000n;
  const crossing = (isBuy ? asks : bids).filter(hasCrossed)
    .toSorted((a, b) => isBuy ? Number(a.priceE6 - b.priceE6) : Number(b.priceE6 - a.priceE6));
  // What the maker still has, in steps so small that a level's worth is a whole number of them.
  let has = isBuy ? maker * 1_000_000n : maker;
  const fills = crossing.map(({ priceE6, sizeE6 }) => {
    const stepsAShare = isBuy ? priceE6 : 1n;
    const affords = has / stepsAShare;
    const isLast = affords < sizeE6;
    const sharesE6 = isLast ? affords : sizeE6;
    has = isLast ? 0n : has - sizeE6 * stepsAShare;
    return { priceE6, sharesE6 };
  }).filter(({ sharesE6 }) => sharesE6 > 0n);
  return {
    fills,
    sharesE6: fills.reduce((sum, { sharesE6 }) => sum + sharesE6, 0n),
    isWhole: has === 0n,
  };
}
