/** Whether the best prices of a book are what they were. @module */
import type { Quote } from "../../port/venue_books.ts";

/** Compares the best prices now, null where there are none, with earlier ones. */
export function isSameQuote(one: Quote | null | undefined, other: Quote | null): boolean {
  if (one == null || other === null) return one == null && other === null;
  return one.atMs === other.atMs && isSameLevel(one.bid, other.bid) &&
    isSameLevel(one.ask, other.ask);
}

function isSameLevel(one: Quote["bid"], other: Quote["bid"]): boolean {
  return one?.priceE6 === other?.priceE6 && one?.sizeE6 === other?.sizeE6;
}
