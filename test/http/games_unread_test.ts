/** What is told of games that were not read yet. @module */
import { describe, expect, test } from "bun:test";
import type { LeagueCode } from "../../core/game/mod.ts";
import type { ReadingTrouble } from "../../core/port/mod.ts";
import { addDays, easternDay, UnixSec } from "../../core/time/mod.ts";
import { SOME_DAY_SEC } from "../core/game/arbitrary_game.ts";
import { settingsOf } from "../core/game/listing/arbitrary_listing.ts";
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

/** What a path is answered once the book was brought up to date. */
async function told(
  { ask, refresh }: Pick<ReturnType<typeof server>, "ask" | "refresh">,
  path = "/api/v1/games",
) {
  await refresh();
  const { status, body, headers } = await ask(path);
  return { status, retryAfter: headers.get("retry-after"), ...body };
}

describe("games that were not read yet", () => {
  test("are told of with what is read and how far it is", async () => {
    const games = server();
    expect(await told(games)).toEqual({
      status: 503,
      code: "unavailable",
      retryAfter: "5",
      error: "Cannot list games yet: the schedule is being read for the first time",
      hint: "Games of 2026-09-19 are read of 0 of 3 leagues, and 0 of 51 days of leagues in all. " +
        "A league is listed as soon as its games of today are read",
    });
    await games.note({ readings: [reading("epl"), reading("epl", 1)], troubles: [] });
    expect((await told(games)).hint).toStartWith(
      "Games of 2026-09-19 are read of 1 of 3 leagues, and 2 of 51 days of leagues in all, the " +
        "last at 2026-09-19T23:59:00.000Z.",
    );
  });

  test.each(
    [
      ["unreachable", "cannot be reached"],
      ["timeout", "does not answer in time"],
      ["limited", "turns this service away"],
      ["refused", "refuses the question"],
      ["unreadable", "answers what cannot be read"],
    ] as const,
  )("are told of with what is wrong and since when: %s", async (reason, words) => {
    const games = server();
    await games.note({ readings: [], troubles: FOLLOWED.map((one) => trouble(one, reason)) });
    const { status, retryAfter, error } = await told(games);
    expect([status, retryAfter, error]).toEqual([
      503,
      "60",
      `Cannot list games: the schedule ${words} since 2026-09-19T23:00:00.000Z`,
    ]);
  });

  test("name the leagues that were asked for", async () => {
    const games = server();
    await games.note({ readings: [], troubles: [trouble("nba"), trouble("epl")] });
    expect((await told(games, "/api/v1/games?league=epl,nba")).error)
      .toStartWith("Cannot list games of nba, epl: the schedule cannot be reached since 2026-");
  });

  test("tell the trouble of one league beside the others that are read on", async () => {
    const games = server();
    await games.note({ readings: [], troubles: [trouble("nba", "refused")] });
    const { error, hint } = await told(games);
    expect(error).toContain("is being read for the first time");
    expect(hint).toEndWith(
      "The schedule of nba refuses the question since 2026-09-19T23:00:00.000Z",
    );
  });

  test("of one league do not keep the others from being listed", async () => {
    const games = server();
    await games.note({ readings: [reading("epl")], troubles: [trouble("nba")] });
    await games.write({ reaches: new Map([["epl", []]]) });
    const of = async (league: string) => {
      const { status, error, meta } = await told(games, `/api/v1/games?league=${league}`);
      return [status, error ?? meta.unread_leagues];
    };
    expect(await of("epl")).toEqual([200, ["epl"]]);
    expect(await of("epl,nba")).toEqual([200, ["nba", "epl"]]);
    expect(await of("nba")).toEqual([
      503,
      "Cannot list games of nba: the schedule cannot be reached since 2026-09-19T23:00:00.000Z",
    ]);
    expect(await of("nfl")).toEqual([
      503,
      "Cannot list games of nfl yet: the schedule is being read for the first time",
    ]);
    expect((await told(games, "/api/v1/teams")).status).toBe(200);
  });

  test("are told of alike by every process on the store, whichever reads", async () => {
    const games = server();
    await games.note({ readings: [], troubles: [trouble("nfl")] });
    await games.note({ readings: [reading("nfl")], troubles: [] });
    const { hint } = await told(games);
    expect(hint).not.toContain("cannot be reached");
    expect(hint).toContain("1 of 3 leagues");
  });
});
