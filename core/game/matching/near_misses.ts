/**
 * Suggests what an unmatched platform game may be, to help correct the names.
 *
 * @module
 */
import { DAY_SEC, toIso } from "../../time/mod.ts";
import { type Game } from "../game.ts";
import { toNameKey } from "../names/name_key.ts";
import { type PlatformGame } from "../platform_game.ts";
import { type Team } from "../team.ts";
import { editDistance } from "./edit_distance.ts";
import { findSide } from "./find_side.ts";
import { daysFrom, secondsFrom } from "./kickoff_distance.ts";
import { type TeamIndex } from "./team_index.ts";

/** Maximum number of suggested teams per label, and of suggested games. */
const SHOWN_MAX = 3;

/**
 * Returns sentences: for each side that no name identifies, the teams with the most similar names,
 * then games of those or of known teams within a day of the platform's kickoff.
 *
 * This is the only code that compares names by similarity. It never creates a link.
 */
export function nearMisses({ index, games, game }: {
  readonly index: TeamIndex;
  readonly games: ReadonlyArray<Game>;
  readonly game: PlatformGame;
}): ReadonlyArray<string> {
  const sides = [game.home, game.away].map((side) => {
    const found = findSide(index, side);
    const label = side.names[0] ?? side.codes[0] ?? "";
    if (found.kind === "one") return { sentences: [], teams: [found.team] };
    const teams = found.kind === "several" ? found.teams : likeliestTeams(index, label);
    if (teams.length === 0) return { sentences: [`"${label}" resembles no team`], teams };
    const listed = teams.map(({ name }) => name).join(", ");
    return { sentences: [`"${label}" is nearest to ${listed}`], teams };
  });
  const ids = new Set(sides.flatMap(({ teams }) => teams.map(({ id }) => id)));
  const near = games.filter((other) =>
    (ids.has(other.home.id) || ids.has(other.away.id)) && isNear(other, game)
  );
  const byLikeness = near.toSorted((a, b) => teamsIn(b, ids) - teamsIn(a, ids));
  return [
    ...sides.flatMap(({ sentences }) => sentences),
    ...byLikeness.slice(0, SHOWN_MAX).map((other) => `It may be ${gameText(other)}`),
  ];
}

/** The most similar teams; at most half of the letters differ. */
function likeliestTeams(index: TeamIndex, label: string): ReadonlyArray<Team> {
  const key = toNameKey(label);
  const distanceByTeam = new Map<Team, number>();
  for (const [name, teams] of index.byName) {
    const longest = Math.max(name.length, key.length);
    const distance = editDistance(name, key) / longest;
    if (distance > 0.5) continue;
    for (const team of teams) {
      distanceByTeam.set(team, Math.min(distance, distanceByTeam.get(team) ?? 1));
    }
  }
  return [...distanceByTeam].toSorted(([a, x], [b, y]) => x - y || (a.id < b.id ? -1 : 1))
    .slice(0, SHOWN_MAX).map(([team]) => team);
}

function isNear(game: Game, { kickoff }: PlatformGame): boolean {
  if (kickoff.kind === "at") return secondsFrom(game, kickoff.sec) <= DAY_SEC;
  return kickoff.kind === "unknown" || daysFrom(game, kickoff.day) <= 1;
}

function teamsIn({ home, away }: Game, ids: ReadonlySet<string>): number {
  return Number(ids.has(home.id)) + Number(ids.has(away.id));
}

function gameText({ id, home, away, kickoffSec }: Game): string {
  return `${id}, ${away.name} at ${home.name}, ${toIso(kickoffSec).slice(0, 16)}Z`;
}
