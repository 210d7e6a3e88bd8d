/**
 * The teams that appear in games, by league.
 *
 * @module
 */
import { type LeagueCode, LEAGUES } from "../league.ts";
import { type Team } from "../team.ts";
import { type GameRows, isCleared, leaguePlaceOf } from "./game_rows.ts";

/** Of each league that has any, by id. */
export type ListedTeams = ReadonlyMap<LeagueCode, ReadonlyArray<Team>>;

/**
 * The teams of games, or only of those that are cleared.
 *
 * Of a team that changed its name or logo what its last game says, by kickoff, is taken: that does
 * not depend on which game was read when.
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
      // Games of one team mostly have it in common.
      if (seen.has(team)) continue;
      seen.add(team);
      const ofLeague = found[leaguePlaceOf(trait)];
      if (ofLeague?.has(team.id) === false) ofLeague.set(team.id, team);
    }
  }
  return new Map(
    LEAGUES.flatMap((league, place) => {
      const teams = [...found[place]?.values() ?? []];
      return teams.length === 0 ? [] : [[league, teams.sort(byId)] as const];
    }),
  );
}

function byId(left: Team, right: Team): number {
  return left.id < right.id ? -1 : left.id > right.id ? 1 : 0;
}
