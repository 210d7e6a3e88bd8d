import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type Season, type SeasonGame } from "../../../app/simulator/season/season.ts";
import { LEAGUE_FACTS } from "../../../core/game/mod.ts";
import { DAY_SEC, UnixSec } from "../../../core/time/mod.ts";
import {
  easternDayOf,
  gamesAround,
  historyOf,
  instant,
  isLive,
  season,
  SEASONS,
  share,
  weeksOf,
} from "./support.ts";

const HOUR_SEC = 3_600;
const game = fc.tuple(season, instant, fc.nat()).map(([season, atSec, pick]) => {
  const games = gamesAround(season, atSec, { nowSec: atSec, daysAround: 0 });
  const found = games[pick % games.length];
  if (found === undefined) throw new Error("No game");
  return { season, number: found.number, kickoffSec: found.kickoffSec };
});

function middleOf(values: ReadonlyArray<number>): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

describe("a game of the season", () => {
  test("goes from status to status like real games, and returns only with a later kickoff", () => {
    const followers = new Map([
      ["before", ["before", "live", "postponed", "cancelled"]],
      ["live", ["live", "final"]],
      ["final", ["final"]],
      ["postponed", ["postponed", "before"]],
      ["cancelled", ["cancelled"]],
    ]);
    const nameOf = ({ moment }: SeasonGame) => isLive(moment) ? "live" : moment.phase;
    fc.assert(
      fc.property(game, ({ season, number, kickoffSec }) => {
        const snapshots = historyOf(season, number, {
          fromSec: kickoffSec - 14 * DAY_SEC,
          toSec: kickoffSec + 10 * DAY_SEC,
          stepSec: 1_200,
        });
        for (const [i, { game }] of snapshots.entries()) {
          const last = snapshots[i - 1]?.game ?? game;
          expect(followers.get(nameOf(last)) ?? []).toContain(nameOf(game));
          if (nameOf(last) === "postponed" && nameOf(game) === "before") {
            expect(game.kickoffSec).toBeGreaterThan(last.kickoffSec + DAY_SEC);
          }
        }
      }),
      { numRuns: 100 },
    );
  });

  test("shows nothing before its kickoff and begins within ten minutes after it", () =>
    fc.assert(fc.property(game, fc.integer({ min: 0, max: 2 * DAY_SEC }), (found, beforeSec) => {
      const { season, number, kickoffSec } = found;
      const early = season.game(number, UnixSec(kickoffSec - 1 - beforeSec));
      const later = season.game(number, UnixSec(kickoffSec + 600));
      if (early?.kickoffSec === kickoffSec) {
        expect(["before", "postponed", "cancelled"]).toContain(early.moment.phase);
        expect([early.moment.homeScore, early.moment.awayScore, early.moment.period])
          .toEqual([0, 0, 0]);
      }
      if (later?.kickoffSec === kickoffSec && later.gameNumber !== 2) {
        expect(later.moment.phase).not.toBe("before");
      }
    })));

  test("is moved with notice, at most twice, by minutes or by a day", () =>
    fc.assert(
      fc.property(game, ({ season, number, kickoffSec }) => {
        const snapshots = historyOf(season, number, {
          fromSec: kickoffSec - 14 * DAY_SEC,
          toSec: kickoffSec + 10 * DAY_SEC,
          stepSec: HOUR_SEC,
        });
        const changes = snapshots.flatMap(({ atSec, game }, i) => {
          const last = snapshots[i - 1]?.game;
          return last === undefined || last.kickoffSec === game.kickoffSec
            ? []
            : [{ atSec, last, game }];
        });
        expect(changes.length).toBeLessThanOrEqual(2);
        for (const { atSec, last, game } of changes) {
          expect(game.isKickoffConfirmed).toBe(true);
          const noticeSec = Math.min(last.kickoffSec, game.kickoffSec) - atSec;
          const bySec = Math.abs(last.kickoffSec - game.kickoffSec);
          if (last.moment.phase === "postponed") {
            expect(game.kickoffSec - atSec).toBeGreaterThan(12 * HOUR_SEC);
          } else if (!last.isKickoffConfirmed) {
            expect(noticeSec).toBeGreaterThan(70 * HOUR_SEC);
          } else {
            expect(noticeSec).toBeGreaterThan(5 * HOUR_SEC - 1);
            expect(noticeSec).toBeLessThanOrEqual(120 * HOUR_SEC);
            expect(bySec).toBeLessThan(2 * DAY_SEC);
            if (bySec < 5 * HOUR_SEC) {
              expect([15, 30, 45, 60, 90, 120, 150]).toContain(bySec / 60);
              expect(easternDayOf(game.kickoffSec)).toEqual(easternDayOf(last.kickoffSec));
            }
          }
        }
      }),
      { numRuns: 100 },
    ));

  test("keeps its number and sides permanently", () =>
    fc.assert(fc.property(game, instant, ({ season, number, kickoffSec }, nowSec) => {
      const [one, other] = [season.game(number, nowSec), season.game(number, kickoffSec)];
      if (one === undefined) return;
      expect(one.number).toBe(number);
      expect([one.home, one.away, one.league]).toEqual(
        other === undefined ? [] : [other.home, other.away, other.league],
      );
      expect(one.home.id).not.toBe(one.away.id);
    })));

  test("has a score that never falls, and periods in order, until it is final", () =>
    fc.assert(
      fc.property(game, ({ season, number, kickoffSec }) => {
        const moments = historyOf(season, number, {
          fromSec: kickoffSec,
          toSec: kickoffSec + 6 * HOUR_SEC,
          stepSec: 60,
        }).map(({ game }) => game.moment);
        const played = moments.filter(({ phase }) => phase !== "before");
        for (const [i, moment] of played.entries()) {
          const last = played[i - 1] ?? moment;
          expect(moment.homeScore).toBeGreaterThanOrEqual(last.homeScore);
          expect(moment.awayScore).toBeGreaterThanOrEqual(last.awayScore);
          expect(moment.period).toBeGreaterThanOrEqual(last.period);
          if (last.phase === "final") expect(moment).toEqual(last);
        }
      }),
      { numRuns: 60 },
    ));

  test("has its sport's clock", () =>
    fc.assert(
      fc.property(game, ({ season, number, kickoffSec }) => {
        const snapshots = historyOf(season, number, {
          fromSec: kickoffSec,
          toSec: kickoffSec + 5 * HOUR_SEC,
          stepSec: 60,
        }).filter(({ game }) => isLive(game.moment) || game.moment.phase === "final");
        for (const [i, { game }] of snapshots.entries()) {
          const { clockSec, period } = game.moment;
          const last = snapshots[i - 1]?.game.moment;
          const { sport } = LEAGUE_FACTS[game.league];
          const isSame = last?.period === period;
          expect(Number.isInteger(clockSec)).toBe(true);
          if (sport === "baseball") expect(clockSec).toBe(0);
          else if (sport !== "soccer") {
            expect(clockSec).toBeLessThanOrEqual(20 * 60);
            if (isSame) expect(clockSec).toBeLessThanOrEqual(last.clockSec);
          } else {
            expect(period).toBeLessThanOrEqual(2);
            expect(clockSec).toBeGreaterThanOrEqual((period - 1) * 2_700);
            if (isSame) expect(clockSec).toBeGreaterThanOrEqual(last.clockSec);
            if (isSame && game.moment.phase === "final") expect(clockSec).toBeGreaterThan(5_400);
          }
        }
      }),
      { numRuns: 60 },
    ));

  test("has a winner, except in soccer", () => {
    const finals = weeksOf(SEASONS.get(1) as Season, 40).after
      .filter(({ moment }) => moment.phase === "final");
    const level = finals.filter(({ moment }) => moment.homeScore === moment.awayScore);
    expect(new Set(level.map(({ league }) => LEAGUE_FACTS[league].sport)))
      .toEqual(new Set(["soccer"]));
    // Real leagues: about a quarter of the games.
    const soccer = finals.filter(({ league }) => LEAGUE_FACTS[league].sport === "soccer");
    expect(share(level, soccer)).toBeGreaterThan(0.15);
    expect(share(level, soccer)).toBeLessThan(0.35);
  });

  test("of baseball ends when home leads and need not bat, or with the run that wins it", () => {
    const season = SEASONS.get(2) as Season;
    const finals = weeksOf(season, 40).after
      .filter(({ league, moment }) => league === "mlb" && moment.phase === "final");
    const wonAtHome = finals.filter(({ moment }) => moment.homeScore > moment.awayScore);
    for (const { number, kickoffSec, moment } of wonAtHome) {
      const snapshots = historyOf(season, number, {
        fromSec: kickoffSec,
        toSec: kickoffSec + 7 * HOUR_SEC,
        stepSec: 60,
      }).filter(({ game }) => isLive(game.moment));
      const last = snapshots.at(-1)?.game.moment ?? moment;
      if (!moment.isTop) expect(last.homeScore).toBeLessThanOrEqual(last.awayScore);
      expect(moment.period).toBeGreaterThanOrEqual(9);
    }
    expect(share(wonAtHome.filter(({ moment }) => moment.isTop), wonAtHome)).toBeGreaterThan(0.5);
    expect(share(finals.filter(({ moment }) => moment.period > 9), finals)).toBeGreaterThan(0.03);
    for (const { moment } of finals) {
      if (moment.isTop) expect(moment.homeScore).toBeGreaterThan(moment.awayScore);
    }
  });

  test.each(
    [
      // Median minutes of real games, measured or estimated, with the wait for the first second.
      ["mlb", 160, 100],
      ["nba", 142, 120],
      // No less than what fills the way to the next one of the night.
      ["ncaab", 127, 116],
      ["nfl", 192, 165],
      ["nhl", 156, 130],
      ["epl", 118, 106],
    ] as const,
  )("of %s takes about %i minutes, and at least %i", (league, minutes, least) => {
    const season = SEASONS.get(7) as Season;
    const lengths = weeksOf(season, 30).after
      .filter((game) => game.league === league && game.moment.phase === "final")
      .filter(({ gameNumber }) => gameNumber !== 2)
      .map(({ number, kickoffSec }) => {
        let minute = 90;
        const isOn = () =>
          season.game(number, UnixSec(kickoffSec + minute * 60))?.moment.phase !== "final";
        while (isOn()) minute++;
        return minute;
      });
    expect(lengths.length).toBeGreaterThan(80);
    expect(Math.abs(middleOf(lengths) - minutes)).toBeLessThanOrEqual(8);
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(least);
    expect(Math.max(...lengths)).toBeLessThan(240);
    expect(Math.max(...lengths)).toBeGreaterThan(minutes + 5);
  });
});
