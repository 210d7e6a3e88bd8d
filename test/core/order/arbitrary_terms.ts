/** Random market orders beside the books that they are priced on. @module */
import { Option } from "effect";
import fc from "fast-check";
import { type Book, MARKET_ORDER_TYPES, type MarketOrderTerms } from "../../../core/order/mod.ts";
import { side } from "../fee/arbitrary_trade.ts";
import { amountFor, bookOn, priceOn, tickE6 } from "./arbitrary_book.ts";

/** Market orders are of whole cents and of hundredths of a share. */
const AMOUNT_STEP_E6 = 10_000n;

/** A book, an order that is priced on it, and another book of the same market that it may meet. */
export interface Meeting {
  readonly book: Book;
  readonly terms: MarketOrderTerms;
  readonly later: Book;
}

/** Book and terms on any of the grids, with a limit at any millionth or on the grid, or none. */
export const meeting: fc.Arbitrary<Meeting> = fc.tuple(tickE6, side).chain(([tickE6, side]) => {
  const limit = fc.oneof(
    priceOn(tickE6),
    priceOn(tickE6).chain((priceE6) =>
      fc.constantFrom(-1n, 1n, tickE6 - 1n).map((off) => priceE6 + off)
    ),
    fc.bigInt({ min: 1n, max: 1_100_000n }),
  );
  return bookOn(tickE6).chain((book) =>
    fc.record({
      book: fc.constant(book),
      later: bookOn(tickE6),
      terms: fc.record({
        side: fc.constant(side),
        orderType: fc.constantFrom(...MARKET_ORDER_TYPES),
        amountE6: amountFor(book, { side, stepE6: AMOUNT_STEP_E6 }),
        limitPriceE6: fc.option(limit, { nil: undefined }).map(Option.fromUndefinedOr),
      }),
    })
  );
});
