/**
 * The frames of the market socket, out of books as they were and as they are.
 *
 * @module
 */
import type { Level } from "../../../core/order/mod.ts";
import type { VenueTrade } from "../../../core/port/venue_books.ts";
import { type BookFacts, bookHash, bookSummary, touchOf } from "./book_summary.ts";
import { textOf } from "./venue_text.ts";

/**
 * Returns a whole book, without what the venue's frames lack. Only that of a subscription tells the
 * price of the last trade.
 */
export function bookFrame(facts: BookFacts, { isFirst }: { readonly isFirst: boolean }) {
  const { min_order_size: _size, neg_risk: _mark, last_trade_price, ...frame } = bookSummary(facts);
  return { ...frame, event_type: "book", ...(isFirst ? { last_trade_price } : {}) };
}

/** Returns the levels that changed between two books; undefined where none did. */
export function priceChangeFrame(before: BookFacts, after: BookFacts) {
  const { book, atMs } = after.book;
  const changes = [
    ...changesOf(before.book.book.bids, book.bids).map((level) => ({ ...level, side: "BUY" })),
    ...changesOf(before.book.book.asks, book.asks).map((level) => ({ ...level, side: "SELL" })),
  ];
  if (changes.length === 0) return undefined;
  const hash = bookHash(after);
  const touch = touchText(after);
  return {
    market: book.conditionId,
    price_changes: changes.map(({ priceE6, sizeE6, side }) => ({
      asset_id: book.tokenId,
      price: textOf(priceE6),
      size: textOf(sizeE6),
      side,
      hash,
      ...touch,
    })),
    timestamp: String(atMs),
    event_type: "price_change",
  };
}

/** Returns a trade. The venue's older fee is not known here. */
export function lastTradeFrame({ book: { book } }: BookFacts, trade: VenueTrade) {
  return {
    market: book.conditionId,
    asset_id: book.tokenId,
    price: textOf(trade.priceE6),
    size: textOf(trade.sizeE6),
    fee_rate_bps: "",
    side: trade.side,
    timestamp: String(trade.atMs),
    event_type: "last_trade_price",
  };
}

/** Returns the new step of prices; undefined where it is the same. */
export function tickSizeFrame(before: BookFacts, after: BookFacts) {
  const { book, atMs } = after.book;
  if (before.book.book.tickE6 === book.tickE6) return undefined;
  return {
    market: book.conditionId,
    asset_id: book.tokenId,
    old_tick_size: textOf(before.book.book.tickE6),
    new_tick_size: textOf(book.tickE6),
    timestamp: String(atMs),
    event_type: "tick_size_change",
  };
}

/** Returns the best prices, for those who want them; undefined where they are the same. */
export function bestPricesFrame(before: BookFacts, after: BookFacts) {
  const [was, is] = [touchOf(before.book), touchOf(after.book)];
  if (was.bidE6 === is.bidE6 && was.askE6 === is.askE6) return undefined;
  const { book, atMs } = after.book;
  return {
    market: book.conditionId,
    asset_id: book.tokenId,
    ...touchText(after),
    spread: textOf(is.askE6 - is.bidE6),
    timestamp: String(atMs),
    event_type: "best_bid_ask",
  };
}

function touchText({ book }: BookFacts) {
  const { bidE6, askE6 } = touchOf(book);
  return { best_bid: textOf(bidE6), best_ask: textOf(askE6) };
}

/** A level that is gone has the size 0. */
function changesOf(before: ReadonlyArray<Level>, after: ReadonlyArray<Level>) {
  const sizes = new Map(before.map(({ priceE6, sizeE6 }) => [priceE6, sizeE6]));
  const changed = after.filter(({ priceE6, sizeE6 }) => sizes.get(priceE6) !== sizeE6);
  const kept = new Set(after.map(({ priceE6 }) => priceE6));
  const gone = before.filter(({ priceE6 }) => !kept.has(priceE6));
  return [...changed, ...gone.map(({ priceE6 }) => ({ priceE6, sizeE6: 0n }))];
}
