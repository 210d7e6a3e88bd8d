import { describe, expect, test } from "bun:test";
import { type Season } from "../../../app/simulator/season/season.ts";
import { DAY_SEC, UnixSec } from "../../../core/time/mod.ts";
import { SEASONS, share, weeksOf } from "./support.ts";

describe("the games of some weeks", () => {
  const { before, after } = weeksOf(SEASONS.get(1) as Season, 40);

  test("are mostly played; some are postponed and some cancelled", () => {
    expect(share(after.filter(({ moment }) => moment.phase === "final"), after))
      .toBeGreaterThan(0.9);
    const kinds = new Map(after.map((game) => [game.moment.phase, game.league]));
    expect([...kinds.keys()].toSorted()).toEqual(["cancelled", "final", "postponed"]);
  });

  test("are unconfirmed, a part of them, long before", () => {
    const part = share(before.filter(({ isKickoffConfirmed }) => !isKickoffConfirmed), before);
    expect(part).toBeGreaterThan(0.08);
    expect(part).toBeLessThan(0.25);
    expect(after.every(({ isKickoffConfirmed }) => isKickoffConfirmed)).toBe(true);
  });

  test("are moved, some of them, by minutes and by a day", () => {
    const first = new Map(before.map(({ number, kickoffSec }) => [number, kickoffSec]));
    const by = after.filter(({ moment }) => moment.phase === "final")
      .map(({ number, kickoffSec }) => kickoffSec - (first.get(number) ?? kickoffSec))
      .filter((sec) => sec !== 0);
    expect(share(by, after)).toBeGreaterThan(0.1);
    expect(by.filter((sec) => Math.abs(sec) <= 150 * 60).length).toBeGreaterThan(100);
    expect(by.filter((sec) => sec > 150 * 60 && sec < 2 * DAY_SEC).length).toBeGreaterThan(10);
  });

  test("come back with their number in soccer, and as another game in baseball", () => {
    const first = new Map(before.map(({ number, kickoffSec }) => [number, kickoffSec]));
    const returned = after.filter(({ number, kickoffSec, moment }) =>
      moment.phase === "final" && kickoffSec - (first.get(number) ?? kickoffSec) > 2 * DAY_SEC
    );
    expect(returned.filter(({ league }) => league === "epl").length).toBeGreaterThan(3);
    expect(returned.filter(({ league }) => league === "mlb")).toEqual([]);
    const made = after.filter(({ replaces }) => replaces !== null);
    expect(made.length).toBeGreaterThan(5);
    for (const { league, replaces, home, away, kickoffSec, moment, number } of made) {
      const old = (SEASONS.get(1) as Season).game(replaces ?? 0, kickoffSec);
      expect(league).toBe("mlb");
      expect(moment.phase).toBe("final");
      expect(old?.moment.phase).toBe("postponed");
      expect([old?.home, old?.away]).toEqual([home, away]);
      expect(kickoffSec - (old?.kickoffSec ?? 0)).toBeGreaterThan(2 * DAY_SEC);
      // Nobody knew of it before the old one was put off.
      expect((SEASONS.get(1) as Season).game(number, UnixSec((old?.kickoffSec ?? 0) - 1)))
        .toBeUndefined();
    }
  });

  test("are doubleheaders on every day, the second a while after the first has ended", () => {
    const season = SEASONS.get(1) as Season;
    const seconds = after.filter(({ gameNumber }) => gameNumber === 2);
    expect(seconds.length).toBe(40 + 13);
    for (const second of seconds) {
      const first = after.find(({ gameNumber, home, kickoffSec }) =>
        gameNumber === 1 && home.id === second.home.id &&
        kickoffSec < second.kickoffSec && kickoffSec > second.kickoffSec - DAY_SEC / 2
      );
      const gap = second.kickoffSec - (first?.kickoffSec ?? 0);
      expect([180, 210]).toContain(gap / 60);
      let nowSec: number = second.kickoffSec;
      while (season.game(second.number, UnixSec(nowSec))?.moment.phase === "before") nowSec += 60;
      expect(season.game(first?.number ?? 0, UnixSec(nowSec - 15 * 60))?.moment.phase)
        .toBe("final");
    }
  });
});
