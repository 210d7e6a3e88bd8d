import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type Level } from "../../../../app/simulator/polymarket/clob/level.ts";
import {
  makeWorldBooks,
  type WorldBook,
} from "../../../../app/simulator/polymarket/clob/world_book.ts";
import { listingAt } from "../../../../app/simulator/polymarket/venue/listing.ts";
import {
  makeVenueWorld,
  marketCount,
} from "../../../../app/simulator/polymarket/venue/venue_world.ts";
import { makeWorld } from "../../../../app/simulator/world/world.ts";
import { PROFILE_BY_NAME } from "../../../../core/market/mod.ts";
import { ms } from "../../kit/support.ts";

const NOW_MS = ms("2026-11-20T12:00:00Z");
const makeBooks = (seed: number) => {
  const venue = makeVenueWorld(makeWorld(seed), PROFILE_BY_NAME.spec);
  return { venue, books: makeWorldBooks({ venue }) };
};
const { venue, books } = makeBooks(1);
const tracks = [...venue.tracks.values()];

/** Returns a token of any track, and an instant between its deployment and its end. */
const moment = fc.record({
  track: fc.constantFrom(...tracks),
  atSec: fc.integer({ min: ms("2024-02-01T00:00:00Z") / 1000, max: NOW_MS / 1000 }),
  part: fc.double({ min: 0, max: 0.999, noNaN: true }),
  pick: fc.nat(),
  outcomeIndex: fc.constantFrom(0 as const, 1 as const),
}).map(({ track, atSec, part, pick, outcomeIndex }) => {
  const listing = listingAt(track, track.indexAt(atSec));
  const { deployedSec, endSec } = listing;
  const marketIndex = pick % marketCount(listing);
  return {
    listing,
    tokenId: venue.ids({ listing, marketIndex }).tokenIds[outcomeIndex],
    nowSec: Math.ceil(deployedSec + (endSec - 1 - deployedSec) * part),
  };
});

const bookOf = (tokenId: string, nowSec: number, from = books): WorldBook => {
  const book = from.levels(tokenId, nowSec * 1000);
  if (book === undefined) throw new Error(`There is no book of ${tokenId} at ${nowSec}`);
  return book;
};
const isSorted = (levels: ReadonlyArray<Level>, sign: 1n | -1n) =>
  levels.every(({ priceE6 }, i) =>
    i === 0 || (priceE6 - (levels[i - 1]?.priceE6 ?? 0n)) * sign > 0n
  );
const pricesOf = (levels: ReadonlyArray<Level>) => levels.map(({ priceE6 }) => priceE6);

describe("a book of the world", () => {
  test("has its worst levels first, on the grid, and is not crossed", () => {
    fc.assert(fc.property(moment, ({ tokenId, nowSec }) => {
      const { bids, asks, tickE6, isOpen } = bookOf(tokenId, nowSec);
      expect(isOpen).toBe(true);
      expect(isSorted(bids, 1n)).toBe(true);
      expect(isSorted(asks, -1n)).toBe(true);
      expect((asks.at(-1)?.priceE6 ?? 0n) - (bids.at(-1)?.priceE6 ?? 0n)).toBe(tickE6);
      for (const { priceE6, sizeE6 } of [...bids, ...asks]) {
        expect(priceE6 % tickE6).toBe(0n);
        expect(priceE6 >= tickE6 && priceE6 <= 1_000_000n - tickE6).toBe(true);
        expect(sizeE6 % 10_000n).toBe(0n);
        expect(sizeE6 >= 10_000_000n && sizeE6 <= 20_000_000_000n).toBe(true);
      }
    }));
  });

  test("has five to fifteen levels a side if there is room", () => {
    const counts = new Set<number>();
    fc.assert(fc.property(moment, ({ tokenId, nowSec }) => {
      const { bids, asks, tickE6 } = bookOf(tokenId, nowSec);
      const bidRoom = (bids.at(-1)?.priceE6 ?? 0n) / tickE6;
      const askRoom = (1_000_000n - (asks.at(-1)?.priceE6 ?? 0n)) / tickE6;
      for (const [levels, room] of [[bids, bidRoom], [asks, askRoom]] as const) {
        expect(levels.length).toBeWithin(room >= 10n ? 5 : 1, 16);
        if (room >= 32n) counts.add(levels.length);
      }
    }));
    expect(counts.size).toBeGreaterThan(8);
  });

  test("is the mirror of the other outcome's", () => {
    fc.assert(fc.property(moment, ({ tokenId, nowSec }) => {
      const mine = bookOf(tokenId, nowSec);
      const other = bookOf(mine.otherTokenId, nowSec);
      expect(other.otherTokenId).toBe(tokenId);
      expect(other.conditionId).toBe(mine.conditionId);
      expect(mine.tokenIds[mine.outcomeIndex]).toBe(tokenId);
      expect(mine.tokenIds[other.outcomeIndex]).toBe(mine.otherTokenId);
      expect(mine.lastTradePriceE6 + other.lastTradePriceE6).toBe(1_000_000n);
      for (const [ours, theirs] of [[mine.bids, other.asks], [mine.asks, other.bids]] as const) {
        expect(theirs.map(({ sizeE6 }) => sizeE6)).toEqual(ours.map(({ sizeE6 }) => sizeE6));
        for (const [i, { priceE6 }] of ours.entries()) {
          expect(priceE6 + (theirs[i]?.priceE6 ?? 0n)).toBe(1_000_000n);
        }
      }
    }));
  });

  test("is the same for every reader, in any order, and differs between seeds", () => {
    const again = makeBooks(1).books;
    let isOther = false;
    fc.assert(
      fc.property(fc.array(moment, { minLength: 2, maxLength: 4 }), (moments) => {
        const ask = (from: typeof books) => ({ tokenId, nowSec }: typeof moments[number]) =>
          bookOf(tokenId, nowSec, from);
        const forwards = moments.map(ask(books));
        const backwards = moments.toReversed().map(ask(again)).reverse();
        expect(backwards).toEqual(forwards);
      }),
      { numRuns: 40 },
    );
    fc.assert(
      fc.property(moment, ({ listing, tokenId, nowSec }) => {
        const strange = makeBooks(2);
        expect(strange.books.levels(tokenId, nowSec * 1000)).toBeUndefined();
        const [strangeId] = strange.venue.ids({ listing, marketIndex: 0 }).tokenIds;
        const other = strange.books.levels(strangeId, nowSec * 1000);
        const mine = bookOf(bookOf(tokenId, nowSec).tokenIds[0], nowSec);
        isOther ||= other !== undefined && other.bids.at(0)?.sizeE6 !== mine.bids.at(0)?.sizeE6;
      }),
      { numRuns: 10 },
    );
    expect(isOther).toBe(true);
  });

  test("stays for a second, and changes slightly every few seconds", () => {
    let unchanged = 0;
    let all = 0;
    fc.assert(fc.property(moment, ({ tokenId, nowSec }) => {
      const at = (sec: number) => books.levels(tokenId, sec * 1000);
      expect(books.levels(tokenId, nowSec * 1000 + 999)).toEqual(at(nowSec));
      const [before, after, later] = [at(nowSec), at(nowSec + 1), at(nowSec + 11)];
      if (before === undefined || after === undefined || later === undefined) return;
      if (later.winnerIndex !== undefined) return;
      expect([later.bids, later.asks]).not.toEqual([before.bids, before.asks]);
      const isStill = String(pricesOf(before.bids).at(-1)) === String(pricesOf(after.bids).at(-1));
      if (!isStill) return;
      const known = new Map(after.bids.map(({ priceE6, sizeE6 }) => [priceE6, sizeE6]));
      all += before.bids.length;
      unchanged += before.bids.filter(({ priceE6, sizeE6 }) =>
        known.get(priceE6) === sizeE6
      ).length;
    }));
    expect(unchanged / all).toBeWithin(0.7, 0.95);
  });

  test("has more to offer away from the touch", () => {
    let nearE6 = 0n;
    let farE6 = 0n;
    fc.assert(fc.property(moment, ({ tokenId, nowSec }) => {
      const { asks } = bookOf(tokenId, nowSec);
      if (asks.length < 5) return;
      nearE6 += asks.at(-1)?.sizeE6 ?? 0n;
      farE6 += asks.at(-5)?.sizeE6 ?? 0n;
    }));
    expect(farE6 > 2n * nearE6 && farE6 < 20n * nearE6).toBe(true);
  });

  test("does not exist before its market's deployment, and is empty after its close", () => {
    fc.assert(fc.property(moment, ({ listing, tokenId }) => {
      expect(books.levels(tokenId, listing.deployedSec * 1000 - 1)).toBeUndefined();
      const { isOpen, winnerIndex, conditionId } = bookOf(tokenId, listing.endSec);
      expect({ isOpen, winnerIndex }).toEqual({ isOpen: false, winnerIndex: undefined });
      const closed = bookOf(tokenId, listing.closedSec);
      expect(closed).toMatchObject({ isOpen: false, bids: [], asks: [] });
      const isWinner = closed.winnerIndex === closed.outcomeIndex;
      expect(closed.lastTradePriceE6).toBe(isWinner ? 1_000_000n : 0n);
      const market = books.market(conditionId, listing.closedSec * 1000);
      expect(market?.winnerIndex).toBe(closed.winnerIndex ?? 1);
      expect(books.market(conditionId, listing.deployedSec * 1000 - 1)).toBeUndefined();
    }));
  });

  test.each(["", "0", "12", "x", "9".repeat(77), "9".repeat(100)])("is not there for %j", (id) => {
    expect(books.levels(id, NOW_MS)).toBeUndefined();
    expect(books.market(id, NOW_MS)).toBeUndefined();
  });
});
