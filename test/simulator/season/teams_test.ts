import { expect } from "bun:test";
import { isPlayed, TEAMS_OF } from "../../../app/simulator/season/team/teams_of.ts";
import { type LeagueCode } from "../../../core/game/mod.ts";
import { sharedPath, testWithShared } from "../../shared_data.ts";

/** A side of a recorded scoreboard. */
interface RecordedTeam {
  readonly id: string;
  readonly displayName: string;
  readonly shortDisplayName: string;
  readonly location: string;
  readonly name: string;
  readonly abbreviation: string;
}

/** Every team anywhere in a recorded answer. */
function teamsIn(value: unknown): ReadonlyArray<RecordedTeam> {
  if (typeof value !== "object" || value === null) return [];
  const own = "competitors" in value && Array.isArray(value.competitors)
    ? value.competitors.flatMap((side) => side?.team?.id === undefined ? [] : [side.team])
    : [];
  return [...own, ...Object.values(value).flatMap(teamsIn)];
}

const FILES: ReadonlyArray<readonly [LeagueCode, string]> = [
  ["nba", "espn/espn_nba.json"],
  ["nfl", "espn/espn_nfl.json"],
  ["mlb", "espn/espn_mlb.json"],
  ["mls", "espn/espn_soccer_mls_live.json"],
];
for (const [league, file] of FILES) {
  testWithShared(
    [file],
    `teams of ${league} have the numbers and names of the schedule`,
    async () => {
      const recorded = teamsIn(await Bun.file(sharedPath(file)).json());
      expect(recorded.length).toBeGreaterThan(7);
      const sheets = isPlayed(league) ? TEAMS_OF[league] : [];
      for (const { id, displayName, shortDisplayName, location, name, abbreviation } of recorded) {
        expect(sheets.find(({ team }) => team.id === Number(id))?.team).toEqual({
          id: Number(id),
          league,
          displayName,
          location,
          nickname: name,
          shortName: shortDisplayName,
          abbreviation,
        });
      }
    },
  );
}
