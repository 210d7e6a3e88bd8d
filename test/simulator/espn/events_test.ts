import { describe, expect, test } from "bun:test";
import type { SeasonGame } from "../../../app/simulator/season/season.ts";
import type { LeagueCode } from "../../../core/game/mod.ts";
import { atSec, listedGame, listedTeam, moment } from "./season.ts";
import { startSchedule, type WireEvent } from "./world.ts";

const KICKOFF = "2026-11-21T18:10:00Z";
const PATHS: Partial<Record<LeagueCode, string>> = {
  nba: "basketball/nba",
  ncaab: "basketball/mens-college-basketball",
  nfl: "football/nfl",
  nhl: "hockey/nhl",
  mlb: "baseball/mlb",
  epl: "soccer/eng.1",
  wsl: "soccer/eng.w.1",
};

/** Returns a game as on its league's scoreboard. */
async function served(league: LeagueCode, changes: Partial<SeasonGame>): Promise<WireEvent> {
  const game = listedGame({
    league,
    home: listedTeam("Home Town", { id: 7, league }),
    away: listedTeam("Away City", { id: 9, league }),
    kickoffSec: atSec(KICKOFF),
    ...changes,
  });
  const schedule = startSchedule([game], KICKOFF);
  try {
    const target = `${PATHS[league]}/scoreboard?dates=20261121&groups=50`;
    const [event] = await schedule.events(target);
    if (event === undefined) throw new Error("no event");
    return event;
  } finally {
    await schedule.stop();
  }
}

async function statusOf(league: LeagueCode, shown: SeasonGame["moment"]) {
  const { competitions: [competition] } = await served(league, { moment: shown });
  const { clock, displayClock, period, type } = competition?.status ?? { type: {} };
  const { name, state, completed, detail, shortDetail } = type;
  const scores = competition?.competitors.map(({ score }) => score);
  return { clock, displayClock, period, name, state, completed, detail, shortDetail, scores };
}

describe("an event", () => {
  test("names the away side first, and lists the home side first", async () => {
    const event = await served("nba", {});
    expect(event).toMatchObject({
      id: "401000001",
      uid: "s:40~l:46~e:401000001",
      date: "2026-11-21T18:10Z",
      name: "Away City at Home Town",
      shortName: "AWA @ HOM",
      season: { year: 2027, type: 2, slug: "regular-season" },
      competitions: [{
        id: "401000001",
        uid: "s:40~l:46~e:401000001~c:401000001",
        startDate: "2026-11-21T18:10Z",
        timeValid: true,
        competitors: [
          {
            id: "7",
            homeAway: "home",
            score: "0",
            team: {
              id: "7",
              uid: "s:40~l:46~t:7",
              displayName: "Home Town",
              location: "Home",
              name: "Town",
              logo: "https://a.espncdn.com/i/teamlogos/nba/500/scoreboard/hom.png",
            },
          },
          { id: "9", homeAway: "away", score: "0" },
        ],
      }],
    });
    expect(event["status"]).toEqual(event.competitions[0]?.status ?? {});
  });

  test("of soccer names the competition's season, and clubs without a league", async () => {
    const women = await served("wsl", {});
    expect(women).toMatchObject({
      season: { year: 2026, slug: "2026-27-english-womens-super-league" },
    });
    expect(women.competitions[0]?.competitors[0]?.team).toMatchObject({
      uid: "s:600~t:7",
      logo: "https://a.espncdn.com/i/teamlogos/soccer/500/7.png",
    });
  });

  test("writes the start in New York time, summer and winter", async () => {
    const detail = async (kickoff: string, isKickoffConfirmed = true) => {
      const game = listedGame({ kickoffSec: atSec(kickoff), isKickoffConfirmed });
      const schedule = startSchedule([game], kickoff);
      const [event] = await schedule.events("basketball/nba/scoreboard");
      await schedule.stop();
      return [
        event?.competitions[0]?.status.type["detail"],
        event?.competitions[0]?.status.type["shortDetail"],
        event?.competitions[0]?.["timeValid"],
      ];
    };
    expect(await detail("2022-09-18T01:00:00Z"))
      .toEqual(["Sat, September 17th at 9:00 PM EDT", "9/17 - 9:00 PM EDT", true]);
    expect(await detail("2022-12-21T00:00:00Z"))
      .toEqual(["Tue, December 20th at 7:00 PM EST", "12/20 - 7:00 PM EST", true]);
    expect(await detail("2022-12-21T17:05:00Z"))
      .toEqual(["Wed, December 21st at 12:05 PM EST", "12/21 - 12:05 PM EST", true]);
    expect(await detail("2022-12-22T05:00:00Z", false))
      .toEqual(["Thu, December 22nd at TBD", "12/22 - TBD", false]);
  });

  test("has what each period added to its score", async () => {
    const event = await served("nfl", {
      moment: moment("playing", { homeScore: 20, awayScore: 7, period: 3, clockSec: 100 }),
    });
    const lines = event.competitions[0]?.competitors.map(({ linescores }) =>
      (linescores as ReadonlyArray<{ value: number }>).map(({ value }) => value)
    );
    expect(lines?.map((line) => [line.length, line.reduce((a, b) => a + b)]))
      .toEqual([[3, 20], [3, 7]]);
  });

  test("has a winner when it is over, and none after a draw", async () => {
    const winners = async (homeScore: number, awayScore: number) => {
      const over = moment("final", { homeScore, awayScore, period: 2, clockSec: 5_500 });
      const event = await served("epl", { moment: over });
      return event.competitions[0]?.competitors.map(({ winner }) => winner);
    };
    expect(await winners(2, 1)).toEqual([true, false]);
    expect(await winners(0, 1)).toEqual([false, true]);
    expect(await winners(1, 1)).toEqual([false, false]);
  });
});

describe("the state of a game", () => {
  test.each<[LeagueCode, object]>([
    ["nba", { clock: 0, displayClock: "0.0", period: 0 }],
    ["nfl", { clock: 900, displayClock: "15:00", period: 1 }],
    ["nhl", { clock: 0, period: 0 }],
    ["mlb", { clock: 0, displayClock: "0:00", period: 1 }],
    ["epl", { clock: 0, displayClock: "0'", period: 0 }],
  ])("before the game, in the %s", async (league, shown) => {
    expect(await statusOf(league, moment("before"))).toMatchObject({
      ...shown,
      name: "STATUS_SCHEDULED",
      state: "pre",
      completed: false,
      scores: ["0", "0"],
    });
  });

  test.each<[LeagueCode]>([["nba"], ["nfl"], ["mlb"], ["epl"]])(
    "a postponed game of the %s is past, without a score",
    async (league) => {
      const expected = { state: "post", completed: false, scores: ["0", "0"] };
      expect(await statusOf(league, moment("postponed", { homeScore: 3 })))
        .toMatchObject({ name: "STATUS_POSTPONED", detail: "Postponed", ...expected });
      expect(await statusOf(league, moment("cancelled")))
        .toMatchObject({ name: "STATUS_CANCELED", detail: "Canceled", ...expected });
    },
  );

  test.each<[LeagueCode, string, Partial<SeasonGame["moment"]>, object]>([
    ["nba", "playing", { period: 2, clockSec: 98, homeScore: 47, awayScore: 41 }, {
      clock: 98,
      displayClock: "1:38",
      period: 2,
      name: "STATUS_IN_PROGRESS",
      detail: "1:38 - 2nd Quarter",
      shortDetail: "1:38 - 2nd",
      scores: ["47", "41"],
    }],
    ["nba", "playing", { period: 5, clockSec: 42 }, {
      displayClock: "42.0",
      shortDetail: "42.0 - OT",
    }],
    ["nba", "break", { period: 2 }, { name: "STATUS_HALFTIME", shortDetail: "Halftime" }],
    ["nba", "break", { period: 1 }, { name: "STATUS_END_PERIOD", shortDetail: "End of 1st" }],
    ["nba", "final", { period: 4 }, { displayClock: "0.0", shortDetail: "Final", completed: true }],
    ["nba", "final", { period: 6 }, { shortDetail: "Final/2OT", state: "post" }],
    ["ncaab", "break", { period: 1 }, { name: "STATUS_HALFTIME" }],
    ["ncaab", "playing", { period: 2, clockSec: 61 }, { detail: "1:01 - 2nd Half" }],
    ["ncaab", "final", { period: 3 }, { shortDetail: "Final/OT" }],
    ["nfl", "playing", { period: 4, clockSec: 48 }, {
      displayClock: "0:48",
      shortDetail: "0:48 - 4th",
    }],
    ["nhl", "playing", { period: 3, clockSec: 600 }, { detail: "10:00 - 3rd Period" }],
    ["nhl", "break", { period: 2 }, { name: "STATUS_END_PERIOD", shortDetail: "End of 2nd" }],
    ["nhl", "final", { period: 4 }, { shortDetail: "Final/OT" }],
    ["mlb", "playing", { period: 9, isTop: true }, {
      displayClock: "0:00",
      shortDetail: "Top 9th",
    }],
    ["mlb", "playing", { period: 5 }, { detail: "Bottom 5th", shortDetail: "Bot 5th" }],
    ["mlb", "break", { period: 11, isTop: true }, { shortDetail: "Mid 11th", state: "in" }],
    ["mlb", "final", { period: 9 }, { shortDetail: "Final" }],
    ["mlb", "final", { period: 10 }, { shortDetail: "Final/10" }],
    ["epl", "playing", { period: 1, clockSec: 2_700 }, {
      clock: 2_700,
      displayClock: "45'",
      name: "STATUS_FIRST_HALF",
    }],
    ["epl", "playing", { period: 1, clockSec: 2_960 }, { clock: 2_700, displayClock: "45'+5'" }],
    ["epl", "playing", { period: 2, clockSec: 3_480 }, {
      displayClock: "58'",
      shortDetail: "58'",
      name: "STATUS_SECOND_HALF",
    }],
    ["epl", "break", { period: 1, clockSec: 2_760 }, {
      name: "STATUS_HALFTIME",
      shortDetail: "HT",
    }],
    ["epl", "final", { period: 2, clockSec: 5_880 }, {
      clock: 5_400,
      displayClock: "90'+8'",
      period: 2,
      name: "STATUS_FULL_TIME",
      shortDetail: "FT",
      completed: true,
    }],
    ["epl", "final", { period: 4, clockSec: 7_200 }, { name: "STATUS_FINAL_AET" }],
    ["epl", "final", { period: 5, clockSec: 7_200 }, {
      name: "STATUS_FINAL_PEN",
      displayClock: "120'",
      shortDetail: "FT-Pens",
    }],
  ])("in the %s, %s %j", async (league, phase, shown, expected) => {
    const at = moment(phase as SeasonGame["moment"]["phase"], shown);
    expect(await statusOf(league, at)).toMatchObject(expected);
  });
});
