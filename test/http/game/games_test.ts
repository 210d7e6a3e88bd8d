import { describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import fc from "fast-check";
import { GameWire } from "../../../adapters/http/game/wire_game.ts";
import { GamesOfWindowMetaWire } from "../../../adapters/http/game/wire_team.ts";
import { type GameRecord } from "../../../core/game/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { gameOf, SOME_DAY_SEC } from "../../core/game/arbitrary_game.ts";
import {
  clubOf,
  lastOf,
  scan,
  settings,
  settingsOf,
  writes,
} from "../../core/game/listing/arbitrary_listing.ts";
import { gameServer } from "./game_server.ts";
import "../edge/wire_formats.ts";

const record = (id: string, changes = {}, rest: Partial<GameRecord> = {}): GameRecord => ({
  game: gameOf(id, {
    league: "epl",
    home: clubOf("epl", "B"),
    away: clubOf("epl", "C"),
    ...changes,
  }),
  platforms: [],
  maybeOn: [],
  ...rest,
});
const ALL = "/api/v1/games?day=2026-09-20&include=platforms,coverage";

/** A schema that allows only the properties it names. */
const strict = <S extends object>(schema: S) => ({ ...schema, additionalProperties: false });

describe("GET /api/v1/games", () => {
  test("returns everything known about a game", async () => {
    const { ask, write } = gameServer();
    await write({
      games: [record("740902", {
        status: "finished",
        isKickoffConfirmed: true,
        actualEndSec: UnixSec(SOME_DAY_SEC + 7_000),
        previousKickoffs: [{
          kickoffSec: UnixSec(SOME_DAY_SEC - 3_600),
          changedSec: UnixSec(SOME_DAY_SEC - 9_999),
        }],
        score: {
          home: 2,
          away: 1,
          clock: `90'+8'`,
          period: 2,
          detail: "FT",
          updatedSec: UnixSec(SOME_DAY_SEC + 6_990),
        },
        supersedes: "espn:1",
        redistributable: "no",
      }, {
        platforms: [{
          source: "kalshi",
          confidence: "high",
          events: 3,
          marketsStored: 12,
          lastSeenSec: UnixSec(SOME_DAY_SEC - 60),
        }, {
          source: "sx_bet",
          confidence: "review",
          events: 1,
          marketsStored: 0,
          lastSeenSec: UnixSec(SOME_DAY_SEC - 61),
        }],
      })],
      scans: [{
        source: "polymarket",
        league: "epl",
        window: { startSec: UnixSec(0), endSec: UnixSec(SOME_DAY_SEC * 2) },
        atSec: UnixSec(SOME_DAY_SEC - 30),
        isComplete: true,
      }],
    });
    const { status, body, headers } = await ask(ALL);
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("private, no-cache");
    const team = (letter: string, number: number) => ({
      id: `soccer:espn:${number}`,
      name: `Élan ${letter}`,
      abbreviation: `${letter}${letter}`,
      logo_url: `https://example.com/${letter}.png`,
      sport: "soccer",
      league: "epl",
    });
    expect(body).toEqual({
      data: [{
        id: "espn:740902",
        sport: "soccer",
        league: "epl",
        status: "finished",
        home: team("B", 66),
        away: team("C", 67),
        time: {
          kickoff_at: "2026-09-20T00:00:00.000Z",
          kickoff_confirmed: true,
          est_end_at: "2026-09-20T01:56:00.000Z",
          end_p90_at: "2026-09-20T02:01:00.000Z",
          actual_end_at: "2026-09-20T01:56:40.000Z",
          est_basis: "sport_prior",
          previous_kickoffs: [{
            kickoff_at: "2026-09-19T23:00:00.000Z",
            changed_at: "2026-09-19T21:13:21.000Z",
          }],
        },
        score: {
          home: 2,
          away: 1,
          clock: "90'+8'",
          period: 2,
          detail: "FT",
          updated_at: "2026-09-20T01:56:30.000Z",
        },
        spine: {
          source: "espn",
          event_id: "740902",
          license_note: "Says nothing of epl",
        },
        supersedes: "espn:1",
        redistributable: "no",
        platforms: [{
          source: "kalshi",
          confidence: "high",
          redistributable: "no",
          license_note: 'Says "ask us"',
          events: 3,
          markets_stored: 12,
          last_seen: "2026-09-19T23:59:00.000Z",
        }, {
          source: "sx_bet",
          confidence: "review",
          redistributable: "unknown",
          license_note: "No known terms of sx_bet cover redistribution of its listings",
          events: 1,
          markets_stored: 0,
          last_seen: "2026-09-19T23:58:59.000Z",
        }],
        coverage: [
          { source: "polymarket", status: "not_listed", checked_at: "2026-09-19T23:59:30.000Z" },
          { source: "kalshi", status: "listed", checked_at: "2026-09-19T23:59:00.000Z" },
        ],
      }],
      next_cursor: null,
      meta: {
        as_of: "2026-09-20T00:00:00.000Z",
        redistributable_filter: "internal",
        venues_checked: ["polymarket", "kalshi"],
        total: 1,
        withheld: { games: 0, reason: "Nothing is withheld" },
        unread_leagues: [],
      },
    });
  });

  test("reports leagues of which nothing, or not everything, was read", async () => {
    const { ask, write } = gameServer();
    const day = { startSec: SOME_DAY_SEC, endSec: UnixSec(SOME_DAY_SEC + 86_400) };
    await write({
      games: [record("1")],
      reaches: new Map([["epl", [day]], ["nba", [{ ...day, startSec: UnixSec(0) }]]]),
    });
    const unread = async (query: string) => {
      const { status, body } = await ask(`/api/v1/games?${query}`);
      return status === 200 ? body.meta.unread_leagues : [status, body.code, body.error];
    };
    expect(await unread("day=2026-09-20&league=epl,nba")).toEqual([]);
    expect(await unread("day=2026-09-20&days=2&league=epl,nba")).toEqual(["nba", "epl"]);
    expect(await unread("day=2026-09-19&league=epl,nba")).toEqual(["epl"]);
    expect(await unread("day=2026-09-20&league=epl,nhl")).toEqual(["nhl"]);
    expect((await unread("day=2026-09-20")).length).toBe(21);
    expect(await unread("day=2026-09-20&league=nhl,mlb")).toEqual([
      503,
      "unavailable",
      "Cannot list games of mlb, nhl yet: the schedule is being read for the first time",
    ]);
  });

  test("matches its documentation, whatever is known", () =>
    fc.assert(
      fc.asyncProperty(settings, writes, fc.array(scan), async (settings, writes, scans) => {
        const { ask, write } = gameServer(settings);
        await write({ games: [...lastOf(writes).values()], scans });
        const { body } = await ask(ALL);
        expect([...Value.Errors(strict(GamesOfWindowMetaWire), body.meta)]).toEqual([]);
        for (const game of body.data) {
          expect([...Value.Errors(strict(GameWire), game)]).toEqual([]);
        }
      }),
      { numRuns: 50 },
    ));

  test("writes a game again when its league's duration or a scan has changed", async () => {
    const { ask, write } = gameServer();
    const written = async () => (await ask(ALL)).body.data[0];
    await write({ games: [record("1")] });
    expect((await written()).time.est_basis).toBe("sport_prior");
    const ended = {
      status: "finished",
      kickoffSec: UnixSec(SOME_DAY_SEC - 86_400),
      actualEndSec: UnixSec(SOME_DAY_SEC - 86_400 + 6_000),
    };
    await write({ games: Array.from({ length: 20 }, (_, id) => record(String(100 + id), ended)) });
    expect((await written()).time)
      .toMatchObject({ est_basis: "league_measured", est_end_at: "2026-09-20T01:40:00.000Z" });
    const window = { startSec: UnixSec(0), endSec: UnixSec(SOME_DAY_SEC * 2) };
    const look = { league: "epl", window, atSec: SOME_DAY_SEC, isComplete: true } as const;
    await write({ scans: [{ ...look, source: "kalshi" }] });
    expect((await written()).coverage[1].status).toBe("not_listed");
  });

  test.each([
    ["", ["platforms"]],
    ["&include=", []],
    ["&include=coverage", ["coverage"]],
    ["&include=coverage,Platforms", ["platforms", "coverage"]],
  ])("with %p includes %p in each game", async (query, parts) => {
    const { ask, write } = gameServer();
    await write({ games: [record("1")] });
    const [game] = (await ask(`/api/v1/games?day=2026-09-20${query}`)).body.data;
    expect(Object.keys(game).filter((key) => ["platforms", "coverage"].includes(key)))
      .toEqual(parts);
  });

  test("filters by league, status and platform, each in any case", async () => {
    const { ask, write } = gameServer();
    const platform = {
      source: "kalshi",
      confidence: "review",
      events: 1,
      marketsStored: 0,
    } as const;
    await write({
      games: [
        record("1", { status: "live" }, {
          platforms: [{ ...platform, lastSeenSec: SOME_DAY_SEC }],
        }),
        record("2", { league: "ucl", status: "postponed" }),
        record("3", { league: "nba", status: "live" }),
      ],
    });
    for (
      const [query, ids] of [
        ["league=UCL,nba", ["espn:2", "espn:3"]],
        ["status=Live", ["espn:1", "espn:3"]],
        ["source=Kalshi,limitless", ["espn:1"]],
        ["league=nba&status=postponed", []],
      ] as const
    ) {
      const { data } = (await ask(`/api/v1/games?day=2026-09-20&${query}`)).body;
      expect(data.map(({ id }: { readonly id: string }) => id)).toEqual(ids);
    }
  });

  test("withholds what may not be passed on, and counts it", async () => {
    const { ask, write } = gameServer(settingsOf("yes_only"));
    const games = (["yes", "no", "unknown"] as const)
      .map((redistributable, at) => record(`${at}`, { redistributable }));
    await write({ games: [...games, record("4", { redistributable: "no", league: "nba" })] });
    const { data, meta } = (await ask("/api/v1/games?day=2026-09-20&league=epl")).body;
    expect(data.map(({ id }: { readonly id: string }) => id)).toEqual(["espn:0"]);
    expect(meta).toMatchObject({
      redistributable_filter: "yes_only",
      total: 1,
      withheld: { games: 2, reason: expect.stringContaining("not permitted") },
    });
  });
});
