/** The 503 response for games that were not read yet. @module */
import { describe, expect, test } from "bun:test";
import type { LeagueCode } from "../../../core/game/mod.ts";
import type { ReadingTrouble } from "../../../core/port/schedule_reading.ts";
import { addDays, easternDay, UnixSec } from "../../../core/time/mod.ts";
import { SOME_DAY_SEC } from "../../core/game/arbitrary_game.ts";
import { settingsOf } from "../../core/game/listing/arbitrary_listing.ts";
import { gameServer } from "./game_server.ts";

const FOLLOWED: ReadonlyArray<LeagueCode> = ["nfl", "nba", "epl"];
const TODAY = easternDay(SOME_DAY_SEC);
const BEGAN_SEC = UnixSec(SOME_DAY_SEC - 60);
const reading = (league: LeagueCode, days = 0) => ({
  league,
  day: addDays(TODAY, days),
  atSec: BEGAN_SEC,
});
const trouble = (
  league: LeagueCode,
  reason: ReadingTrouble["reason"] = "unreachable",
): ReadingTrouble => ({ league, sinceSec: UnixSec(SOME_DAY_SEC - 3_600), reason });

const server = () => gameServer({ ...settingsOf("internal"), leagues: FOLLOWED });

/** The response to a path after a refresh of the read model. */
async function responseOf(
  { ask, refresh }: Pick<ReturnType<typeof server>, "ask" | "refresh">,
  path = "/api/v1/games",
) {
  await refresh();
  const { status, body, headers } = await ask(path);
  return { status, retryAfter: headers.get("retry-after"), ...body };
}

describe("games that were not read yet", () => {
  test("answer 503 with the reading progress", async () => {
    const games = server();
    expect(await responseOf(games)).toEqual({
      status: 503,
      code: "unavailable",
      retryAfter: "5",
      error: "Cannot list games yet: the schedule is being read for the first time",
      hint:
        "Try again in a few seconds. Read so far: the games of 2026-09-19 for 0 of 3 leagues, " +
        "and 0 of 51 league days in total. A league is listed once today's games are read",
    });
    await games.note({ readings: [reading("epl"), reading("epl", 1)], troubles: [] });
    expect((await responseOf(games)).hint).toStartWith(
      "Try again in a few seconds. Read so far: the games of 2026-09-19 for 1 of 3 leagues, " +
        "and 2 of 51 league days in total, the last at 2026-09-19T23:59:00.000Z.",
    );
  });

  test.each(
    [
      ["unreachable", "has been unreachable"],
      ["timeout", "has been timing out"],
      ["limited", "has been rate-limiting this service"],
      ["refused", "has been rejecting requests"],
      ["unreadable", "has been sending unreadable responses"],
    ] as const,
  )("answer 503 with what is wrong and since when: %s", async (reason, text) => {
    const games = server();
    await games.note({ readings: [], troubles: FOLLOWED.map((one) => trouble(one, reason)) });
    const { status, retryAfter, error, hint } = await responseOf(games);
    expect([status, retryAfter, error]).toEqual([
      503,
      "60",
      `Cannot list games: the schedule ${text} since 2026-09-19T23:00:00.000Z`,
    ]);
    expect(hint).toStartWith("Try again in a minute: the service retries after 20 s, then about");
  });

  test("name the requested leagues", async () => {
    const games = server();
    await games.note({ readings: [], troubles: [trouble("nba"), trouble("epl")] });
    expect((await responseOf(games, "/api/v1/games?league=epl,nba")).error)
      .toStartWith("Cannot list games of nba, epl: the schedule has been unreachable since 2026-");
  });

  test("report the trouble of one league while the others are still read", async () => {
    const games = server();
    await games.note({ readings: [], troubles: [trouble("nba", "refused")] });
    const { error, hint } = await responseOf(games);
    expect(error).toContain("is being read for the first time");
    expect(hint).toEndWith(
      "The schedule of nba has been rejecting requests since 2026-09-19T23:00:00.000Z",
    );
  });

  test("of one league do not stop the others from being listed", async () => {
    const games = server();
    await games.note({ readings: [reading("epl")], troubles: [trouble("nba")] });
    await games.write({ reaches: new Map([["epl", []]]) });
    const of = async (league: string) => {
      const { status, error, meta } = await responseOf(games, `/api/v1/games?league=${league}`);
      return [status, error ?? meta.unread_leagues];
    };
    expect(await of("epl")).toEqual([200, ["epl"]]);
    expect(await of("epl,nba")).toEqual([200, ["nba", "epl"]]);
    expect(await of("nba")).toEqual([
      503,
      "Cannot list games of nba: the schedule has been unreachable since 2026-09-19T23:00:00.000Z",
    ]);
    expect(await of("nfl")).toEqual([
      503,
      "Cannot list games of nfl yet: the schedule is being read for the first time",
    ]);
    expect((await responseOf(games, "/api/v1/teams")).status).toBe(200);
  });
});
