/**
 * Decodes an order book from the venue's answer.
 *
 * @module
 */
import { Option } from "effect";
import { type Book, type Level } from "../../../core/order/mod.ts";
import { ONE_E6 } from "../../../core/fee/mod.ts";
import { parseConditionId } from "../../../core/venue/mod.ts";
import { statedProtocol } from "../stated_protocol.ts";
import type { BookPayload } from "./market_payload.ts";
import { readE6 } from "./e6_text.ts";

type LevelPayload = NonNullable<BookPayload["bids"]>[number];

/** A book as it was answered, with the venue's time and hash of it where they can be read. */
export interface AnsweredBook {
  readonly book: Book;
  /** Unix milliseconds. */
  readonly atMs: Option.Option<number>;
  readonly hash: Option.Option<string>;
}

/** Returns the book with its time and hash; none if anything in the book cannot be read exactly. */
export function toAnsweredBook(payload: BookPayload): Option.Option<AnsweredBook> {
  const { timestamp, hash } = payload;
  const isTime = typeof timestamp === "string" && /^\d{1,15}$/.test(timestamp);
  return Option.map(toBook(payload), (book) => ({
    book,
    atMs: isTime ? Option.some(Number(timestamp)) : Option.none(),
    hash: typeof hash === "string" && hash !== "" ? Option.some(hash) : Option.none(),
  }));
}

/** Returns the book, best levels first; none if anything in it cannot be read exactly. */
function toBook(payload: BookPayload): Option.Option<Book> {
  return Option.all({
    tokenId: Option.some(payload.asset_id),
    conditionId: parseConditionId(payload.market),
    protocol: Option.some(statedProtocol(payload.version)),
    bids: Option.map(levelsOf(payload.bids), (levels) => levels.sort(byPrice).reverse()),
    asks: Option.map(levelsOf(payload.asks), (levels) => levels.sort(byPrice)),
    tickE6: readPriceE6(payload.tick_size),
  });
}

function levelsOf(payload: ReadonlyArray<LevelPayload> | null): Option.Option<Array<Level>> {
  return Option.all((payload ?? []).map(({ price, size }) =>
    Option.all({
      priceE6: readPriceE6(price),
      sizeE6: Option.filter(Option.fromUndefinedOr(readE6(size)), (sizeE6) => sizeE6 > 0n),
    })
  ));
}

/** Prices, and their steps, lie between 0 and 1 USDC, both excluded. */
function readPriceE6(text: string): Option.Option<bigint> {
  return Option.filter(
    Option.fromUndefinedOr(readE6(text)),
    (priceE6) => priceE6 > 0n && priceE6 < ONE_E6,
  );
}

function byPrice(one: Level, other: Level): number {
  return one.priceE6 < other.priceE6 ? -1 : one.priceE6 > other.priceE6 ? 1 : 0;
}
