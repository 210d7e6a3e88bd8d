/**
 * Shares equal parts between game records to save memory.
 *
 * @module
 */
import type { Game, GameRecord, Team } from "../../game/mod.ts";

/** Returns an equal record that reuses equal parts of earlier records. */
export type ShareRecord = (record: GameRecord) => GameRecord;

/** Makes an empty pool. It keeps the latest version of every team in every league. */
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
