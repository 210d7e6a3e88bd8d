/**
 * The teams that appear in games, by league.
 *
 * @module
 */
import { type LeagueCode, LEAGUES } from "../league.ts";
import { type Team } from "../team.ts";
import { type GameRows, isCleared, leagueIndexOf } from "./game_rows.ts";

/** Teams by id, by league; a league without teams is missing. */
export type ListedTeams = ReadonlyMap<LeagueCode, ReadonlyArray<Team>>;

/**
 * Returns the teams of all games, or only of cleared ones.
 *
 * For a team that changed its name or logo, the game with the latest kickoff wins, so the result
 * does not depend on the order of reading.
 */
export function listedTeams(
  rows: GameRows,
  { isClearedOnly }: { readonly isClearedOnly: boolean },
): ListedTeams {
  const seen = new Set<Team>();
  const found = LEAGUES.map(() => new Map<string, Team>());
  for (let row = rows.records.length - 1; row >= 0; row--) {
    const record = rows.records[row];
    const trait = rows.traits[row] ?? 0;
    if (record === undefined || (isClearedOnly && !isCleared(trait))) continue;
    for (const team of [record.game.home, record.game.away]) {
      // Most games of a team share one object.
      if (seen.has(team)) continue;
      seen.add(team);
      const ofLeague = found[leagueIndexOf(trait)];
      if (ofLeague?.has(team.id) === false) ofLeague.set(team.id, team);
    }
  }
  return new Map(
    LEAGUES.flatMap((league, index) => {
      const teams = [...found[index]?.values() ?? []];
      return teams.length === 0 ? [] : [[league, teams.sort(byId)] as const];
    }),
  );
}

function byId(left: Team, right: Team): number {
  return left.id < right.id ? -1 : left.id > right.id ? 1 : 0;
}
