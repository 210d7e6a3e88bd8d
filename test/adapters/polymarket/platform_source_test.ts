import { describe, expect, test } from "bun:test";
import { Effect, Result } from "effect";
import { makePolymarketPlatformSource } from "../../../adapters/polymarket/platform_source.ts";
import type { LeagueCode } from "../../../core/game/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { platformSourceContract } from "../../contract/platform_source_contract.ts";
import { STAGED_NOW, stagedGame } from "../../contract/staged_game.ts";
import { troubleContract } from "../../contract/trouble_contract.ts";
import { ms, type StillClock } from "../../simulator/kit/support.ts";
import { writtenGame } from "./games/game_sample.ts";
import { makeGames } from "./games/game_world.ts";
import type { Written } from "./gamma/gamma_sample.ts";
import { runAt } from "./run_at.ts";

const WINDOW = {
  startSec: UnixSec(ms("2026-11-18T00:00:00Z") / 1000),
  endSec: UnixSec(ms("2026-12-02T00:00:00Z") / 1000),
};

/** Runs with a service that has no games yet, and the platform over it. */
function withSource<A>(
  body: (test: SourceTest) => Effect.Effect<A>,
): Promise<A> {
  return runAt(STAGED_NOW, (clock) => Effect.flatMap(makeSourceTest(clock), body));
}

const makeSourceTest = Effect.fnUntraced(function* (clock: StillClock) {
  const games = yield* makeGames(clock);
  const source = yield* makePolymarketPlatformSource({ gammaUrl: games.url, callsPerSec: 1_000 });
  return {
    ...games,
    scan: (...leagues: ReadonlyArray<LeagueCode>) => source.scan({ leagues, window: WINDOW }),
    advance: (sec: number) => clock.set(clock.nowMs() + sec * 1000),
    nowMs: clock.nowMs,
  };
});

type SourceTest = Effect.Success<ReturnType<typeof makeSourceTest>>;

const [NBA] = writtenGame(stagedGame("nba", 1));
if (NBA === undefined) throw new Error("a game has an event");

troubleContract({
  name: "a scan of the venue's games",
  meet: async (fault) => {
    const met = await Promise.all(
      ["GET /sports", "GET /events/keyset"].map((match) =>
        withSource(Effect.fnUntraced(function* (games) {
          yield* games.put(NBA);
          yield* games.fault({ match, ...fault });
          const startMs = games.nowMs();
          const [scan] = yield* games.scan("nba");
          return { result: scan?.outcome, tookMs: games.nowMs() - startMs };
        }))
      ),
    );
    const tookMs = Math.min(...met.map(({ tookMs }) => tookMs));
    return { results: met.map(({ result }) => result), tookMs };
  },
  failure: { provider: "venue metadata", wanted: "games of nba" },
  troubles: [
    [{ status: 503, times: 2 }, "passes"],
    [{ status: 429, retry_after: 7, times: 1 }, "passes"],
    [500, "unreachable"],
    [400, "refused"],
    [422, "refused"],
    ["malformed", "unreadable"],
    [{ status: 200, body: { data: [] } }, "unreadable"],
    [403, ["limited", 60]],
    [{ status: 429, retry_after: 300 }, ["limited", 300]],
  ],
});

describe("what is asked", () => {
  test("the list of sports is asked for once an hour, however many leagues there are", async () => {
    const counts = await withSource(({ scan, advance, asked }) =>
      Effect.forEach([0, 3_599, 1], (sec) => {
        advance(sec);
        return Effect.all([scan("nba", "epl", "nfl"), scan("nba")]).pipe(
          Effect.andThen(asked),
          Effect.map((paths) => paths.filter((path) => path === "/sports").length),
        );
      })
    );
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
  const scanWith = async (events: ReadonlyArray<Written>, league: LeagueCode = "nba") => {
    const [scan] = await withSource((games) =>
      Effect.andThen(Effect.forEach(events, games.put), games.scan(league))
    );
    if (scan === undefined) throw new Error("a league was asked for");
    return Result.getOrThrow(scan.outcome);
  };

  const over = { ...NBA, closed: true };
  // A season's closed games of another month are left alone.
  const old = { startTime: "2026-10-01T00:00:00Z", endDate: "2026-10-01T00:00:00Z" };
  test.each<[string, Written, ReadonlyArray<string>]>([
    ["a closed game by when it begins", over, ["at"]],
    ["a closed game by when it ends", { ...over, startTime: null }, ["unknown"]],
    ["no closed game of another month", { ...over, ...old }, []],
    ["an open game whatever its start", { ...NBA, ...old }, ["at"]],
    ["an open game of the far future", { ...NBA, startTime: "2027-03-01T00:00:00Z" }, ["at"]],
    ["an open game without a start", { ...NBA, startTime: null }, ["unknown"]],
  ])("a scan has %s", async (_, event, kickoffs) => {
    const { games } = await scanWith([event]);
    expect<ReadonlyArray<string>>(games.map(({ kickoff }) => kickoff.kind)).toEqual(kickoffs);
  });

  test("a title alone gives the sides in the order of the list of sports", async () => {
    const bare = (title: string) => ({ ...NBA, slug: "odd", title, teams: null, sport: null });
    const [nba] = (await scanWith([bare("Pistons vs. Celtics")])).games;
    expect([nba?.away.names, nba?.home.names]).toEqual([["Pistons"], ["Celtics"]]);
    const series = [{ id: "10188", slug: "epl-2026" }];
    const [epl] = (await scanWith([{ ...bare("Arsenal vs. Fulham"), series }], "epl")).games;
    expect([epl?.home.names, epl?.away.names]).toEqual([["Arsenal"], ["Fulham"]]);
  });

  test.each<[string, Written, boolean, object]>([
    ["an event of another form leaves the scan incomplete", { teams: "two" }, false, {}],
    [
      "a season-long market leaves the scan complete, and is reported",
      { title: "NBA Champion", teams: null, gameId: null },
      true,
      { title: "NBA Champion", why: "It does not name two sides" },
    ],
    [
      "a game without two named sides leaves the scan incomplete",
      { title: "Tonight in Detroit", teams: null },
      false,
      { why: "It belongs to a game but does not name two sides" },
    ],
  ])("%s", async (_, changes, isComplete, unread) => {
    const listing = await scanWith([{ ...NBA, id: "77", slug: "odd", ...changes }]);
    expect(listing).toMatchObject({ isComplete, games: [], unread: [{ id: "77", ...unread }] });
  });

  test("of a league that the venue does not file nothing is known", async () => {
    const body = [{ sport: "ufl" }];
    const [scan] = await withSource(({ fault, scan }) =>
      Effect.andThen(
        fault({ match: "GET /sports", kind: "status", status: 200, body }),
        scan("ncaab"),
      )
    );
    const unread = [{ id: "ncaab or cbb", title: "ncaab" }];
    expect(scan).toMatchObject({ outcome: { success: { isComplete: false, games: [], unread } } });
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
