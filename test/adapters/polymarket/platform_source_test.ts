import { describe, expect, test } from "bun:test";
import { Effect, Result } from "effect";
import { makePolymarketPlatformSource } from "../../../adapters/polymarket/platform_source.ts";
import type { LeagueCode } from "../../../core/game/mod.ts";
import type { LeagueScan } from "../../../core/port/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { platformSourceContract } from "../../contract/platform_source_contract.ts";
import { STAGED_NOW, stagedGame } from "../../contract/staged_game.ts";
import { troubleContract } from "../../contract/trouble_contract.ts";
import { ms } from "../../simulator/kit/support.ts";
import { writtenGame } from "./games/game_sample.ts";
import { makeGames } from "./games/game_world.ts";
import type { Written } from "./gamma/gamma_sample.ts";
import { runAt } from "./run_at.ts";

const WINDOW = {
  startSec: UnixSec(ms("2026-11-18T00:00:00Z") / 1000),
  endSec: UnixSec(ms("2026-12-02T00:00:00Z") / 1000),
};

type Games = Effect.Success<ReturnType<typeof makeGames>>;

/** What a test has at hand: a service with no games yet, and the platform over it. */
interface SourceTest extends Games {
  readonly scan: (...leagues: ReadonlyArray<LeagueCode>) => Effect.Effect<
    ReadonlyArray<LeagueScan>
  >;
  readonly advance: (sec: number) => void;
  readonly nowMs: () => number;
}

function withSource<A>(
  body: (test: SourceTest) => Effect.Effect<A>,
  { callsPerSec = 1_000 } = {},
): Promise<A> {
  return runAt(STAGED_NOW, (clock) =>
    Effect.gen(function* () {
      const games = yield* makeGames(clock);
      const source = yield* makePolymarketPlatformSource({ gammaUrl: games.url, callsPerSec });
      return yield* body({
        ...games,
        scan: (...leagues) => source.scan({ leagues, window: WINDOW }),
        advance: (sec) => clock.set(clock.nowMs() + sec * 1000),
        nowMs: clock.nowMs,
      });
    }));
}

const [NBA] = writtenGame(stagedGame("nba", 1));
if (NBA === undefined) throw new Error("a game has an event");

troubleContract({
  name: "a scan of the venue's games",
  meet: async (fault) => {
    const met = await Promise.all(
      ["GET /sports", "GET /events/keyset"].map((match) =>
        withSource((games) =>
          Effect.gen(function* () {
            yield* games.put(NBA);
            yield* games.fault({ match, ...fault });
            const startMs = games.nowMs();
            const [scan] = yield* games.scan("nba");
            return { result: scan?.outcome, tookMs: games.nowMs() - startMs };
          })
        )
      ),
    );
    const tookMs = Math.min(...met.map(({ tookMs }) => tookMs));
    return { results: met.map(({ result }) => result), calls: NaN, tookMs };
  },
  failure: { provider: "venue metadata", wanted: "games of nba" },
  troubles: [
    [{ status: 503, times: 2 }, "passes"],
    [{ kind: "drop", times: 2 }, "passes"],
    [{ status: 429, retry_after: 7, times: 1 }, "passes"],
    [500, "unreachable"],
    ["drop", "unreachable"],
    [400, "refused"],
    [404, "refused"],
    [422, "refused"],
    ["malformed", "unreadable"],
    [{ status: 200, body: { data: [] } }, "unreadable"],
    [403, ["limited", 60]],
    [{ status: 429, retry_after: 300 }, ["limited", 300]],
  ],
});

describe("what is asked", () => {
  test("the list of sports is asked for once an hour, however many leagues there are", async () => {
    const counts = await withSource(({ scan, advance, asked }) => {
      const sports = Effect.map(
        asked,
        (paths) => paths.filter((path) => path === "/sports").length,
      );
      return Effect.gen(function* () {
        yield* scan("nba", "epl", "nfl");
        yield* scan("nba");
        const first = yield* sports;
        advance(3_599);
        yield* scan("nba");
        const still = yield* sports;
        advance(1);
        yield* scan("nba", "mls");
        return [first, still, yield* sports];
      });
    });
    expect(counts).toEqual([1, 1, 2]);
  });

  test("a series is asked for by the ids of the list of sports, open ones first", async () => {
    const paths = await withSource(({ scan, asked }) => Effect.andThen(scan("epl"), asked));
    expect(paths[0]).toBe("/sports");
    const queries = paths.slice(1).map((path) => new URLSearchParams(path.split("?")[1]));
    expect(queries.map((query) => [query.get("series_id"), query.get("closed")]))
      .toEqual([["10188", "false"], ["10188", "true"], ["10188", "true"]]);
    expect(queries[1]?.get("start_time_min")).toBe("2026-11-18T00:00:00Z");
    expect(queries[1]?.get("start_time_max")).toBe("2026-12-02T00:00:00Z");
    expect(queries[2]?.get("end_date_min")).toBe("2026-11-18T00:00:00Z");
  });
});

describe("what is listed", () => {
  const scanWith = (events: ReadonlyArray<Written>, league: LeagueCode = "nba") =>
    withSource((games) => Effect.andThen(Effect.forEach(events, games.put), games.scan(league)))
      .then(([scan]) => {
        if (scan === undefined) throw new Error("a league was asked for");
        return Result.getOrThrow(scan.outcome);
      });

  test("closed games are found by when they begin, or by when they end", async () => {
    const over = { ...NBA, closed: true };
    expect((await scanWith([over])).games).toMatchObject([{ kickoff: { kind: "at" } }]);
    const silent = { ...over, startTime: null, endDate: "2026-11-24T23:59:59Z" };
    expect((await scanWith([silent])).games).toMatchObject([{ kickoff: { kind: "unknown" } }]);
    // A season's closed games of another month are left alone.
    const old = { startTime: "2026-10-01T00:00:00Z", endDate: "2026-10-01T00:00:00Z" };
    expect((await scanWith([{ ...over, ...old }])).games).toEqual([]);
  });

  test("open games are found whatever their start, or without one", async () => {
    for (const startTime of ["2026-10-01T00:00:00Z", "2027-03-01T00:00:00Z", null]) {
      expect((await scanWith([{ ...NBA, startTime }])).games).toHaveLength(1);
    }
  });

  test("a title alone gives the sides in the order of the list of sports", async () => {
    const bare = (title: string) => ({ ...NBA, slug: "odd", title, teams: null, sport: null });
    const [nba] = (await scanWith([bare("Pistons vs. Celtics")])).games;
    expect([nba?.away.names, nba?.home.names]).toEqual([["Pistons"], ["Celtics"]]);
    const series = [{ id: "10188", slug: "epl-2026" }];
    const [epl] = (await scanWith([{ ...bare("Arsenal vs. Fulham"), series }], "epl")).games;
    expect([epl?.home.names, epl?.away.names]).toEqual([["Arsenal"], ["Fulham"]]);
  });

  test("an event of another form leaves the scan incomplete", async () => {
    const odd = { ...NBA, id: "77", slug: "odd", teams: "two" };
    const listing = await scanWith([NBA, odd]);
    expect(listing).toMatchObject({ isComplete: false, games: [{}], unread: [{ id: "77" }] });
  });

  test("a season-long market leaves the scan complete, and is reported", async () => {
    const future = { ...NBA, id: "78", slug: "nba-champion", title: "NBA Champion", teams: null };
    const listing = await scanWith([{ ...future, gameId: null }]);
    expect(listing).toEqual({
      isComplete: true,
      games: [],
      unread: [{ id: "78", title: "NBA Champion", why: "It does not name two sides" }],
    });
  });

  test("a game without two named sides leaves it incomplete", async () => {
    const odd = { ...NBA, id: "79", title: "Tonight in Detroit", teams: null };
    expect(await scanWith([odd])).toMatchObject({
      isComplete: false,
      games: [],
      unread: [{ id: "79", why: "It belongs to a game but does not name two sides" }],
    });
  });

  test("of a league that the venue does not file nothing is known", async () => {
    const [scan] = await withSource(({ fault, scan }) =>
      Effect.andThen(
        fault({ match: "GET /sports", kind: "status", status: 200, body: [{ sport: "ufl" }] }),
        scan("ncaab"),
      )
    );
    expect(scan).toMatchObject({
      outcome: {
        success: { isComplete: false, games: [], unread: [{ id: "ncaab or cbb", title: "ncaab" }] },
      },
    });
  });
});

platformSourceContract({
  name: "polymarket",
  gamesOverPage: 101,
  startPlatform: (games, clock) =>
    Effect.gen(function* () {
      const gamma = yield* makeGames(clock);
      yield* Effect.forEach(games.flatMap(writtenGame), gamma.put);
      return gamma.url;
    }),
  makeSource: (gammaUrl) => makePolymarketPlatformSource({ gammaUrl, callsPerSec: 1_000 }),
  isLaterPage: ({ target }) => target.includes("after_cursor="),
  isAbout: ({ target }, league) =>
    target.includes(`series_id=${league === "nba" ? 10345 : 10188}&`),
});
