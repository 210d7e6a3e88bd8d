/**
 * Watches the books that somebody has subscribed to, and tells what changes in them.
 *
 * @module
 */
import { type TokenBook } from "./level.ts";
import { type MarketEvent, type MarketFeed } from "./market_feed.ts";
import { bookFrame, lastTradeFrame, type MarketFrame } from "./market_frame.ts";
import { type TradedMarket } from "./traded_market.ts";
import { makeWatchedMarket, type MarketListener, type WatchedMarket } from "./watched_market.ts";

/** The books and markets as they are now, whoever asks. */
export interface WatchedBooks {
  /** Undefined for a token that has no book, or no longer. */
  book(tokenId: string): TokenBook | undefined;
  /** The market of a token; undefined for one that the venue does not know. */
  market(tokenId: string): Pick<TradedMarket, "conditionId" | "tokenIds"> | undefined;
}

/** All listeners of the venue. */
export interface BookWatch {
  /** Begins to tell of these tokens, and gives their books. Unknown tokens are passed over. */
  join(listener: MarketListener, tokenIds: Iterable<string>): ReadonlyArray<MarketFrame>;
  leave(listener: MarketListener, tokenIds: Iterable<string>): void;
}

/** How often the world is looked at, in milliseconds of the machine. */
const LOOK_MS = 250;

/** Nobody listens yet, and without listeners no timer runs. */
export function makeBookWatch(
  { books, feed }: { readonly books: WatchedBooks; readonly feed: MarketFeed },
): BookWatch {
  /** By condition. */
  const watched = new Map<string, WatchedMarket>();
  let looking: ReturnType<typeof setInterval> | undefined;
  const look = () => watched.forEach((market) => market.compare());

  /** What the feed spoke of and was not compared yet; true where whole books are to be told. */
  const due = new Map<WatchedMarket, boolean>();
  const flush = () => {
    const markets = [...due];
    due.clear();
    for (const [market, isWhole] of markets) isWhole ? market.tellWhole() : market.compare();
  };
  const hear = (event: MarketEvent) => {
    const market = watched.get(event.kind === "book" ? event.book.conditionId : event.conditionId);
    if (market === undefined) return;
    if (event.kind === "trade") market.tell(event.tokenId, lastTradeFrame(event));
    // It may speak in the midst of a change; the books are compared once that is made.
    if (due.size === 0) queueMicrotask(flush);
    const isWhole = event.kind === "trade" || event.kind === "book";
    due.set(market, isWhole || due.get(market) === true);
  };
  feed.listen(hear);

  const open = (tokenId: string): WatchedMarket | undefined => {
    const found = books.market(tokenId);
    if (found === undefined) return undefined;
    const market = watched.get(found.conditionId) ??
      makeWatchedMarket(found.tokenIds, books.book);
    watched.set(found.conditionId, market);
    return market;
  };
  return {
    join(listener, tokenIds) {
      const found = [...new Set(tokenIds)].flatMap((tokenId) => {
        const market = open(tokenId);
        return market === undefined ? [] : [{ tokenId, market }];
      });
      // Those who are here already hear what led to the books that the new one begins with. From
      // there on no book is read before the new one has them all.
      new Set(found.map(({ market }) => market)).forEach((market) => market.compare());
      const frames = found.flatMap(({ tokenId, market }) => {
        market.add(listener, tokenId);
        const book = market.told(tokenId);
        return book === undefined ? [] : [bookFrame(book)];
      });
      if (watched.size > 0) looking ??= setInterval(look, LOOK_MS);
      return frames;
    },
    leave(listener, tokenIds) {
      for (const tokenId of tokenIds) {
        for (const market of watched.values()) market.remove(listener, tokenId);
      }
      for (const [conditionId, market] of watched) {
        if (!market.hasListeners()) watched.delete(conditionId);
      }
      if (watched.size > 0) return;
      clearInterval(looking);
      looking = undefined;
    },
  };
}
