/**
 * A book in the venue's format, and the hash that shows whether it changed.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { type Level, type TokenBook } from "./level.ts";
import { formatE6 } from "./micro_units.ts";

/** A book. Its key order is the one that the hash covers. */
export interface BookSummary {
  readonly market: string;
  readonly asset_id: string;
  /** Unix milliseconds. */
  readonly timestamp: string;
  readonly hash: string;
  readonly bids: ReadonlyArray<LevelSummary>;
  readonly asks: ReadonlyArray<LevelSummary>;
  readonly min_order_size: string;
  readonly tick_size: string;
  readonly neg_risk: boolean;
  readonly last_trade_price: string;
  /** Absent in books of the first protocol. */
  readonly version?: string;
}

/** A level in decimal text. */
export interface LevelSummary {
  readonly price: string;
  readonly size: string;
}

/** Returns the answer to `GET /book`. */
export function bookSummary(book: TokenBook): BookSummary {
  const summary = unhashed(book);
  return { ...summary, hash: sha1(summary) };
}

/** Returns forty hex digits: SHA-1 of the book's compact JSON with an empty hash. */
export function bookHash(book: TokenBook): string {
  return sha1(unhashed(book));
}

function unhashed(book: TokenBook): BookSummary {
  return {
    market: book.conditionId,
    asset_id: book.tokenId,
    timestamp: String(book.timestampMs),
    hash: "",
    bids: book.bids.map(summaryOf),
    asks: book.asks.map(summaryOf),
    min_order_size: formatE6(book.sizeMinE6),
    tick_size: formatE6(book.tickE6),
    neg_risk: book.isNegRisk,
    last_trade_price: book.lastTradePriceE6 === undefined ? "" : formatE6(book.lastTradePriceE6),
    ...(book.version === "v1" ? {} : { version: book.version }),
  };
}

function summaryOf({ priceE6, sizeE6 }: Level): LevelSummary {
  return { price: formatE6(priceE6), size: formatE6(sizeE6) };
}

function sha1(summary: BookSummary): string {
  return createHash("sha1").update(JSON.stringify(summary)).digest("hex");
}
