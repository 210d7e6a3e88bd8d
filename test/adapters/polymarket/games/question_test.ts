import { describe, expect, test } from "bun:test";
import { Effect, Result } from "effect";
import { makeGamesQuestion } from "../../../../adapters/polymarket/games/question.ts";
import { LEAGUES } from "../../../../core/game/mod.ts";
import { STAGED_NOW, stagedGame } from "../../../contract/staged_game.ts";
import type { Written } from "../gamma/gamma_sample.ts";
import { runAt } from "../run_at.ts";
import { writtenGame } from "./game_sample.ts";
import { makeGames } from "./game_world.ts";

/** Asks a service that lists these events, of whose calls one kind is answered otherwise. */
function ask(events: ReadonlyArray<Written>, fault?: Written) {
  return runAt(STAGED_NOW, (clock) =>
    Effect.gen(function* () {
      const games = yield* makeGames(clock);
      yield* Effect.forEach(events, games.put);
      if (fault !== undefined) yield* games.fault({ kind: "status", status: 200, ...fault });
      const question = yield* makeGamesQuestion({ gammaUrl: games.url });
      return yield* Effect.result(question.ask);
    }));
}

describe("the probe's question about games", () => {
  test("reports which leagues have series, and describes the first page of one", async () => {
    const text = Result.getOrThrow(await ask(writtenGame(stagedGame("nba", 1))));
    expect(text).toBe(
      `series of ${LEAGUES.length} leagues; nba: 1 games in 1 events, 0 unread, ` +
        "such as Detroit Pistons at Boston Celtics, 2026-11-21T18:00:00.000Z",
    );
  });

  test("names the leagues that are filed nowhere", async () => {
    const sports = LEAGUES.filter((league) => league !== "ufc" && league !== "epl")
      .map((sport) => ({ sport, series: "4711" }));
    const text = Result.getOrThrow(await ask([], { match: "GET /sports", body: sports }));
    expect(text).toContain("(none of ");
    expect(text).toContain("ufc");
    expect(text).toEndWith("none of them has an open event");
  });

  test.each<[string, Written]>([
    ["none of its 1 sports is ours", {
      match: "GET /sports",
      body: [{ sport: "ufl", series: "1" }],
    }],
    ["its events have an unexpected format", {
      match: "GET /events",
      body: { events: [{ no: 1 }] },
    }],
    ["no game has a kickoff", {
      match: "GET /events",
      body: { events: [{ id: 1, title: "A vs. B", gameId: 7 }] },
    }],
  ])("fails where %s", async (why, fault) => {
    expect(await ask([], fault)).toMatchObject({
      failure: { reason: "unreadable", cause: new Error(why) },
    });
  });
});
