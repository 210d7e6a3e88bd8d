import { describe, expect, test } from "bun:test";
import { type Offer, type Season } from "../../../app/simulator/season/season.ts";
import { type PlatformCode } from "../../../core/game/mod.ts";
import { DAY_SEC } from "../../../core/time/mod.ts";
import { offersOfDays, UNKNOWN } from "./offers.ts";
import { gamesAround, SEASONS } from "./support.ts";

const HOUR_SEC = 3_600;

describe("the offers of the season contain errors, a few times a day", () => {
  /** A few: from two a day to twenty. */
  const few = (offers: ReadonlyArray<Offer>) => {
    expect(offers.length).toBeGreaterThan(20);
    expect(offers.length).toBeLessThan(200);
  };
  const offers = offersOfDays(SEASONS.get(2) as Season);

  test("with swapped sides", () => few(offers.filter(({ isSwapped }) => isSwapped)));

  test("without a kickoff", () => few(offers.filter(({ lacksKickoff }) => lacksKickoff)));

  test("with the kickoff from before a move", () => {
    const wrong = offers.filter(({ kickoffSec, game }) =>
      kickoffSec !== game.kickoffSec && game.isKickoffConfirmed
    );
    few(wrong);
    expect(
      wrong.some(({ kickoffSec, game }) => Math.abs(kickoffSec - game.kickoffSec) <= 150 * 60),
    ).toBe(true);
    expect(wrong.some(({ kickoffSec, game }) => game.kickoffSec - kickoffSec > 2 * DAY_SEC)).toBe(
      true,
    );
  });

  test("with an unknown name, on one side", () => {
    const strange = offers.filter(({ homeName, awayName }) =>
      UNKNOWN.test(homeName) || UNKNOWN.test(awayName)
    );
    few(strange);
    expect(
      strange.every(({ homeName, awayName }) => UNKNOWN.test(homeName) !== UNKNOWN.test(awayName)),
    ).toBe(true);
    expect(strange.some(({ homeName }) => UNKNOWN.test(homeName))).toBe(true);
    expect(strange.some(({ awayName }) => UNKNOWN.test(awayName))).toBe(true);
  });

  test("with games that are on no schedule, of teams that never meet on it", () => {
    const season = SEASONS.get(2) as Season;
    const strange = offers.filter(({ game }) => game.number >= 700_000_000);
    few(strange);
    expect(new Set(strange.map(({ game }) => game.number)).size).toBe(strange.length);
    for (const { game } of strange) {
      const around = gamesAround(season, game.kickoffSec, {
        nowSec: game.kickoffSec,
        daysAround: 10,
      });
      expect(around.map(({ number }) => number)).not.toContain(game.number);
      const ids = [game.home.id, game.away.id];
      expect(
        around.some(({ league, home, away }) =>
          league === game.league && ids.includes(home.id) && ids.includes(away.id)
        ),
      ).toBe(false);
    }
  });

  test("with games listed only hours before they begin", () =>
    few(
      offers.filter(({ game, listedSec, kickoffSec }) =>
        game.replaces === null && kickoffSec - listedSec < 10 * HOUR_SEC
      ),
    ));

  test("with women's clubs named like the men's, marked in several ways", () => {
    const names = offers.filter(({ game }) => game.league === "wsl")
      .flatMap(({ homeName, awayName }) => [homeName, awayName]);
    expect(names.some((name) => name.endsWith(" Women"))).toBe(true);
    expect(names.some((name) => name.endsWith(" (W)"))).toBe(true);
    expect(names.some((name) => !/ (Women|\(W\))$/.test(name))).toBe(true);
  });
});

test("the offers of the season are listed half an hour before their games at the latest", () => {
  const leadSec = [...SEASONS.values()].flatMap(offersOfDays)
    .filter(({ game }) => !["postponed", "cancelled"].includes(game.moment.phase))
    .map(({ game, listedSec }) => game.kickoffSec - listedSec);
  expect(leadSec.length).toBeGreaterThan(5_000);
  expect(Math.min(...leadSec)).toBeGreaterThanOrEqual(HOUR_SEC / 2);
});

test("the offers of the season use each platform's team names", () => {
  const all = [...SEASONS.values()].flatMap(offersOfDays);
  const nameIn = (code: PlatformCode, displayName: string, league: string) => {
    const offer = all.find(({ platform, game, homeName }) =>
      platform === code && game.league === league && game.home.displayName === displayName &&
      !UNKNOWN.test(homeName)
    );
    return offer && `${offer.homeName} ${offer.homeCode}`;
  };
  const table: ReadonlyArray<readonly [PlatformCode, string, string, string]> = [
    ["kalshi", "mlb", "Chicago White Sox", "Chicago WS CWS"],
    ["kalshi", "mlb", "New York Mets", "New York M NYM"],
    ["kalshi", "mlb", "Athletics", "A's ATH"],
    ["kalshi", "nba", "Los Angeles Lakers", "Los Angeles L LAL"],
    ["kalshi", "nba", "Golden State Warriors", "Golden State GSW"],
    ["kalshi", "nba", "Boston Celtics", "Boston BOS"],
    ["kalshi", "mlb", "Arizona Diamondbacks", "Arizona AZ"],
    ["kalshi", "ncaab", "Michigan State Spartans", "Michigan St. MSU"],
    ["polymarket", "epl", "Chelsea", "Chelsea FC CHE"],
    ["polymarket", "laliga", "Alavés", "Deportivo Alavés ALA"],
    ["polymarket", "nba", "LA Clippers", "Los Angeles Clippers LAC"],
    ["limitless", "nba", "New York Knicks", "Knicks NY"],
    ["limitless", "epl", "Tottenham Hotspur", "Spurs TOT"],
    ["sx_bet", "nfl", "San Francisco 49ers", "San Francisco 49ers SF"],
    ["hyperliquid", "epl", "Newcastle United", "Newcastle United NEW"],
  ];
  for (const [code, league, displayName, written] of table) {
    expect([displayName, nameIn(code, displayName, league)]).toEqual([displayName, written]);
  }
});
