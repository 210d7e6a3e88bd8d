/**
 * A book in the venue's form, with its hash.
 *
 * @module
 */
import { Option } from "effect";
import { ONE_E6 } from "../../../core/fee/mod.ts";
import type { Level } from "../../../core/order/mod.ts";
import type { MarketTerms } from "../../../core/port/order_venue.ts";
import type { VenueBook } from "../../../core/port/venue_books.ts";
import { textOf } from "./venue_text.ts";

/** A book, and what else the venue says with it. */
export interface BookFacts {
  readonly book: VenueBook;
  readonly terms: Pick<MarketTerms, "sizeMinE6" | "isNegRisk">;
  /** USDC times 10^6; undefined where no trade was heard of. */
  readonly lastPriceE6: bigint | undefined;
}

/** Returns a book as `GET /book` answers it. Its hash is that of this very text. */
export function bookSummary(facts: BookFacts) {
  const summary = unhashed(facts);
  return { ...summary, hash: hashOf(summary) };
}

/**
 * Returns the hash of a book, forty hex digits: SHA-1 of its compact JSON with an empty hash, with
 * the fields in the venue's order.
 */
export function bookHash(facts: BookFacts): string {
  return hashOf(unhashed(facts));
}

/** The best prices. An empty side counts as the end of the range: a bid of 0, an ask of 1. */
export function touchOf({ book }: Pick<VenueBook, "book">) {
  return {
    bidE6: book.bids[0]?.priceE6 ?? 0n,
    askE6: book.asks[0]?.priceE6 ?? ONE_E6,
  };
}

function unhashed({ book: { book, atMs }, terms, lastPriceE6 }: BookFacts) {
  return {
    market: book.conditionId as string,
    asset_id: book.tokenId,
    timestamp: String(atMs),
    hash: "",
    bids: worstFirst(book.bids),
    asks: worstFirst(book.asks),
    min_order_size: textOf(terms.sizeMinE6),
    tick_size: textOf(book.tickE6),
    neg_risk: terms.isNegRisk,
    last_trade_price: lastPriceE6 === undefined ? "" : textOf(lastPriceE6),
    // Books of the first protocol do not state it.
    ...Option.match(book.protocol, { onNone: () => ({}), onSome: (version) => ({ version }) }),
  };
}

function worstFirst(levels: ReadonlyArray<Level>) {
  return levels.map(({ priceE6, sizeE6 }) => ({ price: textOf(priceE6), size: textOf(sizeE6) }))
    .reverse();
}

function hashOf(summary: ReturnType<typeof unhashed>): string {
  return Bun.SHA1.hash(JSON.stringify(summary), "hex");
}
