/**
 * A venue without an engine, for the socket tests: the world's books and replacement books, behind
 * real sessions without a network. It uses fake timers.
 *
 * @module
 */
import { jest } from "bun:test";
import { makeBookWatch } from "../../../../app/simulator/polymarket/clob/book_watch.ts";
import { type Levels, type TokenBook } from "../../../../app/simulator/polymarket/clob/level.ts";
import { makeMarketFeed } from "../../../../app/simulator/polymarket/clob/market_feed.ts";
import { makeMarketSession } from "../../../../app/simulator/polymarket/clob/market_socket.ts";
import { makeWorldBooks } from "../../../../app/simulator/polymarket/clob/world_book.ts";
import { type WatchedBooks } from "../../../../app/simulator/polymarket/clob/watched_market.ts";
import { mirror } from "../../../../app/simulator/polymarket/clob/world_levels.ts";
import { listingAt } from "../../../../app/simulator/polymarket/venue/listing.ts";
import { makeVenueWorld } from "../../../../app/simulator/polymarket/venue/venue_world.ts";
import { makeWorld } from "../../../../app/simulator/world/world.ts";
import { PROFILE_BY_NAME } from "../../../../core/market/mod.ts";
import { type Frame, framesOf } from "./book_reader.ts";
import { makeStillClock, ms } from "../../kit/support.ts";

/** The start of its clock. */
export const NOW_MS = ms("2026-11-20T12:03:20Z");
/** Its listing. */
export const venue = makeVenueWorld(makeWorld(1), PROFILE_BY_NAME.spec);
const worldBooks = makeWorldBooks({ venue });
const tracks = [...venue.tracks.values()];

/** Returns both tokens of a track's last event that began before an instant. */
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
 * Makes a venue on which only the world and the test change books. Its clock may advance by some
 * seconds on each read of a book.
 */
export function makeVenue({ secPerRead = 0 } = {}) {
  const clock = makeStillClock(NOW_MS);
  const feed = makeMarketFeed();
  const put = new Map<string, Levels>();
  const books: WatchedBooks = {
    market: (tokenId) => worldBooks.levels(tokenId, clock.nowMs()),
    nowMs: clock.nowMs,
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
  const surroundings = { watch: makeBookWatch({ books, feed }) };
  return {
    clock,
    feed,
    /** The book of a token that has one. */
    bookOf,
    books,
    /** Replaces both outcomes' levels without publishing it. */
    put(tokenId: string, levels: Levels) {
      const { tokenIds } = books.market(tokenId) ?? { tokenIds: ["", ""] };
      put.set(tokenId, levels);
      put.set(tokenIds[0] === tokenId ? tokenIds[1] : tokenIds[0], mirror(levels));
    },
    /** Advances the clock, and lets the venue publish. */
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
        /** Returns the new texts as single frames. */
        take: (): ReadonlyArray<Frame> => texts.splice(0).flatMap(framesOf),
      };
    },
  };
}
