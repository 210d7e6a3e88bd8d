import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  compareKeys,
  type GameFilter,
  type GameKey,
  type GameListing,
  gamePage,
  type GameRecord,
  gameTotals,
  isShown,
  shownGames,
  withheldGames,
} from "../../../../core/game/mod.ts";
import {
  gameFilter,
  gameRecord,
  lastOf,
  listingOf,
  settings,
  settingsOf,
  writes,
} from "./arbitrary_listing.ts";

const limit = fc.integer({ min: 1, max: 4 });

/** Whether a query matches one game. */
function fits({ game, platforms }: GameRecord, filter: GameFilter): boolean {
  const { window, leagues, statuses, sources } = filter;
  const isAmong = <Word>(words: ReadonlyArray<Word>, word: Word) =>
    words.length === 0 || words.includes(word);
  return window.startSec <= game.kickoffSec && game.kickoffSec < window.endSec &&
    isAmong(leagues, game.league) && isAmong(statuses, game.status) &&
    (sources.length === 0 || platforms.some(({ source }) => sources.includes(source)));
}

/** Reads page after page. The listing may change before each. */
function walk(
  listings: ReadonlyArray<GameListing>,
  { filter, limit }: { readonly filter: GameFilter; readonly limit: number },
): ReadonlyArray<GameRecord> {
  const seen: Array<GameRecord> = [];
  let after: GameKey | null = null;
  for (let page = 0;; page++) {
    const listing = listings[Math.min(page, listings.length - 1)];
    if (listing === undefined) throw new Error("no listing");
    const { rows, next } = gamePage(listing, { filter, after, limit });
    const records = rows.flatMap((row) => listing.rows.records[row] ?? []);
    expect(records.length).toBeLessThanOrEqual(limit);
    seen.push(...records);
    // A cursor that does not advance would loop.
    expect(seen.length).toBeLessThan(100);
    if (next === null) return seen;
    expect(records).toHaveLength(limit);
    after = next;
  }
}

describe("pages", () => {
  test("together are the matching games, in order, whatever the limit", () =>
    fc.assert(
      fc.property(settings, writes, gameFilter, limit, (settings, writes, filter, limit) => {
        const expected = [...lastOf(writes).values()]
          .filter((record) => fits(record, filter) && isShown(settings, record.game))
          .sort((left, right) => compareKeys(left.game, right.game));
        expect(walk([listingOf(settings, writes)], { filter, limit })).toEqual(expected);
      }),
    ));

  test("neither miss nor repeat an unchanged game while others come, move and go", () => {
    const moves = fc.array(fc.array(gameRecord, { maxLength: 3 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(
        settings,
        writes,
        moves,
        gameFilter,
        limit,
        (settings, writes, moves, filter, limit) => {
          const listings = moves.map((_, at) =>
            listingOf(settings, [...writes, ...moves.slice(0, at)])
          );
          const seen = walk(listings, { filter, limit });
          const keys = seen.map(({ game }) => game);
          // In order, so that what came twice has moved.
          expect(keys.toSorted(compareKeys)).toEqual(keys);
          const [first = new Map(), ...later] = moves.map((_, at) =>
            lastOf([...writes, ...moves.slice(0, at)])
          );
          for (const [id, record] of first) {
            const versions = [record, ...later.map((records) => records.get(id))];
            const isThere = versions.every((version) =>
              version !== undefined && fits(version, filter) && isShown(settings, version.game) &&
              version.game.kickoffSec === record.game.kickoffSec
            );
            const times = keys.filter((key) => key.id === id).length;
            if (isThere) expect(times).toBe(1);
          }
          for (const key of keys) {
            expect(keys.filter((other) => compareKeys(key, other) === 0)).toHaveLength(1);
          }
        },
      ),
    );
  });
});

describe("totals", () => {
  test("count the matching games: those on all pages, and those withheld from them", () =>
    fc.assert(fc.property(writes, gameFilter, (writes, filter) => {
      const open = listingOf(settingsOf("internal"), writes);
      const careful = listingOf(settingsOf("yes_only"), writes);
      const all = walk([open], { filter, limit: 3 }).length;
      const cleared = walk([careful], { filter, limit: 3 }).length;
      // Twice, as the second is remembered.
      for (let round = 0; round < 2; round++) {
        expect(gameTotals(open, filter)).toEqual({ shown: all, withheld: 0 });
        expect(gameTotals(careful, filter)).toEqual({ shown: cleared, withheld: all - cleared });
      }
    })));

  test("of leagues count all their games", () =>
    fc.assert(fc.property(settings, writes, (settings, writes) => {
      const listing = listingOf(settings, writes);
      for (const league of ["epl", "ucl", "nba", "nfl"] as const) {
        const games = [...lastOf(writes).values()].filter(({ game }) => game.league === league);
        const shown = games.filter(({ game }) => isShown(settings, game)).length;
        expect(shownGames(listing, [league])).toBe(shown);
        expect(withheldGames(listing, [league])).toBe(games.length - shown);
      }
    })));
});
