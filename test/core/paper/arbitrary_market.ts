/** Random books, tapes and orders of one outcome, which meet often. @module */
import { BigDecimal, Result } from "effect";
import fc from "fast-check";
import type { Book, Level } from "../../../core/order/mod.ts";
import {
  type PaperAccount,
  type PaperChange,
  type PaperGround,
  type PaperRequest,
  placeOnPaper,
  type TapeTrade,
} from "../../../core/paper/mod.ts";
import { conditionOf } from "../../condition.ts";

export const TOKEN = "1";
export const CENT_E6 = 10_000n;

/** Few prices, so that all of them collide. */
export const priceE6 = fc.integer({ min: 46, max: 54 }).map((cents) => BigInt(cents) * CENT_E6);
export const sizeE6 = fc.integer({ min: 1, max: 40 }).map((shares) => BigInt(shares) * 1_000_000n);
export const side = fc.constantFrom("BUY" as const, "SELL" as const);

/** Bids below asks, perhaps none of either. */
export const book: fc.Arbitrary<Pick<Book, "bids" | "asks">> = fc.tuple(
  fc.uniqueArray(fc.record<Level>({ priceE6, sizeE6 }), {
    maxLength: 8,
    selector: (level) => level.priceE6,
  }),
  priceE6,
).map(([levels, middleE6]) => {
  const rising = levels.toSorted((a, b) => Number(a.priceE6 - b.priceE6));
  return {
    bids: rising.filter((level) => level.priceE6 < middleE6).toReversed(),
    asks: rising.filter((level) => level.priceE6 >= middleE6),
  };
});

/** Something that happens in the market. */
export type Happening =
  | { readonly kind: "trade"; readonly trade: Omit<TapeTrade, "atMs"> }
  | { readonly kind: "book"; readonly book: Pick<Book, "bids" | "asks">; readonly isGap: boolean };

export const happening: fc.Arbitrary<Happening> = fc.oneof(
  fc.record({ kind: fc.constant("trade"), trade: fc.record({ priceE6, sizeE6, side }) }),
  fc.record({ kind: fc.constant("book"), book, isGap: fc.boolean() }),
);

/** An order as it is signed, on the grid. */
export const request: fc.Arbitrary<Omit<PaperRequest, "orderId">> = fc.record({
  side,
  orderType: fc.constantFrom("GTC" as const, "GTC" as const, "FAK" as const, "FOK" as const),
  isPostOnly: fc.integer({ min: 0, max: 4 }).map((one) => one === 0),
  priceE6,
  sizeE6,
}).map(({ side, orderType, isPostOnly, priceE6, sizeE6 }) => {
  const usdcE6 = priceE6 * sizeE6 / 1_000_000n;
  return {
    ...{ tokenId: TOKEN, conditionId: conditionOf(0), side, orderType, expirationSec: 0 },
    isPostOnly: isPostOnly && orderType === "GTC",
    makerAmountE6: side === "BUY" ? usdcE6 : sizeE6,
    takerAmountE6: side === "BUY" ? sizeE6 : usdcE6,
  };
});

/** Returns the hash of an order by its number. */
export function orderIdOf(number: number): string {
  return `0x${number.toString(16).padStart(64, "0")}`;
}

/** The market of these orders, whose takers pay 7 % of the formula. */
export function groundOf(
  books: Pick<PaperGround, "before" | "after">,
  nowMs: number,
): PaperGround {
  return {
    ...books,
    rules: { tickE6: CENT_E6, sizeMinE6: 1_000_000n, isAcceptingOrders: true },
    feeRate: BigDecimal.fromStringUnsafe("0.07"),
    settlement: { failedShare: 0.3, minedMs: [1_000, 5_000], confirmedMs: [2_000, 10_000] },
    nowMs,
  };
}

/** Rests an order of ten shares at 0.5 in an empty book. */
export function restedBy(account: PaperAccount, number: number): PaperChange {
  const empty = { bids: [], asks: [] };
  const request: PaperRequest = {
    ...{ orderId: orderIdOf(number), tokenId: TOKEN, conditionId: conditionOf(0), side: "BUY" },
    ...{ orderType: "GTC", isPostOnly: false, expirationSec: 0 },
    makerAmountE6: 5_000_000n,
    takerAmountE6: 10_000_000n,
  };
  return Result.getOrThrow(
    placeOnPaper(account, request, groundOf({ before: empty, after: empty }, 0)),
  );
}
