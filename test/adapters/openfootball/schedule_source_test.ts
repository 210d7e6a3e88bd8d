import { describe, expect, test } from "bun:test";
import { Effect } from "effect";
import { LEAGUE_FILES } from "../../../adapters/openfootball/league_file.ts";
import { makeOpenfootballScheduleSource } from "../../../adapters/openfootball/schedule_source.ts";
import { LEAGUE_FACTS, type ScheduledGame } from "../../../core/game/mod.ts";
import type { ScheduleDay } from "../../../core/port/schedule_source.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { MATCH, startCheckout as start } from "./checkout.ts";

const secOf = (iso: string) => UnixSec(Date.parse(iso) / 1000);
const isoOf = ({ kickoffSec }: ScheduledGame) => new Date(kickoffSec * 1000).toISOString();
const only = ({ games }: ScheduleDay): ScheduledGame => {
  expect(games.length).toBe(1);
  const [game] = games;
  if (game === undefined) throw new Error("no game");
  return game;
};

describe("a day of openfootball", () => {
  test("has its matches as they are written", async () => {
    const { games, troubles } = await start().day("epl", "2025-08-16");
    expect(troubles).toEqual([]);
    expect(games.map(({ eventId }) => eventId)).toEqual([
      "epl-2025-26-aston-villa-fc-newcastle-united-fc",
      "epl-2025-26-brighton-hove-albion-fc-fulham-fc",
    ]);
    // Of `brighton-hove-albion-fc` and `fulham-fc`, by sha256sum: they never change.
    const side = { logoUrl: null, sport: "soccer", league: "epl", otherNames: [] };
    expect(games[1]).toEqual({
      eventId: "epl-2025-26-brighton-hove-albion-fc-fulham-fc",
      league: "epl",
      home: {
        ...side,
        id: "soccer:openfootball:195599903899198",
        name: "Brighton & Hove Albion FC",
        abbreviation: "BHA",
      },
      away: {
        ...side,
        id: "soccer:openfootball:237852991854697",
        name: "Fulham FC",
        abbreviation: "FUL",
      },
      kickoffSec: secOf("2025-08-16T14:00:00Z"),
      isKickoffConfirmed: true,
      status: "finished",
      statusText: "a result",
      score: { home: 1, away: 1, clock: null, period: null, detail: "FT" },
    } as ScheduledGame);
  });

  test.each(
    [
      ["epl", "2026-01-17", "2026-01-17T15:00:00.000Z"],
      ["ucl", "2024-09-18", "2024-09-18T19:00:00.000Z"],
      ["mls", "2025-03-09", "2025-03-09T20:00:00.000Z"],
      ["ligamx", "2024-07-12", "2024-07-13T03:00:00.000Z"],
    ] as const,
  )("of %s on %s begins by the clocks of its country", async (league, day, kickoff) => {
    expect(isoOf(only(await start().day(league, day)))).toBe(kickoff);
  });

  test("is found in files of both kinds of seasons, and of one that runs late", async () => {
    const checkout = start({ isEmpty: true });
    const on = (date: string, team1: string) => ({ ...MATCH, date, team1, time: "12:00" });
    checkout.write("2019-20/en.1", [on("2020-07-26", "Late"), on("2020-03-07", "Spring")]);
    checkout.write("2020-21/en.1", [on("2020-06-30", "Early"), on("2020-09-12", "Autumn")]);
    checkout.write("2020/en.1", [on("2020-05-02", "Summer"), on("2020-09-12", "Summer")]);
    const homes = async (day: string) =>
      (await checkout.day("epl", day)).games.map(({ home }) => home.name).sort();
    expect(await homes("2020-03-07")).toEqual(["Spring"]);
    expect(await homes("2020-05-02")).toEqual(["Summer"]);
    expect(await homes("2020-06-30")).toEqual(["Early"]);
    expect(await homes("2020-07-26")).toEqual(["Late"]);
    expect(await homes("2020-09-12")).toEqual(["Autumn", "Summer"]);
    expect(await homes("2020-09-13")).toEqual([]);
  });
});

describe("the status of a match", () => {
  test.each([
    ["scheduled until its kickoff", "2026-02-18", "2026-02-18T19:59:59Z", "scheduled"],
    ["unknown from its kickoff on", "2026-02-18", "2026-02-18T20:00:00Z", null],
    ["unknown until there is a result", "2026-02-18", "2026-02-20T00:00:00Z", null],
    ["scheduled until a day without an hour", "2026-03-21", "2026-03-20T23:59:59Z", "scheduled"],
    ["unknown on a day without an hour", "2026-03-21", "2026-03-21T00:00:00Z", null],
    ["finished with a result", "2026-01-17", "2026-01-17T15:00:00Z", "finished"],
    ["unknown if a result came too early", "2026-01-17", "2026-01-17T14:59:59Z", null],
  ])("is %s: on %s, at %s, it is %p", async (_, day, now, expected) => {
    const { status, score } = only(await start().day("epl", day, now));
    expect(status).toBe(expected as never);
    expect(status === "finished").toBe(score !== null);
  });

  const scoreOf = async (round: string, score: unknown) => {
    const checkout = start({ isEmpty: true });
    checkout.write("2025-26/uefa.cl", [{ ...MATCH, date: "2026-03-10", round, score }]);
    const { score: read, status } = only(await checkout.day("ucl", "2026-03-10"));
    return status === "finished" && read !== null
      ? [read.home, read.away, read.detail]
      : [status, read];
  };

  const FT = [1, 1];
  test.each([
    ["of extra time", { ft: FT, et: [2, 1] }, [2, 1, "AET"]],
    ["of extra time, without a shoot-out", { ft: FT, et: [2, 2], p: [3, 4] }, [2, 2, "FT-Pens"]],
    ["of the game, without a shoot-out", { ft: FT, p: [3, 4] }, [1, 1, "FT-Pens"]],
  ])("has the goals %s", async (_, score, expected) => {
    expect(await scoreOf("Final", score)).toEqual(expected);
  });

  const KNOCKOUTS = ["Playoffs, Matchday 2", "Clausura Playoffs, Play-in round 1"];
  test.each([...KNOCKOUTS, "Quarterfinals", "Final", "Round of 16", "Knockout, 2nd leg"])(
    "has no score in %p, where a shoot-out may have been counted in",
    async (round) => expect(await scoreOf(round, { ft: [1, 5] })).toEqual(["finished", null]),
  );

  test.each(["League, Matchday 8", "Group H", "Matchday 38", "Apertura, Matchday 1"])(
    "has the score in %p, where there is no shoot-out",
    async (round) => expect(await scoreOf(round, { ft: [1, 5] })).toEqual([1, 5, "FT"]),
  );

  test.each([[undefined], [null], [{}], [{ ft: null }], [{ ht: [1, 0] }]])(
    "is unknown after its day with the score %p",
    async (score) => expect(await scoreOf("Matchday 1", score)).toEqual([null, null]),
  );
});

describe("a match", () => {
  test("is another one than the same sides' later match", async () => {
    const checkout = start();
    const [league, final] = [
      only(await checkout.day("ucl", "2024-10-01")),
      only(await checkout.day("ucl", "2025-04-29")),
    ];
    expect(league.eventId).toBe("ucl-2024-25-arsenal-fc-paris-saint-germain-fc");
    expect(final.eventId).toBe(`${league.eventId}-2`);
    expect(final.home).toEqual(league.home);
  });

  test("has the same clubs whatever competition it is of", async () => {
    const checkout = start();
    const abroad = only(await checkout.day("ucl", "2024-10-01")).home;
    const atHome = only(await checkout.day("epl", "2026-02-18", "2026-02-01T00:00:00Z")).away;
    expect(abroad).toEqual({ ...atHome, league: "ucl" });
  });
});

describe("the source", () => {
  test("has the leagues that the checkout has for the season of today", async () => {
    const checkout = start();
    expect(await checkout.leagues("2026-02-01")).toEqual(["epl", "bundesliga"]);
    expect(await checkout.leagues("2025-12-01")).toEqual(["epl", "bundesliga", "mls"]);
    expect(await checkout.leagues("2026-07-31")).toEqual(["epl", "bundesliga"]);
    expect(await checkout.leagues("2025-05-31")).toEqual(["mls", "ligamx", "ucl"]);
  });

  test("has all, to fail for them, where the checkout has none", async () => {
    const checkout = start({ isEmpty: true });
    checkout.remove();
    expect(await checkout.leagues("2026-02-01")).toEqual([...LEAGUE_FILES.keys()]);
  });

  test("may be passed on, and has soccer played by men", async () => {
    const folder = start().path;
    const made = makeOpenfootballScheduleSource({ folder });
    const { name, redistributable } = await Effect.runPromise(made);
    expect(name).toBe("openfootball");
    for (const league of LEAGUE_FILES.keys()) {
      expect(redistributable(league)).toBe("yes");
      expect(LEAGUE_FACTS[league]).toMatchObject({ sport: "soccer", squad: "men" });
    }
  });
});
