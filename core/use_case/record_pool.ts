/**
 * Lets records of games share what they have in common, so that many fit into memory.
 *
 * @module
 */
import type { Game, GameRecord, Team } from "../game/mod.ts";

/** Gives a record that says the same, made of parts of those given before where they are alike. */
export type ShareRecord = (record: GameRecord) => GameRecord;

/** Knows nothing yet. It keeps one version of every team and league, the last. */
export function makeRecordPool(): ShareRecord {
  const teams = new Map<string, Team>();
  const shareTeam = (team: Team): Team => {
    const key = `${team.league} ${team.id}`;
    const known = teams.get(key);
    if (known !== undefined && isSameTeam(known, team)) return known;
    teams.set(key, team);
    return team;
  };
  return ({ game, platforms, maybeOn }) => ({
    game: shareGame(game, shareTeam),
    platforms: sharedIfEmpty(platforms),
    maybeOn: sharedIfEmpty(maybeOn),
  });
}

function shareGame(game: Game, shareTeam: (team: Team) => Team): Game {
  return {
    ...game,
    home: shareTeam(game.home),
    away: shareTeam(game.away),
    previousKickoffs: sharedIfEmpty(game.previousKickoffs),
  };
}

const EMPTY: ReadonlyArray<never> = [];

function sharedIfEmpty<Item>(items: ReadonlyArray<Item>): ReadonlyArray<Item> {
  return items.length === 0 ? EMPTY : items;
}

function isSameTeam(left: Team, right: Team): boolean {
  return left.name === right.name && left.abbreviation === right.abbreviation &&
    left.logoUrl === right.logoUrl && left.sport === right.sport &&
    left.otherNames.length === right.otherNames.length &&
    left.otherNames.every((name, at) => name === right.otherNames[at]);
}
