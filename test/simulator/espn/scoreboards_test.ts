import { afterAll, describe, expect, test } from "bun:test";
import type { LeagueCode } from "../../../core/game/mod.ts";
import { easternDay, UnixSec } from "../../../core/time/mod.ts";
import { atSec, listedGame, listedTeam } from "./season.ts";
import { startSchedule, type Wire } from "./world.ts";

const NOW = "2026-11-21T02:00:00Z";
const game = (number: number, league: LeagueCode, kickoff: string, teamId = number * 10) =>
  listedGame({
    number,
    league,
    home: listedTeam(`Home ${number}`, { id: teamId, league }),
    away: listedTeam(`Away ${number}`, { id: teamId + 1, league }),
    kickoffSec: atSec(kickoff),
  });

const DAILY = Array.from({ length: 700 }, (_, at) => {
  const kickoffSec = UnixSec(atSec("2026-03-01T18:00:00Z") + Math.floor(at / 30) * 86_400);
  return { ...game(10_000 + at, "mlb", NOW), kickoffSec };
});
const COLLEGE = Array.from(
  { length: 60 },
  (_, at) => game(20_000 + at, "ncaab", NOW, 100 + at * 2),
);

const schedule = startSchedule([
  game(1, "nba", "2026-11-21T01:40:00Z"),
  game(2, "nba", "2026-11-21T18:00:00Z"),
  game(3, "epl", "2026-11-21T15:00:00Z"),
  game(4, "wsl", "2026-11-21T15:00:00Z"),
  game(5, "mls", "2026-11-22T00:30:00Z"),
  game(6, "nfl", "2026-11-22T18:00:00Z"),
  ...DAILY,
  ...COLLEGE,
], NOW);
afterAll(() => schedule.stop());

describe("scoreboards", () => {
  test("are of US Eastern days", async () => {
    expect(await schedule.ids("basketball/nba/scoreboard?dates=20261120")).toEqual(["1"]);
    expect(await schedule.ids("basketball/nba/scoreboard?dates=20261121")).toEqual(["2"]);
    expect(await schedule.ids("soccer/usa.1/scoreboard?dates=20261121")).toEqual(["5"]);
  });

  test("without a day are of today, which in New York is still the day before", async () => {
    expect(easternDay(atSec(NOW)).day).toBe(20);
    expect(await schedule.ids("basketball/nba/scoreboard")).toEqual(["1"]);
  });

  test("may be of a month or a year", async () => {
    expect(await schedule.ids("basketball/nba/scoreboard?dates=202611")).toEqual(["1", "2"]);
    expect(await schedule.ids("basketball/nba/scoreboard?dates=2026")).toEqual(["1", "2"]);
    expect(await schedule.ids("basketball/nba/scoreboard?dates=202612")).toEqual([]);
    expect((await schedule.ids("baseball/mlb/scoreboard?dates=202603&limit=500")).length)
      .toBeGreaterThan(480);
  });

  test.each([
    ["football/nfl/scoreboard?dates=20261120-20261122"],
    ["soccer/eng.1/scoreboard?dates=20261121-20261121"],
    ["soccer/all/scoreboard?dates=20261121-20261122"],
    ["baseball/mlb/scoreboard?dates=2026112"],
    ["baseball/mlb/scoreboard?dates=2026-11-21"],
    ["baseball/mlb/scoreboard?dates=20260230"],
    ["baseball/mlb/scoreboard?dates=202613"],
    ["baseball/mlb/scoreboard?dates="],
    ["baseball/mlb/scoreboard?dates=tomorrow"],
  ])("are refused for %s", async (target) => {
    const { status, body } = await schedule.ask(target);
    expect([status, body]).toEqual([400, { code: 400, message: "Failed to get events endpoint." }]);
  });

  test("of cards and tournaments take a range of days", async () => {
    expect((await schedule.ask("mma/ufc/scoreboard?dates=20261120-20261122")).status).toBe(200);
    expect((await schedule.ask("mma/ufc/scoreboard?dates=20261122-20261120")).status).toBe(400);
    expect((await schedule.ask("mma/ufc/scoreboard?dates=20240101-20261120")).status).toBe(400);
  });

  test.each([
    ["", 100],
    ["&limit=50", 50],
    ["&limit=500", 500],
    ["&limit=501", 25],
    ["&limit=1000", 25],
    ["&limit=x", 100],
  ])("with %p have at most %d events", async (limit, count) => {
    const { body } = await schedule.ask<{ events: ReadonlyArray<Wire> }>(
      `baseball/mlb/scoreboard?dates=202603${limit}`,
    );
    expect(body.events).toHaveLength(count);
  });

  test("of colleges have the whole division only on request", async () => {
    const path = "basketball/mens-college-basketball/scoreboard?dates=20261120&limit=200";
    expect(await schedule.ids(`${path}&groups=50`)).toHaveLength(60);
    expect(await schedule.ids(`${path}&groups=80`)).toHaveLength(0);
    const ranked = (await schedule.ids(path)).length;
    expect(ranked).toBeGreaterThan(0);
    expect(ranked).toBeLessThan(30);
  });

  test("of all soccer have every league, each identified by its uid", async () => {
    const events = await schedule.events("soccer/all/scoreboard?dates=20261121");
    expect(events.map(({ id, uid }) => [id, uid])).toEqual([
      ["3", "s:600~l:700~e:3"],
      ["5", "s:600~l:770~e:5"],
      ["4", "s:600~l:8097~e:4"],
    ]);
  });

  test("have an empty entry now and then", async () => {
    const { body } = await schedule.ask<{ events: ReadonlyArray<Wire> }>(
      "baseball/mlb/scoreboard?dates=202603&limit=500",
    );
    const empty = body.events.filter((event) => Object.keys(event).length === 0);
    expect(empty.length).toBeGreaterThan(0);
    expect(empty.length).toBeLessThan(15);
  });

  test.each([
    ["soccer/xyz.1/scoreboard"],
    ["cricket/nba/scoreboard"],
    ["basketball/constructor/scoreboard"],
    ["basketball/all/scoreboard"],
    ["basketball/nba"],
    ["basketball/nba/scoreboard/x"],
    [""],
  ])("are not there at %p", async (target) => {
    const { status, body } = await schedule.ask(target);
    expect(status).toBe(404);
    expect(body).toMatchObject({ code: 404 });
  });

  test("can be read but not written", async () => {
    const url = `${schedule.url}/apis/site/v2/sports/basketball/nba/scoreboard`;
    expect((await fetch(url, { method: "POST", body: "{}" })).status).toBe(404);
  });
});
