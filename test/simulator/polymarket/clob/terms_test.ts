import { afterAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  makeWorldBooks,
  type WorldBook,
} from "../../../../app/simulator/polymarket/clob/world_book.ts";
import { makeSeason } from "../../../../app/simulator/season/make_season.ts";
import { type Listing, listingAt } from "../../../../app/simulator/polymarket/venue/listing.ts";
import {
  makeVenueWorld,
  marketCount,
} from "../../../../app/simulator/polymarket/venue/venue_world.ts";
import { makeGameWorld } from "../../../../app/simulator/polymarket/gamma/game/game_world.ts";
import { makeWorld } from "../../../../app/simulator/world/world.ts";
import { PROFILE_BY_NAME } from "../../../../core/market/mod.ts";
import { tradedIds } from "../gamma/gamma_ids.ts";
import { get, makeStillClock, ms, start } from "../../kit/support.ts";

const NOW_MS = ms("2026-11-20T12:00:00Z");
const venue = makeVenueWorld(makeWorld(1), PROFILE_BY_NAME.spec);
const books = makeWorldBooks({ venue, games: makeGameWorld(makeSeason(1)) });
const tracks = [...venue.tracks.values()];

/** Returns the book of a market's first outcome. */
const firstBook = (market: { listing: Listing; marketIndex: number }, nowSec: number) =>
  books.levels(venue.ids(market).tokenIds[0], nowSec * 1000);

interface GammaMarket {
  readonly version: string;
  readonly outcomes: string;
  readonly bestBid: number;
  readonly bestAsk: number;
  readonly lastTradePrice: number;
  readonly orderPriceMinTickSize: number;
  readonly orderMinSize: number;
  readonly acceptingOrders: boolean;
  readonly negRisk: boolean;
  readonly secondsDelay?: number;
  readonly gameStartTime?: string;
  readonly feeSchedule?: { readonly rate: number; readonly exponent: number };
}

describe("the venue's metadata and its books", () => {
  const clock = makeStillClock(NOW_MS);
  const metadata = start("venue-metadata", clock);
  afterAll(() => metadata.stop());

  const markets = async (nowMs: number): Promise<ReadonlyArray<GammaMarket>> => {
    clock.set(nowMs);
    const pages = await Promise.all([0, 100, 200].map((offset) =>
      get<ReadonlyArray<GammaMarket>>(
        `${metadata.url}/markets?limit=100&offset=${offset}&order=endDate&ascending=true`,
      )
    ));
    const all = pages.flatMap(({ body }) => body);
    return all.filter((market) => tradedIds(market) !== undefined);
  };

  test.each([
    "2024-03-09T23:59:59.500Z",
    "2026-02-20T09:14:57Z",
    "2026-11-20T11:59:30.250Z",
    "2026-11-20T12:00:05Z",
    "2027-07-04T00:00:00Z",
  ])("agree at %s", async (iso) => {
    const nowMs = ms(iso);
    const found = await markets(nowMs);
    expect(found.length).toBeGreaterThan(30);
    for (const market of found) {
      const { conditionId, tokenIds } = tradedIds(market)!;
      const book = books.levels(tokenIds[0], nowMs);
      expect({
        version: book?.version,
        conditionId: book?.conditionId,
        tokenIds: book?.tokenIds,
        outcomes: book?.outcomes,
        bestBid: Number(book?.bids.at(-1)?.priceE6) / 1e6,
        bestAsk: Number(book?.asks.at(-1)?.priceE6) / 1e6,
        last: Number(book?.lastTradePriceE6) / 1e6,
        tick: Number(book?.tickE6) / 1e6,
        sizeMin: Number(book?.sizeMinE6) / 1e6,
        isOpen: book?.isOpen,
        isNegRisk: book?.isNegRisk,
        delaySec: book?.delaySec,
        fee: book?.fee,
        isGame: book?.gameStartSec !== undefined,
      }).toEqual({
        version: market.version,
        conditionId,
        tokenIds,
        outcomes: JSON.parse(market.outcomes),
        bestBid: market.bestBid,
        bestAsk: market.bestAsk,
        last: market.lastTradePrice,
        tick: market.orderPriceMinTickSize,
        sizeMin: market.orderMinSize,
        isOpen: market.acceptingOrders,
        isNegRisk: market.negRisk,
        delaySec: market.secondsDelay ?? 0,
        fee: market.feeSchedule === undefined ? undefined : {
          rate: market.feeSchedule.rate,
          exponent: market.feeSchedule.exponent,
        },
        isGame: market.gameStartTime !== undefined,
      });
    }
  });

  test("always have plain markets, one of neg-risk, one with fine ticks and a delayed one", () => {
    const from = ms("2024-01-05T00:00:00Z") / 1000;
    fc.assert(fc.property(fc.integer({ min: from, max: from + 5 * 365 * 86_400 }), (nowSec) => {
      const open = tracks.flatMap((track) =>
        [0, 1].flatMap((back) => {
          const listing = listingAt(track, track.indexAt(nowSec) - back);
          return Array.from({ length: marketCount(listing) }, (_, marketIndex) => {
            const book = firstBook({ listing, marketIndex }, nowSec);
            return book?.isOpen === true ? [book] : [];
          }).flat();
        })
      );
      const plain = open.filter((book) =>
        book.tickE6 === 10_000n && !book.isNegRisk && book.delaySec === 0 &&
        book.takerDelayMs === 0
      );
      expect(plain.length).toBeGreaterThanOrEqual(6);
      const isBoth = ({ bids, asks }: WorldBook) => bids.length > 4 && asks.length > 4;
      expect(plain.filter(isBoth).length).toBeGreaterThanOrEqual(6);
      expect(open.some(({ isNegRisk, tickE6 }) => isNegRisk && tickE6 === 10_000n)).toBe(true);
      expect(open.some(({ isNegRisk, tickE6 }) => !isNegRisk && tickE6 === 1_000n)).toBe(true);
      expect(open.some(({ isNegRisk, tickE6 }) => !isNegRisk && tickE6 === 2_500n)).toBe(true);
      expect(open.some(({ delaySec }) => delaySec > 0)).toBe(true);
    }));
  }, 300_000);

  test("holds takers for less time since August 2026, and only in price markets", () => {
    const delays = (nowSec: number) =>
      tracks.map((track) => {
        const listing = listingAt(track, track.indexAt(nowSec));
        const { takerDelayMs, outcomes } = firstBook({ listing, marketIndex: 0 }, nowSec) ?? {};
        return takerDelayMs === undefined ? "" : `${outcomes?.[0] === "Up"} ${takerDelayMs}`;
      }).filter((text) => text !== "");
    expect(new Set(delays(ms("2026-08-17T10:59:59Z") / 1000)))
      .toEqual(new Set(["true 250", "false 0"]));
    expect(new Set(delays(ms("2026-08-17T11:00:00Z") / 1000)))
      .toEqual(new Set(["true 50", "false 0"]));
  });
});
