/**
 * The venue's hash of a book, which proves that a book kept here is the venue's to the last digit.
 *
 * It is the SHA-1 of the book's compact JSON as `GET /book` answers it, with an empty hash. Source:
 * the venue's own client. The frames of the market socket have the same hash, each at the time of
 * its frame, although they lack two of the fields: the least order, which is 5 shares wherever it
 * was seen, and the neg-risk mark, of which both are tried. They also lack the price of the last
 * trade, but for the first book of a subscription; trades are told in frames of their own, which
 * may come after the hash that counts them.
 *
 * So a hash that agrees is a proof, and one that differs may mean no more than a trade that was
 * not told: see `hash_check.ts`.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { Option } from "effect";
import type { Book, Level } from "../../../core/order/mod.ts";
import { writeE6 } from "../clob/e6_text.ts";

/** What a hash covers beside the book. */
export interface HashTerms {
  /** The venue's time of the book, unix milliseconds. */
  readonly timestampMs: number;
  readonly isNegRisk: boolean;
}

const SIZE_MIN = "5";

/**
 * Returns what computes the hash, forty hex digits, by the price of the last trade as the venue
 * writes it; empty before the first one. Most of the work is done once.
 */
export function bookHasher(
  book: Book,
  { timestampMs, isNegRisk }: HashTerms,
): (lastTradePrice: string) => string {
  const summary = JSON.stringify({
    market: book.conditionId,
    asset_id: book.tokenId,
    timestamp: String(timestampMs),
    hash: "",
    bids: worstFirst(book.bids),
    asks: worstFirst(book.asks),
    min_order_size: SIZE_MIN,
    tick_size: writeE6(book.tickE6),
    neg_risk: isNegRisk,
  }).slice(0, -1);
  const end = Option.match(book.protocol, {
    onNone: () => "}",
    onSome: (version) => `,"version":${JSON.stringify(version)}}`,
  });
  return (lastTradePrice) => {
    const text = `${summary},"last_trade_price":${JSON.stringify(lastTradePrice)}${end}`;
    return createHash("sha1").update(text).digest("hex");
  };
}

function worstFirst(levels: ReadonlyArray<Level>) {
  return levels.map(({ priceE6, sizeE6 }) => ({
    price: writeE6(priceE6),
    size: writeE6(sizeE6),
  })).reverse();
}
