/**
 * The book of a token as the venue would answer it: made of what its market socket sent.
 *
 * @module
 */
import { Option } from "effect";
import {
  doubted,
  type FollowedBook,
  takeBook,
  takeChanges,
  UNKNOWN_BOOK,
} from "../../../adapters/polymarket/book/followed_book.ts";
import { readMarketFrame } from "../../../adapters/polymarket/book/market_frame.ts";
import { formatDecimal, fromE6 } from "../../../core/fee/mod.ts";
import type { Level } from "../../../core/order/mod.ts";

/** Returns the text of the answer; undefined where the frames make no book. */
export function bookAnswer(frames: ReadonlyArray<string>, tokenId: string): string | undefined {
  let known: FollowedBook = UNKNOWN_BOOK;
  for (const event of frames.flatMap((text) => readMarketFrame(text) ?? [])) {
    if (event.kind === "book" && event.book.tokenId === tokenId) known = takeBook(known, event);
    if (event.kind === "changes" && event.tokenId === tokenId) known = takeChanges(known, event);
    if (event.kind === "tick" && event.tokenId === tokenId) known = doubted(known);
  }
  if (known.kind === "awaited") return undefined;
  const { book, changedMs, hash = "" } = known;
  return JSON.stringify({
    market: book.conditionId,
    asset_id: tokenId,
    timestamp: String(changedMs),
    hash,
    // The best ones are last.
    bids: book.bids.map(levelText).toReversed(),
    asks: book.asks.map(levelText).toReversed(),
    tick_size: textOf(book.tickE6),
    ...Option.match(book.protocol, { onNone: () => ({}), onSome: (version) => ({ version }) }),
  });
}

function levelText({ priceE6, sizeE6 }: Level) {
  return { price: textOf(priceE6), size: textOf(sizeE6) };
}

function textOf(e6: bigint): string {
  return formatDecimal(fromE6(e6));
}
