import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type GameMarketView } from "../../../../app/simulator/polymarket/gamma/game/game_bet.ts";
import { marketViews } from "../../../../app/simulator/polymarket/gamma/game/game_event.ts";
import {
  type GameListing,
  isVoid,
  NOT_CLOSED_SEC,
  shownMoment,
} from "../../../../app/simulator/polymarket/gamma/game/game_listing.ts";
import { gameFair } from "../../../../app/simulator/polymarket/gamma/game/game_price.ts";
import { gameTerms } from "../../../../app/simulator/polymarket/gamma/game/game_terms.ts";
import { makeGameWorld } from "../../../../app/simulator/polymarket/gamma/game/game_world.ts";
import { makeSeason } from "../../../../app/simulator/season/make_season.ts";
import { makeMarketCodes } from "../../../../app/simulator/polymarket/venue/market_code.ts";
import { ms } from "../../kit/support.ts";

const SEED = 1;
const games = makeGameWorld(makeSeason(SEED));
const pen = { seed: SEED, codes: makeMarketCodes(SEED) };
const listingsAt = (nowSec: number) => games.listings(() => true, nowSec);
const fairOf = (view: GameMarketView) => gameFair(SEED, view);
const viewsAt = (listing: GameListing, nowSec: number) => marketViews(pen, listing, nowSec);

/** Few days, so that a season is not generated for each instant. */
const instant = fc.tuple(
  fc.constantFrom("2026-11-20", "2026-03-08", "2025-12-31"),
  fc.integer({ min: 0, max: 2 * 86_400 }),
).map(([day, passedSec]) => ms(`${day}T00:00:00Z`) / 1000 + passedSec);
const RUNS = { numRuns: 12 };

describe("the price of a bet on a game", () => {
  test("is inside (0, 1) until the game is over, and the payout afterwards", () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(instant, (nowSec) => {
        for (const listing of listingsAt(nowSec)) {
          const { phase } = shownMoment(listing);
          for (const view of viewsAt(listing, nowSec)) {
            const fair = fairOf(view);
            seen.add(isVoid(listing) ? "void" : phase);
            if (isVoid(listing) || phase === "cancelled") expect(fair).toBe(0.5);
            else if (phase === "final") expect(fair).toBe(view.bet.worth);
            else expect(fair > 0 && fair < 1).toBe(true);
          }
        }
      }),
      RUNS,
    );
    for (const phase of ["before", "playing", "final", "void"]) expect(seen).toContain(phase);
  });

  test("makes 1 with those of the other two answers of a soccer game", () => {
    fc.assert(
      fc.property(instant, (nowSec) => {
        for (const listing of listingsAt(nowSec)) {
          if (!gameTerms(listing).isNegRisk || isVoid(listing)) continue;
          if (shownMoment(listing).phase === "cancelled") continue;
          const fairs = viewsAt(listing, nowSec).map(fairOf);
          expect(fairs).toHaveLength(3);
          expect(fairs.reduce((sum, each) => sum + each)).toBeCloseTo(1, 9);
        }
      }),
      RUNS,
    );
  });

  test("follows the score: a late leader is more likely to win than to lose", () => {
    let [right, all] = [0, 0];
    fc.assert(
      fc.property(instant, (nowSec) => {
        for (const listing of listingsAt(nowSec)) {
          const { moment, kickoffSec } = listing.offer.game;
          const lead = moment.homeScore - moment.awayScore;
          const isLate = moment.phase === "playing" && nowSec > kickoffSec + 5_400;
          if (!isLate || lead === 0 || listing.part !== "main") continue;
          const { homeName, awayName } = listing.offer;
          const leader = lead > 0 ? homeName : awayName;
          const [view] = viewsAt(listing, nowSec).filter(({ bet: { answer, outcomes } }) =>
            answer === leader || leader.includes(outcomes[0]) || leader.includes(outcomes[1])
          );
          if (view === undefined) continue;
          const isFirst = view.bet.answer === leader || leader.includes(view.bet.outcomes[0]);
          all++;
          if ((fairOf(view) > 0.5) === isFirst) right++;
        }
      }),
      { numRuns: 40 },
    );
    expect(all).toBeGreaterThan(20);
    expect(right / all).toBeGreaterThan(0.7);
  });

  test("moves without events, and by little in a minute", () => {
    fc.assert(
      fc.property(instant, (nowSec) => {
        const still = listingsAt(nowSec).filter((listing) =>
          shownMoment(listing).phase === "before" && !isVoid(listing)
        );
        const moves = still.flatMap((listing) => {
          const later = viewsAt(listing, nowSec + 60);
          return viewsAt(listing, nowSec).map((view, at) => {
            const after = later[at];
            return after === undefined ? 1 : Math.abs(fairOf(after) - fairOf(view));
          });
        });
        expect(moves.length).toBeGreaterThan(100);
        expect(moves.filter((move) => move === 0).length).toBeLessThan(moves.length * 0.1);
        expect(Math.max(...moves)).toBeLessThan(0.03);
      }),
      RUNS,
    );
  });
});

describe("a listing that is closed", () => {
  test("pays the same permanently, whatever happens to the game", () => {
    const DAY = 86_400;
    const first = new Map<number, { closedSec: number; fairs: number[] }>();
    let playedLater = 0;
    const from = ms("2026-11-12T00:00:00Z") / 1000;
    for (let nowSec = from; nowSec < from + 12 * DAY; nowSec += DAY / 2) {
      for (const listing of listingsAt(nowSec)) {
        const { closedSec, eventNumber, offer } = listing;
        if (closedSec === NOT_CLOSED_SEC) continue;
        expect(closedSec).toBeWithin(listing.createdSec, nowSec + 1);
        const paid = { closedSec, fairs: [...viewsAt(listing, nowSec).map(fairOf)] };
        expect(paid).toEqual(first.get(eventNumber) ?? paid);
        first.set(eventNumber, paid);
        if (isVoid(listing) && offer.game.moment.phase === "final") playedLater++;
      }
    }
    expect(first.size).toBeGreaterThan(500);
    expect(playedLater).toBeGreaterThan(0);
  });
});

describe("a game by its number", () => {
  test("matches its league's list", () => {
    let movedCount = 0;
    fc.assert(
      fc.property(instant, fc.nat(), (nowSec, pick) => {
        const listings = listingsAt(nowSec);
        const fresh = makeGameWorld(makeSeason(SEED));
        const moved = listings.filter(({ offer }) => offer.kickoffSec !== offer.game.kickoffSec);
        const some = listings.filter((_, at) => at % 97 === pick % 97);
        expect(some.length).toBeGreaterThan(5);
        movedCount += moved.length;
        for (const listing of [...moved, ...some]) {
          // Twice: the second lookup uses the cache.
          for (let time = 0; time < 2; time++) {
            expect(fresh.byNumber(listing.eventNumber, nowSec)).toEqual(listing);
          }
          expect(fresh.byNumber(listing.eventNumber, listing.createdSec - 1)).toBeUndefined();
          const parts = listings.filter(({ offer }) =>
            offer.game.number === listing.offer.game.number
          );
          const known = new Set(parts.map(({ eventNumber }) => eventNumber));
          for (let at = -4; at < 4; at++) {
            const number = listing.eventNumber + at;
            const found = fresh.byNumber(number, nowSec)?.offer.game.number;
            if (found === listing.offer.game.number) expect(known).toContain(number);
          }
        }
      }),
      { numRuns: 4 },
    );
    expect(movedCount).toBeGreaterThan(0);
  });
});
