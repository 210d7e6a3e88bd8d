import { describe, expect } from "bun:test";
import { Effect, Result } from "effect";
import type { LeagueCode, ScheduledGame } from "../../../core/game/mod.ts";
import { toIso } from "../../../core/time/mod.ts";
import { sharedPath, testWithShared } from "../../shared_data.ts";
import { withSchedule, type Written } from "./espn_world.ts";
import * as ROWS from "./recorded_rows.ts";

/** A recorded answer, the path and the US Eastern day it is served for, and who reads it. */
type Capture = readonly [
  file: string,
  path: string,
  day: string,
  tables: Partial<Record<LeagueCode, string>>,
];

const CAPTURES: ReadonlyArray<Capture> = [
  ["espn_mlb", "baseball/mlb", "2022-09-17", { mlb: ROWS.MLB }],
  ["espn_nba", "basketball/nba", "2022-10-02", { nba: ROWS.NBA }],
  ["espn_nfl", "football/nfl", "2022-09-11", { nfl: ROWS.NFL }],
  ["espn_soccer_mls_live", "soccer/usa.1", "2022-09-17", { mls: ROWS.MLS }],
  ["espn_soccer_mixed_incl_penalties", "soccer/all", "2022-09-09", {
    bundesliga: ROWS.MIXED_BUNDESLIGA,
    nwsl: ROWS.MIXED_NWSL,
    mls: ROWS.MIXED_MLS,
    worldcup: ROWS.MIXED_WORLD_CUP,
    epl: "",
    wsl: "",
    ucl: "",
  }],
  ["espn_other_sports", "mma/ufc", "2022-12-17", { ufc: ROWS.OTHER_UFC }],
  ["espn_other_sports", "tennis/wta", "2022-12-10", { wta: ROWS.OTHER_WTA }],
  ["espn_other_sports", "tennis/wta", "2022-12-11", { wta: "" }],
  ["espn_other_sports", "tennis/atp", "2022-12-10", { atp: "" }],
  ["espn_other_sports", "basketball/nba", "2022-09-08", { nba: "" }],
];

async function read(
  league: LeagueCode,
  { file, path, day }: Readonly<Record<"file" | "path" | "day", string>>,
) {
  const body: Written = await Bun.file(sharedPath(`espn/${file}.json`)).json();
  const result = await withSchedule(
    { start: `${day}T23:45:00Z` },
    ({ put, day: ask }) =>
      Effect.andThen(put(path, day.replaceAll("-", ""), body), ask(league, day)),
  );
  return Result.getOrThrow(result);
}

describe("recorded scoreboards", () => {
  for (const [file, path, day, tables] of CAPTURES) {
    for (const [league, table] of Object.entries(tables) as ReadonlyArray<[LeagueCode, string]>) {
      const name = `${file}.json is read as ${league} of ${day}`;
      testWithShared([`espn/${file}.json`], name, async () => {
        const { games, troubles } = await read(league, { file, path, day });
        expect(games.map(rowOf)).toEqual([...ROWS.rowsOf(table)]);
        expect(troubles).toEqual([]);
        expect(games.filter(({ isKickoffConfirmed }) => !isKickoffConfirmed)).toEqual([]);
      });
    }
  }

  testWithShared(["espn/espn_mlb.json"], "a team is all that the provider calls it", async () => {
    const captured = { file: "espn_mlb", path: "baseball/mlb", day: "2022-09-17" };
    const { games: [game] } = await read("mlb", captured);
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
