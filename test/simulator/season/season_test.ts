import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { makeSeason } from "../../../app/simulator/season/make_season.ts";
import type { Moment, Offer, Season, SeasonGame } from "../../../app/simulator/season/season.ts";
import { LEAGUE_FACTS, PLATFORMS } from "../../../core/game/mod.ts";
import { type CalendarDay, DAY_SEC, easternDay, UnixSec } from "../../../core/time/mod.ts";

const HOUR_SEC = 3_600;
/** 2024 to 2035, with clock changes. */
const FIRST_SEC = Date.parse("2024-01-01T00:00:00Z") / 1000;
const LAST_SEC = Date.parse("2035-01-01T00:00:00Z") / 1000;

/** Worlds made once: they are what they are asked for, whatever was asked before. */
const SEASONS = [1, 2, 123_456_789].map((seed) => ({
  ...makeSeason(seed),
  [fc.toStringMethod]: () => `the season of ${seed}`,
}));
const FIRST: Season = SEASONS[0] ?? makeSeason(1);
const season = fc.constantFrom<Season>(...SEASONS);

/** Mostly of few days, which are then not drawn anew for each snapshot. */
const DAYS = ["2026-03-07", "2027-11-06", "2024-02-28", "2029-12-29", "2026-06-30"];
const instant = fc.oneof(
  {
    arbitrary: fc.tuple(fc.constantFrom(...DAYS), fc.integer({ min: 0, max: 5 * DAY_SEC }))
      .map(([day, passedSec]) => Date.parse(day) / 1000 + passedSec),
    weight: 5,
  },
  { arbitrary: fc.integer({ min: FIRST_SEC, max: LAST_SEC }), weight: 1 },
).map(UnixSec);

function utcDayOf(atSec: number): CalendarDay {
  const [year = 0, month = 0, day = 0] = new Date(atSec * 1000).toISOString().slice(0, 10)
    .split("-").map(Number);
  return { year, month, day };
}

/** All games listed for the days around an instant, as they are known at `nowSec`. */
function gamesAround(of: Season, atSec: number, nowSec: number, daysAround = 1) {
  const days = Array.from({ length: 2 * daysAround + 1 }, (_, i) => i - daysAround);
  return days.flatMap((by) =>
    of.leagues.flatMap((league) =>
      of.gamesOn(league, utcDayOf(atSec + by * DAY_SEC), UnixSec(nowSec))
    )
  );
}

const isLive = ({ phase }: Moment) => phase === "playing" || phase === "break";
const nameOf = ({ moment }: SeasonGame) => isLive(moment) ? "live" : moment.phase;

const game = fc.tuple(season, instant, fc.nat()).map(([season, atSec, pick]) => {
  const games = gamesAround(season, atSec, atSec, 0);
  const { number, kickoffSec } = games[pick % games.length] as SeasonGame;
  return { season, number, kickoffSec };
});

/** A game as it is seen from time to time, from hours before it to hours after. */
function historyOf(
  { season, number, kickoffSec }: {
    readonly season: Season;
    readonly number: number;
    readonly kickoffSec: number;
  },
  { hours, stepSec }: { readonly hours: number; readonly stepSec: number },
): ReadonlyArray<SeasonGame> {
  return Array.from({ length: 2 * hours * HOUR_SEC / stepSec }, (_, i) => i * stepSec)
    .flatMap((sec) =>
      season.game(number, UnixSec(Math.max(FIRST_SEC, kickoffSec - hours * HOUR_SEC + sec))) ?? []
    );
}

describe("the season of the sandbox", () => {
  test("is the same whatever was asked before, and another one for another seed", () => {
    const saidBy = (seed: number, instants: ReadonlyArray<number>) => {
      const season = makeSeason(seed);
      return new Map(instants.map((sec) => {
        const range = { startSec: UnixSec(sec - DAY_SEC), endSec: UnixSec(sec + DAY_SEC) };
        return [
          sec,
          season.leagues.map((league) => [
            season.gamesOn(league, utcDayOf(sec), UnixSec(sec)),
            season.offers("kalshi", { league, range }, UnixSec(sec)),
          ]),
        ];
      }));
    };
    const instants = [1_704_067_200, 1_780_000_123, 2_051_222_400];
    expect(saidBy(1, instants.toReversed())).toEqual(saidBy(1, instants));
    expect(saidBy(2, instants)).not.toEqual(saidBy(1, instants));
  });

  test("lists each game once, on the Eastern day of its kickoff, and knows it by its number", () =>
    fc.assert(
      fc.property(season, instant, fc.integer({ min: -12, max: 12 }), (season, nowSec, days) => {
        const atSec = nowSec + days * DAY_SEC;
        const numbers = gamesAround(season, atSec, nowSec, 3).map(({ number }) => number);
        expect(new Set(numbers).size).toBe(numbers.length);
        for (const league of season.leagues) {
          for (const game of season.gamesOn(league, utcDayOf(atSec), nowSec)) {
            expect(easternDay(game.kickoffSec)).toEqual(utcDayOf(atSec));
            expect(season.game(game.number, nowSec)).toEqual(game);
          }
        }
      }),
      { numRuns: 40 },
    ));

  test("has games to come, live and just finished at any instant, no team in two at once", () =>
    fc.assert(
      fc.property(season, instant, (season, nowSec) => {
        const games = gamesAround(season, nowSec, nowSec);
        const live = games.filter(({ moment }) => isLive(moment));
        expect(live).not.toEqual([]);
        expect(games.some(({ moment }) => moment.phase === "before")).toBe(true);
        expect(
          games.some(({ moment, kickoffSec }) =>
            moment.phase === "final" && kickoffSec > nowSec - DAY_SEC / 2
          ),
        ).toBe(true);
        const teams = live.flatMap(({ home, away }) => [home, away])
          .map(({ league, id }) => `${league} ${id}`);
        expect(new Set(teams).size).toBe(teams.length);
      }),
      // The night on which clocks go back has an hour more to fill.
      { examples: SEASONS.map((season): [Season, UnixSec] => [season, UnixSec(1_793_518_200)]) },
    ));
});

describe("a game of the sandbox", () => {
  test("goes from status to status like real games, and returns only with a later kickoff", () => {
    const followers = new Map([
      ["before", ["before", "live", "postponed", "cancelled"]],
      ["live", ["live", "final"]],
      ["final", ["final"]],
      ["postponed", ["postponed", "before"]],
      ["cancelled", ["cancelled"]],
    ]);
    fc.assert(
      fc.property(game, (found) => {
        const shown = historyOf(found, { hours: 240, stepSec: 1_200 });
        const kickoffs = new Set(shown.map(({ kickoffSec }) => kickoffSec));
        expect(kickoffs.size).toBeLessThanOrEqual(3);
        for (const [i, game] of shown.entries()) {
          const last = shown[i - 1] ?? game;
          expect(followers.get(nameOf(last)) ?? []).toContain(nameOf(game));
          expect([game.home, game.away, game.number]).toEqual([last.home, last.away, found.number]);
          if (nameOf(last) === "postponed" && nameOf(game) === "before") {
            expect(game.kickoffSec).toBeGreaterThan(last.kickoffSec + DAY_SEC);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  test("has a score that never falls, periods in order and its sport's clock", () =>
    fc.assert(
      fc.property(game, (found) => {
        const shown = historyOf(found, { hours: 6, stepSec: 60 });
        for (const [i, { moment, league }] of shown.entries()) {
          const last = shown[i - 1]?.moment ?? moment;
          expect(moment.homeScore).toBeGreaterThanOrEqual(last.homeScore);
          expect(moment.awayScore).toBeGreaterThanOrEqual(last.awayScore);
          expect(moment.period).toBeGreaterThanOrEqual(last.period);
          if (last.phase === "final") expect(moment).toEqual(last);
          if (moment.phase === "before") expect([moment.homeScore, moment.period]).toEqual([0, 0]);
          if (!isLive(moment) || !isLive(last) || last.period !== moment.period) continue;
          const { sport } = LEAGUE_FACTS[league];
          const passed = moment.clockSec - last.clockSec;
          if (sport === "baseball") expect(moment.clockSec).toBe(0);
          else if (sport === "soccer") expect(passed).toBeGreaterThanOrEqual(0);
          else expect(passed).toBeLessThanOrEqual(0);
        }
      }),
      { numRuns: 60 },
    ));

  test("may be moved, come back with its number in soccer and as another in baseball", () => {
    const startSec = FIRST_SEC + 700 * DAY_SEC;
    const seen = (atSec: number) =>
      Array.from({ length: 40 }, (_, i) => gamesAround(FIRST, startSec + i * DAY_SEC, atSec, 0))
        .flat();
    // As the schedule has them long before and long after.
    const [before, after] = [seen(startSec - 30 * DAY_SEC), seen(startSec + 70 * DAY_SEC)];
    const first = new Map(before.map(({ number, kickoffSec }) => [number, kickoffSec]));
    const by = ({ number, kickoffSec }: SeasonGame) =>
      kickoffSec - (first.get(number) ?? kickoffSec);
    const played = after.filter(({ moment }) => moment.phase === "final");
    expect(played.filter((game) => by(game) !== 0).length / played.length).toBeWithin(0.1, 0.5);
    const back = played.filter((game) => by(game) > 2 * DAY_SEC).map(({ league }) => league);
    expect(back).toContain("epl");
    expect(back).not.toContain("mlb");
    const made = after.filter(({ replaces }) => replaces !== null);
    expect(made.length).toBeGreaterThan(5);
    for (const { replaces, home, away, kickoffSec } of made) {
      const old = FIRST.game(replaces ?? 0, kickoffSec);
      expect([old?.moment.phase, old?.home, old?.away]).toEqual(["postponed", home, away]);
    }
  });
});

const SEASON = makeSeason(2);
const START_SEC = Date.parse("2026-10-28T00:00:00Z") / 1000;

/** Offers of all platforms in ten days, seen every half a day: of kickoffs around each instant. */
const SEEN = PLATFORMS.flatMap((code) =>
  Array.from({ length: 20 }, (_, half) => UnixSec(START_SEC + half * DAY_SEC / 2))
    .flatMap((nowSec) => {
      const range = { startSec: UnixSec(nowSec - 3 * DAY_SEC), endSec: UnixSec(nowSec + DAY_SEC) };
      return SEASON.leagues.flatMap((league) => SEASON.offers(code, { league, range }, nowSec))
        .map((offer) => ({ nowSec, offer }));
    })
);

describe("an offer of the sandbox's season", () => {
  test("stays with its names from its listing on, open until its game is over", () => {
    const first = new Map<string, Offer>();
    for (const { nowSec, offer } of SEEN) {
      const key = `${offer.platform} ${offer.game.number}`;
      const { homeName, awayName, isSwapped, kinds, listedSec } = first.get(key) ?? offer;
      first.set(key, first.get(key) ?? offer);
      expect(offer).toMatchObject({ homeName, awayName, isSwapped, kinds, listedSec });
      expect(listedSec).toBeLessThanOrEqual(nowSec);
      expect(kinds[0]).toBe("winner");
      expect(offer.isClosed).toBe(offer.closedSec !== null);
      if (offer.isClosed) expect(offer.closedSec).toBeWithin(listedSec, nowSec + 1);
      const { phase } = offer.game.moment;
      if (phase === "before" && offer.kickoffSec > nowSec) expect(offer.isClosed).toBe(false);
      if (phase === "final" && offer.game.kickoffSec < nowSec - 8 * HOUR_SEC) {
        expect(offer.isClosed).toBe(true);
      }
    }
  });
});
