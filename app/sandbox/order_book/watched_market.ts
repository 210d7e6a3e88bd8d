/**
 * A market with listeners, and what they have been told of it.
 *
 * Whatever is told is the difference between the book that was told last and the book as it is:
 * so whoever applies all of it has the book that a request would answer, whether an order, a
 * control or the world changed it.
 *
 * @module
 */
import { type BookChange, bookChanges } from "./book_change.ts";
import { type Levels, type TokenBook } from "./level.ts";
import {
  bestBidAskFrame,
  bookFrame,
  isSameTouch,
  type MarketFrame,
  priceChangeFrame,
  tickSizeFrame,
} from "./market_frame.ts";

/** Who is told. */
export interface MarketListener {
  /** Whether it asked for `best_bid_ask` and the other custom features. */
  isCustom(): boolean;
  tell(frame: MarketFrame): void;
}

/** Both books of a market, towards those who listen to one or both. */
export interface WatchedMarket {
  add(listener: MarketListener, tokenId: string): void;
  remove(listener: MarketListener, tokenId: string): void;
  hasListeners(): boolean;
  /** What the token's listeners know. Undefined where there is no book, or none any more. */
  told(tokenId: string): TokenBook | undefined;
  /** Tells the listeners of one token. */
  tell(tokenId: string, frame: MarketFrame): void;
  /** Tells what has changed since the last time. */
  compare(): void;
  /** Tells whole books, each to the listeners of its token. */
  tellWhole(): void;
}

/** A token's book beside the one that was told last. */
interface Difference {
  readonly before: TokenBook | undefined;
  readonly book: TokenBook;
  readonly changes: ReadonlyArray<BookChange>;
}

const EMPTY: Levels = { bids: [], asks: [] };

/** Begins with the books of now, and nobody to tell. */
export function makeWatchedMarket(
  tokenIds: readonly [string, string],
  bookOf: (tokenId: string) => TokenBook | undefined,
): WatchedMarket {
  const told = new Map<string, TokenBook>();
  const listeners = new Map(tokenIds.map((id) => [id, new Set<MarketListener>()]));
  const everyone = () => new Set([...listeners.values()].flatMap((each) => [...each]));

  const tell = (tokenId: string, frame: MarketFrame) =>
    listeners.get(tokenId)?.forEach((listener) => listener.tell(frame));
  const remember = (tokenId: string, book: TokenBook | undefined) =>
    book === undefined ? told.delete(tokenId) : told.set(tokenId, book);
  for (const tokenId of tokenIds) remember(tokenId, bookOf(tokenId));

  const differences = (): ReadonlyArray<Difference> =>
    tokenIds.flatMap((tokenId) => {
      const before = told.get(tokenId);
      const now = bookOf(tokenId);
      remember(tokenId, now);
      // A market that was closed has no book: to those who know one, its levels are gone.
      const book = now ?? (before === undefined ? undefined : { ...before, ...EMPTY });
      return book === undefined
        ? []
        : [{ before, book, changes: bookChanges(before ?? EMPTY, book) }];
    });
  const tellTicks = (found: ReadonlyArray<Difference>) => {
    for (const { before, book } of found) {
      if (before === undefined || before.tickE6 === book.tickE6) continue;
      tell(book.tokenId, tickSizeFrame(before, book));
    }
  };
  const tellTouches = (found: ReadonlyArray<Difference>) => {
    for (const { before, book } of found) {
      if (before !== undefined && isSameTouch(before, book)) continue;
      const frame = bestBidAskFrame(book);
      listeners.get(book.tokenId)?.forEach((each) => each.isCustom() && each.tell(frame));
    }
  };

  return {
    add: (listener, tokenId) => void listeners.get(tokenId)?.add(listener),
    remove: (listener, tokenId) => void listeners.get(tokenId)?.delete(listener),
    hasListeners: () => everyone().size > 0,
    told: (tokenId) => told.get(tokenId),
    tell,
    compare() {
      const found = differences();
      tellTicks(found);
      const [first] = found;
      if (first !== undefined && found.some(({ changes }) => changes.length > 0)) {
        const frame = priceChangeFrame(first.book, found);
        everyone().forEach((listener) => listener.tell(frame));
      }
      tellTouches(found);
    },
    tellWhole() {
      const found = differences();
      tellTicks(found);
      for (const { book } of found) tell(book.tokenId, bookFrame(book));
      tellTouches(found);
    },
  };
}
