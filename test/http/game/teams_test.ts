import { describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { LeagueWire } from "../../../adapters/http/game/wire_team.ts";
import { type LeagueCode, LEAGUES } from "../../../core/game/mod.ts";
import { gameOf } from "../../core/game/arbitrary_game.ts";
import { clubOf, settingsOf } from "../../core/game/listing/arbitrary_listing.ts";
import { gameServer } from "./game_server.ts";
import "../edge/wire_formats.ts";

const game = (
  id: string,
  { league, sides: [home = "A", away = "B"], ...changes }: {
    readonly league: LeagueCode;
    readonly sides: string;
    readonly redistributable?: "yes";
  },
) => ({
  game: gameOf(id, { league, home: clubOf(league, home), away: clubOf(league, away), ...changes }),
  platforms: [],
  maybeOn: [],
});

const GAMES = [
  game("1", { league: "ucl", sides: "AC" }),
  game("2", { league: "epl", sides: "AB" }),
  game("3", { league: "nba", sides: "BA", redistributable: "yes" }),
];

async function ask(path: string, settings = settingsOf("internal")) {
  const server = gameServer(settings);
  await server.write({ games: GAMES });
  return await server.ask(path);
}

const teams = async (query: string, settings = settingsOf("internal")) => {
  const { body } = await ask(`/api/v1/teams?${query}`, settings);
  return body.data.map(({ id, league }: { id: string; league: string }) => `${id} ${league}`);
};

describe("GET /api/v1/teams", () => {
  test("returns each team once, by id, with its own league rather than a cup", async () => {
    expect(await teams("")).toEqual([
      "basketball:espn:65 nba",
      "basketball:espn:66 nba",
      "soccer:espn:65 epl",
      "soccer:espn:66 epl",
      "soccer:espn:67 ucl",
    ]);
  });

  test.each([
    ["league=ucl", ["soccer:espn:65 ucl", "soccer:espn:67 ucl"]],
    ["league=ucl,epl", ["soccer:espn:65 epl", "soccer:espn:66 epl", "soccer:espn:67 ucl"]],
    ["sport=Basketball", ["basketball:espn:65 nba", "basketball:espn:66 nba"]],
    ["sport=soccer&q=elan%20c", ["soccer:espn:67 ucl"]],
    ["league=epl&q=aa", ["soccer:espn:65 epl"]],
    ["league=nfl", []],
    ["league=epl&sport=basketball", []],
  ])("with %s", async (query, expected) => expect(await teams(query)).toEqual(expected));

  test("returns every field of a team, and continues by cursor with the same filters", async () => {
    const server = gameServer();
    await server.write({ games: GAMES });
    const { body } = await server.ask("/api/v1/teams?league=epl&limit=1");
    expect(body.data).toEqual([{
      id: "soccer:espn:65",
      name: "Élan A",
      abbreviation: "AA",
      logo_url: null,
      sport: "soccer",
      league: "epl",
    }]);
    expect(body.meta).toMatchObject({ total: 2, withheld: { games: 0 } });
    const rest = await server.ask(`/api/v1/teams?league=EPL&cursor=${body.next_cursor}`);
    expect(rest.body.data).toMatchObject([{ id: "soccer:espn:66" }]);
    expect(rest.body.next_cursor).toBeNull();
    const other = await server.ask(`/api/v1/teams?league=ucl&cursor=${body.next_cursor}`);
    expect(other.status).toBe(400);
    expect(await server.walk("/api/v1/teams?limit=2")).toHaveLength(5);
  });

  test("withholds teams that appear only in games that are withheld", async () => {
    const careful = settingsOf("yes_only");
    expect(await teams("", careful)).toEqual(["basketball:espn:65 nba", "basketball:espn:66 nba"]);
    const { body } = await ask("/api/v1/teams?sport=soccer", careful);
    expect([body.data, body.meta.withheld.games]).toEqual([[], 2]);
  });
});

describe("GET /api/v1/leagues", () => {
  test("returns every league with its games and how long they last", async () => {
    const { body } = await ask("/api/v1/leagues");
    expect(body.data.map(({ code }: { readonly code: string }) => code)).toEqual([...LEAGUES]);
    for (const league of body.data) expect([...Value.Errors(LeagueWire, league)]).toEqual([]);
    const byCode = new Map<string, unknown>(
      body.data.map((league: { readonly code: string }) => [league.code, league]),
    );
    expect(byCode.get("epl")).toEqual({
      code: "epl",
      name: "English Premier League",
      sport: "soccer",
      games: 1,
      duration: { median_min: 116, p90_min: 121, basis: "sport_prior" },
    });
    expect(byCode.get("ufc")).toMatchObject({ games: 0, duration: { basis: null } });
    expect(body.meta).toMatchObject({ total: LEAGUES.length, withheld: { games: 0 } });
  });
});
