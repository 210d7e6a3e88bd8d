/**
 * Watches the subscribed books and publishes their changes.
 *
 * @module
 */
import { type MarketEvent, type MarketFeed } from "./market_feed.ts";
import { bookFrame, lastTradeFrame, type MarketFrame } from "./market_frame.ts";
import { type TouchLog } from "./touch_log.ts";
import {
  makeWatchedMarket,
  type MarketListener,
  type WatchedBooks,
  type WatchedMarket,
} from "./watched_market.ts";

/** All subscribers of the venue's books. */
export interface BookWatch {
  /** Subscribes to these tokens, and returns their books. Unknown tokens are skipped. */
  join(listener: MarketListener, tokenIds: Iterable<string>): ReadonlyArray<MarketFrame>;
  leave(listener: MarketListener, tokenIds: Iterable<string>): void;
}

/** Interval between two readings of the world, in real milliseconds. */
const POLL_MS = 250;

/** Makes a watch without subscribers. The timer runs only while there are some. */
export function makeBookWatch(
  { books, feed, touches }: {
    readonly books: WatchedBooks;
    readonly feed: MarketFeed;
    readonly touches: Pick<TouchLog, "add">;
  },
): BookWatch {
  /** By condition. */
  const watched = new Map<string, WatchedMarket>();
  let polling: ReturnType<typeof setInterval> | undefined;
  const poll = () => watched.forEach((market) => market.compare());

  /** Markets that the feed named and that are not compared yet; true to publish whole books. */
  const due = new Map<WatchedMarket, boolean>();
  const flush = () => {
    const markets = [...due];
    due.clear();
    for (const [market, isWhole] of markets) isWhole ? market.publishWhole() : market.compare();
  };
  const onEvent = (event: MarketEvent) => {
    const market = watched.get(event.kind === "book" ? event.book.conditionId : event.conditionId);
    if (market === undefined) return;
    if (event.kind === "trade") market.publish(event.tokenId, lastTradeFrame(event));
    // The feed may report in the middle of a change; the books are compared after it.
    if (due.size === 0) queueMicrotask(flush);
    const isWhole = event.kind === "trade" || event.kind === "book";
    due.set(market, isWhole || due.get(market) === true);
  };
  feed.listen(onEvent);

  const open = (tokenId: string): WatchedMarket | undefined => {
    const found = books.market(tokenId);
    if (found === undefined) return undefined;
    const market = watched.get(found.conditionId) ??
      makeWatchedMarket(found.tokenIds, { books, touches });
    watched.set(found.conditionId, market);
    return market;
  };
  return {
    join(listener, tokenIds) {
      const found = [...new Set(tokenIds)].flatMap((tokenId) => {
        const market = open(tokenId);
        return market === undefined ? [] : [{ tokenId, market }];
      });
      // Existing subscribers first get the changes up to the books that the new one starts with. No
      // book is read between here and the point where the new one has all of its books.
      new Set(found.map(({ market }) => market)).forEach((market) => market.compare());
      const frames = found.flatMap(({ tokenId, market }) => {
        market.add(listener, tokenId);
        const book = market.published(tokenId);
        if (book === undefined) return [];
        touches.add([book], { atMs: books.nowMs(), timestampMs: book.timestampMs });
        return [bookFrame(book, { isFirst: true })];
      });
      if (watched.size > 0) polling ??= setInterval(poll, POLL_MS);
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
      clearInterval(polling);
      polling = undefined;
    },
  };
}
