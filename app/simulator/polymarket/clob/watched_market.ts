/**
 * A watched market, and the state its subscribers have received.
 *
 * Each publication is the difference between the last published book and the current one, so a
 * client that applies all of them has the book that a request would answer, whether an order, a
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
  lastTradeFrame,
  type MarketFrame,
  priceChangeFrame,
  resolvedFrame,
  type ResolvedMarket,
  tickSizeFrame,
} from "./market_frame.ts";
import { type TouchLog } from "./touch_log.ts";

/** The current books and markets, shared by all readers. */
export interface WatchedBooks {
  /** Returns the book of a token; undefined if it has none, or no longer has one. */
  book(tokenId: string): TokenBook | undefined;
  /** Returns the market of a token; undefined for an unknown token. */
  market(tokenId: string): ResolvedMarket | undefined;
  nowMs(): number;
}

/** A subscriber. */
export interface MarketListener {
  /** Whether it requested `best_bid_ask` and the other custom features. */
  isCustom(): boolean;
  publish(frame: MarketFrame): void;
}

/** Both books of a market, and the subscribers of one or both. */
export interface WatchedMarket {
  add(listener: MarketListener, tokenId: string): void;
  remove(listener: MarketListener, tokenId: string): void;
  hasListeners(): boolean;
  /** Returns the book as the token's subscribers know it; undefined if there is none. */
  published(tokenId: string): TokenBook | undefined;
  /** Sends frames to the subscribers of one token. */
  publish(tokenId: string, frame: MarketFrame): void;
  /** Publishes the changes since the last time, and the market's resolution once. */
  compare(): void;
  /** Publishes whole books, each to the subscribers of its token. */
  publishWhole(): void;
}

/** A token's current book and the last published one. */
interface Difference {
  readonly before: TokenBook | undefined;
  readonly book: TokenBook;
  readonly changes: ReadonlyArray<BookChange>;
}

const EMPTY: Levels = { bids: [], asks: [] };

/** Makes a watched market with the current books and no subscribers. */
export function makeWatchedMarket(
  tokenIds: readonly [string, string],
  { books: { book: bookOf, market, nowMs }, touches }: {
    readonly books: WatchedBooks;
    readonly touches: Pick<TouchLog, "add">;
  },
): WatchedMarket {
  const published = new Map<string, TokenBook>();
  const listeners = new Map(tokenIds.map((id) => [id, new Set<MarketListener>()]));
  const everyone = () => new Set([...listeners.values()].flatMap((each) => [...each]));

  const publish = (tokenId: string, frame: MarketFrame) =>
    listeners.get(tokenId)?.forEach((listener) => listener.publish(frame));
  const remember = (tokenId: string, book: TokenBook | undefined) =>
    book === undefined ? published.delete(tokenId) : published.set(tokenId, book);
  for (const tokenId of tokenIds) remember(tokenId, bookOf(tokenId));
  let isOver = market(tokenIds[0])?.winnerIndex !== undefined;
  const publishWinner = () => {
    const resolved = isOver ? undefined : market(tokenIds[0]);
    if (resolved?.winnerIndex === undefined) return;
    isOver = true;
    const frame = resolvedFrame(resolved, nowMs());
    everyone().forEach((listener) => listener.isCustom() && listener.publish(frame));
  };

  const differences = (): ReadonlyArray<Difference> =>
    tokenIds.flatMap((tokenId) => {
      const before = published.get(tokenId);
      const now = bookOf(tokenId);
      remember(tokenId, now);
      // A closed market has no book: for subscribers who know one, all its levels are removed.
      const book = now ?? (before === undefined ? undefined : { ...before, ...EMPTY });
      return book === undefined
        ? []
        : [{ before, book, changes: bookChanges(before ?? EMPTY, book) }];
    });
  const publishTicks = (found: ReadonlyArray<Difference>) => {
    for (const { before, book } of found) {
      if (before === undefined || before.tickE6 === book.tickE6) continue;
      publish(book.tokenId, tickSizeFrame(before, book));
    }
  };
  /** The world's own trades show in its last price alone; each is told like any other. */
  const publishWorldTrade = ([found]: ReadonlyArray<Difference>) => {
    const [was, priceE6] = [found?.before?.lastTradePriceE6, found?.book.lastTradePriceE6];
    if (found === undefined || priceE6 === undefined || was === priceE6) return;
    const { tokenId, conditionId, sizeMinE6, timestampMs } = found.book;
    const side = was === undefined || priceE6 > was ? "BUY" : "SELL";
    const trade = { tokenId, conditionId, priceE6, sizeE6: sizeMinE6, side, timestampMs } as const;
    publish(tokenId, lastTradeFrame({ kind: "trade", ...trade, feeRateBps: 0 }));
  };
  const publishTouches = (found: ReadonlyArray<Difference>) => {
    for (const { before, book } of found) {
      if (before !== undefined && isSameTouch(before, book)) continue;
      const frame = bestBidAskFrame(book);
      listeners.get(book.tokenId)?.forEach((each) => each.isCustom() && each.publish(frame));
    }
  };

  return {
    add: (listener, tokenId) => void listeners.get(tokenId)?.add(listener),
    remove: (listener, tokenId) => void listeners.get(tokenId)?.delete(listener),
    hasListeners: () => everyone().size > 0,
    published: (tokenId) => published.get(tokenId),
    publish,
    compare() {
      const found = differences();
      publishTicks(found);
      const [first] = found;
      if (first !== undefined && found.some(({ changes }) => changes.length > 0)) {
        const frame = priceChangeFrame(first.book, found);
        const changed = found.filter(({ changes }) => changes.length > 0).map(({ book }) => book);
        touches.add(changed, { atMs: nowMs(), timestampMs: first.book.timestampMs });
        everyone().forEach((listener) => listener.publish(frame));
      }
      publishWorldTrade(found);
      publishTouches(found);
      publishWinner();
    },
    publishWhole() {
      const found = differences();
      publishTicks(found);
      for (const { book } of found) {
        touches.add([book], { atMs: nowMs(), timestampMs: book.timestampMs });
        publish(book.tokenId, bookFrame(book, { isFirst: false }));
      }
      publishTouches(found);
    },
  };
}
