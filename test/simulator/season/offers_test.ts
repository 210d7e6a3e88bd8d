import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type Offer, type Season } from "../../../app/simulator/season/season.ts";
import { type PlatformCode, PLATFORMS } from "../../../core/game/mod.ts";
import { DAY_SEC, isInside, UnixSec } from "../../../core/time/mod.ts";
import { offersOf, offersOfDays } from "./offers.ts";
import { gamesAround, instant, season, SEASONS } from "./support.ts";

const HOUR_SEC = 3_600;
const platform = fc.constantFrom(...PLATFORMS);

describe("the offers of the season", () => {
  test("are listed before, and not too long before, the game begins", () => {
    const leadDays = { polymarket: 13, kalshi: 60, limitless: 3, sx_bet: 5, hyperliquid: 2 };
    fc.assert(
      fc.property(season, platform, instant, (season, code, nowSec) => {
        for (const offer of offersOf(season, code, { nowSec, daysAfter: 70, daysBefore: 0 })) {
          expect(offer.platform).toBe(code);
          expect(offer.listedSec).toBeLessThanOrEqual(nowSec);
          // A move by a day gives it a day more, and a return a week.
          const daysMax = code === "kalshi" && offer.game.league !== "nba" ? 26 : leadDays[code];
          expect(offer.kickoffSec - offer.listedSec).toBeLessThan((daysMax + 8) * DAY_SEC);
          const { callOff } = { callOff: offer.game.moment.phase };
          if (callOff === "before") expect(offer.listedSec).toBeLessThan(offer.game.kickoffSec);
        }
      }),
      { numRuns: 25 },
    );
  });

  test("begin in the range that was asked for, by kickoff and number, each game once", () => {
    const hours = fc.integer({ min: 0, max: 100 });
    fc.assert(
      fc.property(season, platform, instant, hours, hours, (season, code, nowSec, back, ahead) => {
        const range = {
          startSec: UnixSec(nowSec - back * HOUR_SEC),
          endSec: UnixSec(nowSec + ahead * HOUR_SEC),
        };
        for (const league of season.leagues) {
          const offers = season.offers(code, { league, range }, nowSec);
          const all = season.offers(code, {
            league,
            range: {
              startSec: UnixSec(nowSec - 9 * DAY_SEC),
              endSec: UnixSec(nowSec + 9 * DAY_SEC),
            },
          }, nowSec);
          expect(offers).toEqual(all.filter(({ kickoffSec }) => isInside(range, kickoffSec)));
          expect(offers).toEqual(
            offers.toSorted((a, b) => a.kickoffSec - b.kickoffSec || a.game.number - b.game.number),
          );
          expect(new Set(offers.map(({ game }) => game.number)).size).toBe(offers.length);
          for (const { game } of offers) expect(season.game(game.number, nowSec)).toEqual(game);
        }
      }),
      { numRuns: 25 },
    );
  });

  test("stay, with their names, from their listing on", () =>
    fc.assert(
      fc.property(season, platform, instant, fc.integer({ min: 1, max: 90 }), (...drawn) => {
        const [season, code, nowSec, hours] = drawn;
        const laterSec = nowSec + hours * HOUR_SEC;
        const later = new Map(
          offersOf(season, code, { nowSec: laterSec, daysBefore: 14, daysAfter: 12 })
            .map((offer) => [offer.game.number, offer]),
        );
        for (const offer of offersOf(season, code, { nowSec, daysBefore: 3, daysAfter: 3 })) {
          const then = later.get(offer.game.number);
          expect(then).toMatchObject({
            listedSec: offer.listedSec,
            homeName: offer.homeName,
            awayName: offer.awayName,
            isSwapped: offer.isSwapped,
            kinds: offer.kinds,
          });
          expect(offer.closedSec !== null).toBe(offer.isClosed);
          if (offer.closedSec !== null) {
            expect(offer.closedSec).toBeWithin(offer.listedSec, nowSec + 1);
            expect(then?.closedSec).toBe(offer.closedSec);
          } else if (then !== undefined && then.closedSec !== null) {
            expect(then.closedSec).toBeWithin(nowSec + 1, laterSec + 1);
          }
        }
      }),
      { numRuns: 25 },
    ));

  test("are open until the game is over, and closed some hours after", () =>
    fc.assert(
      fc.property(season, platform, instant, (season, code, nowSec) => {
        for (const offer of offersOf(season, code, { nowSec, daysBefore: 3 })) {
          const { phase } = offer.game.moment;
          if (["before", "playing", "break"].includes(phase) && offer.kickoffSec > nowSec) {
            expect(offer.isClosed).toBe(false);
          }
          if (phase === "playing" && offer.kickoffSec === offer.game.kickoffSec) {
            expect(offer.isClosed).toBe(false);
          }
          if (phase === "final" && offer.game.kickoffSec < nowSec - 8 * HOUR_SEC) {
            expect(offer.isClosed).toBe(true);
          }
        }
      }),
      { numRuns: 25 },
    ));

  test("are closed after a game is called off, sooner or later", () => {
    const season = SEASONS.get(7) as Season;
    const nowSec = Date.parse("2027-02-14T12:00:00Z") / 1000;
    const all = PLATFORMS.flatMap((code) => offersOf(season, code, { nowSec, daysBefore: 20 }));
    const of = (phase: string) => all.filter(({ game }) => game.moment.phase === phase);
    const isOpen = (offer: Offer) => !offer.isClosed;
    const isOld = ({ kickoffSec }: Offer) => kickoffSec < nowSec - 8 * DAY_SEC;
    expect(of("cancelled").length).toBeGreaterThan(20);
    expect(of("cancelled").filter((offer) => isOpen(offer) && offer.kickoffSec < nowSec - HOUR_SEC))
      .toEqual([]);
    expect(of("postponed").filter(isOld).length).toBeGreaterThan(20);
    expect(of("postponed").filter(isOld).filter(isOpen)).toEqual([]);
    expect(of("postponed").filter(isOpen).length).toBeGreaterThan(5);
    // One platform pays half to each side a day later, and others wait for the new date.
    const early = of("postponed").filter(({ kickoffSec, isClosed }) =>
      isClosed && kickoffSec > nowSec - 6 * DAY_SEC
    );
    expect(new Set(early.map(({ platform }) => platform))).toEqual(new Set(["polymarket"]));
  });

  test("follow a move after a delay, if they follow it", () => {
    const season = SEASONS.get(7) as Season;
    const startSec = Date.parse("2027-02-14T12:00:00Z") / 1000;
    let late = 0;
    const openAt = (nowSec: number) =>
      PLATFORMS.flatMap((code) => offersOf(season, code, { nowSec, daysBefore: 0, daysAfter: 3 }))
        .filter(({ game }) => game.isKickoffConfirmed && game.moment.phase === "before");
    const isWrong = ({ game, kickoffSec }: Offer) => game.kickoffSec !== kickoffSec;
    for (let half = 0; half < 48; half++) {
      const nowSec = startSec + half * 1_800;
      const soon = openAt(nowSec + 2 * HOUR_SEC);
      late += openAt(nowSec).filter(isWrong).filter(({ platform, game }) =>
        soon.some((then) =>
          then.platform === platform && then.game.number === game.number && !isWrong(then)
        )
      ).length;
    }
    expect(late).toBeGreaterThan(3);
  });

  test("are of the leagues of each platform", () => {
    const offers = [...SEASONS.values()].flatMap(offersOfDays);
    const leaguesOf = (code: PlatformCode) =>
      [...new Set(offers.filter((offer) => offer.platform === code).map(({ game }) => game.league))]
        .toSorted();
    expect(leaguesOf("polymarket")).toHaveLength(10);
    expect(leaguesOf("kalshi")).toEqual(
      leaguesOf("polymarket").filter((league) => league !== "wsl"),
    );
    expect(leaguesOf("limitless")).toEqual(["epl", "laliga", "nba", "nfl"]);
    expect(leaguesOf("sx_bet")).toEqual(["epl", "mlb", "mls", "nba", "nfl", "nhl"]);
    expect(leaguesOf("hyperliquid")).toEqual(["epl", "laliga", "nba"]);
  });

  test("have several kinds, and always the winner", () => {
    const offers = offersOfDays(SEASONS.get(1) as Season);
    expect(offers.every(({ kinds }) => kinds[0] === "winner")).toBe(true);
    for (const kind of ["spread", "total", "props"] as const) {
      const count = offers.filter(({ kinds }) => kinds.includes(kind)).length;
      expect(count).toBeGreaterThan(offers.length / 8);
      expect(count).toBeLessThan(offers.length);
    }
    expect(offers.every(({ kinds }) => new Set(kinds).size === kinds.length)).toBe(true);
  });

  test("leave several games a day on no platform and several on exactly one", () => {
    for (const season of SEASONS.values()) {
      for (let day = 0; day < 10; day++) {
        const startSec = Date.parse("2026-03-04T00:00:00Z") / 1000 + day * DAY_SEC;
        const nowSec = startSec + 30 * HOUR_SEC;
        const games = gamesAround(season, startSec, { nowSec, daysAround: 0 });
        const counts = new Map(games.map(({ number }) => [number, 0]));
        for (const code of PLATFORMS) {
          for (const { game } of offersOf(season, code, { nowSec, daysBefore: 9 })) {
            const count = counts.get(game.number);
            if (count !== undefined) counts.set(game.number, count + 1);
          }
        }
        const onSo = (many: number) => [...counts.values()].filter((count) => count === many);
        expect(onSo(0).length).toBeGreaterThan(1);
        expect(onSo(1).length).toBeGreaterThan(2);
        expect([...counts.values()].filter((count) => count > 1).length).toBeGreaterThan(30);
      }
    }
  });
});
