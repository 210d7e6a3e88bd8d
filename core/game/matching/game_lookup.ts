/**
 * An index of a league's games by teams and time, so that matching compares few candidates.
 *
 * @module
 */
import { type Game } from "../game.ts";

/** Looks up games by their teams and by time. */
export interface GameLookup {
  /** Games of two teams, in either order. */
  readonly ofPair: (one: string, other: string) => ReadonlyArray<Game>;
  /** Games of a team. */
  readonly ofTeam: (team: string) => ReadonlyArray<Game>;
  /** Games that begin within `radiusSec` of an instant, inclusive. */
  readonly around: (sec: number, radiusSec: number) => ReadonlyArray<Game>;
}

/** Indexes games, given in any order. */
export function lookUpGames(games: ReadonlyArray<Game>): GameLookup {
  const sorted = games.toSorted((a, b) => a.kickoffSec - b.kickoffSec || (a.id < b.id ? -1 : 1));
  const byPair = Map.groupBy(sorted, (game) => pairKey(game.home.id, game.away.id));
  const byTeam = new Map<string, Game[]>();
  for (const game of sorted) {
    for (const team of new Set([game.home.id, game.away.id])) {
      const others = byTeam.get(team);
      if (others === undefined) byTeam.set(team, [game]);
      else others.push(game);
    }
  }
  return {
    ofPair: (one, other) => byPair.get(pairKey(one, other)) ?? [],
    ofTeam: (team) => byTeam.get(team) ?? [],
    around: (sec, radiusSec) => {
      const end = firstAfter(sorted, sec + radiusSec + 1);
      return sorted.slice(firstAfter(sorted, sec - radiusSec), end);
    },
  };
}

function pairKey(one: string, other: string): string {
  return one < other ? `${one} ${other}` : `${other} ${one}`;
}

/** The index of the first game that begins at `sec` or later. */
function firstAfter(sorted: ReadonlyArray<Game>, sec: number): number {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle]?.kickoffSec ?? 0) < sec) from = middle + 1;
    else to = middle;
  }
  return from;
}
