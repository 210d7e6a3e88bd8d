/**
 * A venue of which the tests of its sockets are the engine: the world's books, and books put in
 * their place, behind real sessions without a network. It runs on fake timers.
 *
 * @module
 */
import { jest } from "bun:test";
import { makeBookWatch, type WatchedBooks } from "../../app/sandbox/order_book/book_watch.ts";
import { type Levels, type TokenBook } from "../../app/sandbox/order_book/level.ts";
import { makeMarketFeed } from "../../app/sandbox/order_book/market_feed.ts";
import { makeMarketSession } from "../../app/sandbox/order_book/market_socket.ts";
import { makeVenueNews } from "../../app/sandbox/order_book/venue_news.ts";
import { makeWorldBooks } from "../../app/sandbox/order_book/world_book.ts";
import { mirror } from "../../app/sandbox/order_book/world_levels.ts";
import { listingAt } from "../../app/sandbox/venue/listing.ts";
import { makeVenueWorld } from "../../app/sandbox/venue/venue_world.ts";
import { makeWorld } from "../../app/sandbox/world/world.ts";
import { PROFILE_BY_NAME } from "../../core/market/mod.ts";
import { type Frame, framesOf } from "./book_reader.ts";
import { makeStillClock, ms } from "./support.ts";

/** Where its clock begins. */
export const NOW_MS = ms("2026-11-20T12:03:20Z");
/** What it lists. */
export const venue = makeVenueWorld(makeWorld(1), PROFILE_BY_NAME.spec);
const worldBooks = makeWorldBooks({ venue });
const tracks = [...venue.tracks.values()];

/** Both tokens of what a track lists as the first that began before an instant. */
export function tokensAt(slot: number, nowMs = NOW_MS): readonly [string, string] {
  const track = tracks.find((each) => each.slot === slot);
  if (track === undefined) throw new Error(`There is no track ${slot}`);
  const listing = listingAt(track, track.indexAt(nowMs / 1000));
  return venue.ids({ listing, marketIndex: 0 }).tokenIds;
}
/** Five minutes of bitcoin, and of ether. */
export const [BTC, BTC_DOWN] = tokensAt(1);
export const [ETH] = tokensAt(6);
/** A question of a few days. */
export const RAIN = tokensAt(128)[0];

/**
 * A venue on which only the world trades, and books that a test puts in its place. Its clock may
 * run on by so many seconds whenever a book is read.
 */
export function makeVenue({ secPerRead = 0 } = {}) {
  const clock = makeStillClock(NOW_MS);
  const feed = makeMarketFeed();
  const put = new Map<string, Levels>();
  const books: WatchedBooks = {
    market: (tokenId) => worldBooks.levels(tokenId, clock.nowMs()),
    book(tokenId) {
      clock.set(clock.nowMs() + secPerRead * 1000);
      const book = worldBooks.levels(tokenId, clock.nowMs());
      if (book === undefined || book.winnerIndex !== undefined) return undefined;
      return { ...book, ...put.get(tokenId), timestampMs: clock.nowMs() };
    },
  };
  const bookOf = (tokenId: string): TokenBook => {
    const book = books.book(tokenId);
    if (book === undefined) throw new Error(`There is no book of ${tokenId}`);
    return book;
  };
  const surroundings = {
    watch: makeBookWatch({ books, feed }),
    news: makeVenueNews({ venue, clock }),
  };
  return {
    clock,
    feed,
    /** The book of a token that has one. */
    bookOf,
    books,
    /** Puts both outcomes' levels without a word about it. */
    put(tokenId: string, levels: Levels) {
      const { tokenIds } = books.market(tokenId) ?? { tokenIds: ["", ""] };
      put.set(tokenId, levels);
      put.set(tokenIds[0] === tokenId ? tokenIds[1] : tokenIds[0], mirror(levels));
    },
    /** Lets the clock run, and the venue look. */
    pass(sec: number) {
      clock.set(clock.nowMs() + sec * 1000);
      jest.advanceTimersByTime(250);
    },
    open() {
      const texts: string[] = [];
      const closes: number[] = [];
      const session = makeMarketSession({
        send: (text) => void texts.push(text),
        close: (code) => void closes.push(code),
        ping: () => {},
      }, surroundings);
      const say = (body: unknown) => session.message?.(JSON.stringify(body));
      return {
        texts,
        closes,
        say,
        text: (text: string) => session.message?.(text),
        subscribe: (assets_ids: ReadonlyArray<string>, isCustom = false) =>
          say({
            assets_ids,
            type: "market",
            ...(isCustom ? { custom_feature_enabled: true } : {}),
          }),
        end: () => session.closed(),
        /** What came since the last time, as single frames. */
        take: (): ReadonlyArray<Frame> => texts.splice(0).flatMap(framesOf),
      };
    },
  };
}
