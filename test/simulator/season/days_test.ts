import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type Season } from "../../../app/simulator/season/season.ts";
import { DAY_SEC, UnixSec } from "../../../core/time/mod.ts";
import {
  easternDayOf,
  FIRST_SEC,
  gamesAround,
  instant,
  isLive,
  season,
  SEASONS,
  utcDayOf,
} from "./support.ts";

/** What another process says of a few instants. */
const SNAPSHOT = `
  import { makeSeason } from "./app/simulator/season/make_season.ts";
  const season = makeSeason(Number(process.argv.at(-1)));
  const said = [1704067200, 1780000123, 2051222400].flatMap((sec) => {
    const day = { year: 2026, month: 6, day: 1 + sec % 28 };
    const range = { startSec: sec - 86400, endSec: sec + 86400 };
    return season.leagues.flatMap((league) => [
      season.gamesOn(league, day, sec),
      season.offers("kalshi", { league, range }, sec),
    ]);
  });
  console.log(JSON.stringify(said));
`;

async function saidByProcess(seed: number): Promise<string> {
  const child = Bun.spawn([process.execPath, "-e", SNAPSHOT, String(seed)], { stdout: "pipe" });
  return await new Response(child.stdout).text();
}

describe("the season's days", () => {
  test("are the same in another process, and others for another seed", async () => {
    const [one, again, other] = await Promise.all([1, 1, 2].map(saidByProcess));
    expect(one).toContain("displayName");
    expect(again).toBe(one ?? "");
    expect(other).not.toBe(one ?? "");
  });

  test("have 60 to 110 games in all, and some in every league", () =>
    fc.assert(fc.property(season, instant, (season, atSec) => {
      const counts = season.leagues.map((league) =>
        season.gamesOn(league, utcDayOf(atSec), atSec).length
      );
      expect(Math.min(...counts)).toBeGreaterThan(0);
      const all = counts.reduce((sum, count) => sum + count, 0);
      expect(all).toBeGreaterThanOrEqual(60);
      expect(all).toBeLessThanOrEqual(110);
    })));

  test("list each game on the one Eastern day of its kickoff, by kickoff and number", () =>
    fc.assert(
      fc.property(season, instant, fc.integer({ min: -12, max: 12 }), (season, nowSec, days) => {
        const atSec = nowSec + days * DAY_SEC;
        const numbers = gamesAround(season, atSec, { nowSec, daysAround: 9 })
          .map(({ number }) => number);
        expect(new Set(numbers).size).toBe(numbers.length);
        for (const league of season.leagues) {
          const games = season.gamesOn(league, utcDayOf(atSec), nowSec);
          expect(games).toEqual(
            games.toSorted((a, b) => a.kickoffSec - b.kickoffSec || a.number - b.number),
          );
          for (const game of games) {
            expect(easternDayOf(game.kickoffSec)).toEqual(utcDayOf(atSec));
            expect(game.league).toBe(league);
            expect(season.game(game.number, nowSec)).toEqual(game);
          }
        }
      }),
      { numRuns: 40 },
    ));

  test("lose no game: every known number is on the day of its kickoff", () =>
    fc.assert(fc.property(season, instant, (season, nowSec) => {
      const seen = gamesAround(season, nowSec, { nowSec });
      for (const laterSec of [nowSec + DAY_SEC, nowSec + 5 * DAY_SEC]) {
        const game = season.game(seen[nowSec % seen.length]?.number ?? 0, UnixSec(laterSec));
        if (game === undefined) throw new Error("A game is gone");
        const then = season.gamesOn(game.league, easternDayOf(game.kickoffSec), UnixSec(laterSec));
        expect(then).toContainEqual(game);
      }
    })));

  test("have games live, to come and just finished at any instant", () =>
    fc.assert(
      fc.property(season, instant, (season, nowSec) => {
        const games = gamesAround(season, nowSec, { nowSec });
        expect(games.some(({ moment }) => isLive(moment))).toBe(true);
        expect(
          games.some(({ moment, kickoffSec }) => moment.phase === "before" && kickoffSec > nowSec),
        ).toBe(true);
        expect(games.some(({ moment, kickoffSec }) =>
          moment.phase === "final" && kickoffSec > nowSec - DAY_SEC / 2
        )).toBe(true);
      }),
      // The night on which clocks go back has an hour more to fill.
      { examples: [...SEASONS.values()].map((season) => [season, UnixSec(1_793_518_200)]) },
    ));

  test("are live through the nights on which clocks change", () => {
    for (const change of ["2026-03-08T04:00:00Z", "2026-11-01T03:00:00Z", "2027-11-07T03:00:00Z"]) {
      for (const season of SEASONS.values()) {
        for (let minute = 0; minute < 480; minute += 5) {
          const nowSec = Date.parse(change) / 1000 + minute * 60;
          const live = gamesAround(season, nowSec, { nowSec })
            .filter(({ moment }) => isLive(moment));
          expect(live).not.toEqual([]);
        }
      }
    }
  });

  /** Seconds after the start of a UTC day: the edges of what is promised, and all between. */
  const afterHour = fc.oneof(
    fc.constantFrom(3_600, 3 * 3_600, DAY_SEC - 1),
    fc.integer({ min: 3_600, max: DAY_SEC - 1 }),
  );
  test("show every status in each UTC day: four of them at 01:00, all from 03:00 on", () =>
    fc.assert(
      fc.property(season, instant, afterHour, (season, atSec, passedSec) => {
        const startSec = Math.floor(atSec / DAY_SEC) * DAY_SEC;
        const games = gamesAround(season, startSec, { nowSec: startSec + passedSec })
          .filter(({ kickoffSec }) => kickoffSec >= startSec && kickoffSec < startSec + DAY_SEC);
        const phases = new Set(games.map(({ moment }) => moment.phase));
        expect(phases).toContain("before");
        expect(games.some(({ moment }) => isLive(moment))).toBe(true);
        expect(phases).toContain("postponed");
        expect(phases).toContain("cancelled");
        if (passedSec >= 3 * 3_600) expect(phases).toContain("final");
      }),
      {
        // Whatever is called off for certain is so by then, late in the day though it would begin.
        examples: [[SEASONS.get(123_456_789) as Season, UnixSec(1_893_196_800), 3_600]],
      },
    ));

  test("never have a team in two games at once", () => {
    const near = fc.tuple(
      instant,
      fc.array(fc.integer({ min: 0, max: 3 * DAY_SEC }), {
        minLength: 4,
        maxLength: 4,
      }),
    );
    fc.assert(
      fc.property(season, near, (season, [atSec, offsets]) => {
        for (const nowSec of offsets.map((offset) => atSec + offset)) {
          const teams = gamesAround(season, nowSec, { nowSec })
            .filter(({ moment }) => isLive(moment))
            .flatMap(({ home, away }) => [home, away])
            .map(({ league, id }) => `${league} ${id}`);
          expect(new Set(teams).size).toBe(teams.length);
        }
      }),
      { numRuns: 100 },
    );
  });

  /** Soccer is over sooner, and a second game waits for the first. */
  const leastSecOf = (team: string, isSecond: boolean) =>
    (/^(epl|laliga|wsl|mls)/.test(team) ? 2.5 : isSecond ? 3 : 4) * 3_600;
  test("leave every team time between two games", () => {
    const daySec = FIRST_SEC + 900 * DAY_SEC;
    for (const season of SEASONS.values()) {
      const lastSec = daySec + 30 * DAY_SEC;
      const byTeam = new Map<string, Array<{ kickoffSec: number; isSecond: boolean }>>();
      for (let atSec = daySec; atSec < lastSec; atSec += DAY_SEC) {
        for (const league of season.leagues) {
          // Looked at when all is over, so that only what was played is final.
          for (const game of season.gamesOn(league, utcDayOf(atSec), UnixSec(lastSec))) {
            if (game.moment.phase !== "final") continue;
            for (const { id } of [game.home, game.away]) {
              const games = byTeam.get(`${league} ${id}`) ?? [];
              games.push({ kickoffSec: game.kickoffSec, isSecond: game.gameNumber === 2 });
              byTeam.set(`${league} ${id}`, games);
            }
          }
        }
      }
      for (const [team, games] of byTeam) {
        expect(games.length).toBeGreaterThan(5);
        for (const [i, { kickoffSec, isSecond }] of games.entries()) {
          const sinceSec = kickoffSec - (games[i - 1]?.kickoffSec ?? 0);
          expect(sinceSec).toBeGreaterThanOrEqual(leastSecOf(team, isSecond));
        }
      }
    }
  });

  test("have men and women of the same two clubs meet at least every few days", () => {
    for (const season of SEASONS.values()) {
      for (let from = 0; from < 30; from += 3) {
        const days = [0, 1, 2].map((i) => utcDayOf(FIRST_SEC + (1000 + from + i) * DAY_SEC));
        const twins = days.filter((day) => {
          const pairsOf = (league: "epl" | "wsl") =>
            season.gamesOn(league, day, UnixSec(FIRST_SEC)).map(({ home, away }) =>
              [home.displayName, away.displayName].toSorted().join()
            );
          const men = pairsOf("epl");
          return pairsOf("wsl").some((pair) => men.includes(pair));
        });
        expect(twins.length).toBeGreaterThan(0);
      }
    }
  });
});
