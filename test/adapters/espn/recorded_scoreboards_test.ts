import { describe, expect } from "bun:test";
import { Effect, Result } from "effect";
import type { LeagueCode, ScheduledGame } from "../../../core/game/mod.ts";
import { toIso } from "../../../core/time/mod.ts";
import { sharedPath, testWithShared } from "../../shared_data.ts";
import { withSchedule, type Written } from "./espn_world.ts";
import {
  MIXED_BUNDESLIGA,
  MIXED_MLS,
  MIXED_NWSL,
  MIXED_WORLD_CUP,
  MLB,
  MLS,
  NBA,
  NFL,
  OTHER_UFC,
  OTHER_WTA,
  rowsOf,
} from "./recorded_rows.ts";

/** A recorded answer, the path and the US Eastern day it is served for, and who reads it. */
type Capture = readonly [
  file: string,
  path: string,
  day: string,
  tables: Partial<Record<LeagueCode, string>>,
];

const CAPTURES: ReadonlyArray<Capture> = [
  ["espn_mlb", "baseball/mlb", "2022-09-17", { mlb: MLB }],
  ["espn_nba", "basketball/nba", "2022-10-02", { nba: NBA }],
  ["espn_nfl", "football/nfl", "2022-09-11", { nfl: NFL }],
  ["espn_soccer_mls_live", "soccer/usa.1", "2022-09-17", { mls: MLS }],
  ["espn_soccer_mixed_incl_penalties", "soccer/all", "2022-09-09", {
    bundesliga: MIXED_BUNDESLIGA,
    nwsl: MIXED_NWSL,
    mls: MIXED_MLS,
    worldcup: MIXED_WORLD_CUP,
    epl: "",
    wsl: "",
    ucl: "",
  }],
  ["espn_other_sports", "mma/ufc", "2022-12-17", { ufc: OTHER_UFC }],
  ["espn_other_sports", "tennis/wta", "2022-12-10", { wta: OTHER_WTA }],
  ["espn_other_sports", "tennis/wta", "2022-12-11", { wta: "" }],
  ["espn_other_sports", "tennis/atp", "2022-12-10", { atp: "" }],
  ["espn_other_sports", "basketball/nba", "2022-09-08", { nba: "" }],
];

const read = async (file: string): Promise<Written> =>
  await Bun.file(sharedPath(`espn/${file}.json`)).json();

describe("recorded scoreboards", () => {
  for (const [file, path, day, tables] of CAPTURES) {
    for (const [league, table] of Object.entries(tables) as ReadonlyArray<[LeagueCode, string]>) {
      const name = `${file}.json is read as ${league} of ${day}`;
      testWithShared([`espn/${file}.json`], name, async () => {
        const body = await read(file);
        const result = await withSchedule(
          { start: `${day}T23:45:00Z` },
          ({ put, day: ask }) =>
            Effect.andThen(put(path, day.replaceAll("-", ""), body), ask(league, day)),
        );
        const { games, troubles } = Result.getOrThrow(result);
        expect(games.map(rowOf)).toEqual([...rowsOf(table)]);
        expect(troubles).toEqual([]);
        expect(games.filter(({ isKickoffConfirmed }) => !isKickoffConfirmed)).toEqual([]);
      });
    }
  }

  const files = [...new Set(CAPTURES.map(([file]) => file))];
  const paths = files.map((file) => `espn/${file}.json`);
  testWithShared(paths, "every competition of them is in the tables, or of no league", async () => {
    const written = await Promise.all(files.map(read));
    const ids = written.flatMap(({ events }) =>
      (events as ReadonlyArray<{ uid: string; competitions: ReadonlyArray<{ id: string }> }>)
        // Volleyball and golf have no league here.
        .filter(({ uid }) => !/^s:(400|1100)~/.test(uid))
        .flatMap(({ competitions }) => competitions.map(({ id }) => id))
    );
    const rows = CAPTURES.flatMap(([, , , tables]) => Object.values(tables).flatMap(rowsOf));
    expect(ids.toSorted()).toEqual(rows.map((row) => row.split(";")[0] ?? "").toSorted());
    expect(ids.length).toBe(39);
  });

  testWithShared(["espn/espn_mlb.json"], "a team is all that the provider calls it", async () => {
    const body = await read("espn_mlb");
    const result = await withSchedule(
      { start: "2022-09-17T20:00:00Z" },
      ({ put, day }) =>
        Effect.andThen(put("baseball/mlb", "20220917", body), day("mlb", "2022-09-17")),
    );
    const [game] = Result.getOrThrow(result).games;
    expect(game?.home).toEqual({
      id: "baseball:espn:5",
      name: "Cleveland Guardians",
      abbreviation: "CLE",
      logoUrl: "https://a.espncdn.com/i/teamlogos/mlb/500/scoreboard/cle.png",
      sport: "baseball",
      league: "mlb",
      otherNames: ["Cleveland", "Guardians"],
    });
  });
});

/** A game as a row of the tables. */
function rowOf(game: ScheduledGame): string {
  const { eventId, status, statusText, home, away, kickoffSec, score } = game;
  const points = score === null ? "-" : `${score.home}-${score.away}`;
  const standing = score === null ? [] : [score.period, score.clock, score.detail];
  return [
    eventId,
    status ?? statusText,
    `${home.name} ${points} ${away.name}`,
    toIso(kickoffSec).replace(/^2022-/, "").slice(0, 11),
    ...standing.map((told) => told ?? "none"),
  ].join("; ");
}
