/**
 * An index of a league's games by teams and time, so that matching compares few candidates.
 *
 * @module
 */
import { type Game } from "../game.ts";
import { type Timeline, timelineOf } from "./timeline.ts";

/** Looks up games by the ids of their teams. */
export interface GameLookup {
  readonly all: Timeline;
  /** Games of two teams, in either order. */
  readonly ofPair: (one: string, other: string) => Timeline;
  /** Games of a team, a timeline per opponent. */
  readonly ofTeam: (team: string) => Iterable<Timeline>;
}

const NONE = timelineOf([]);

/** Indexes games, given in any order. */
export function lookUpGames(games: ReadonlyArray<Game>): GameLookup {
  const sorted = games.toSorted((a, b) => a.kickoffSec - b.kickoffSec || (a.id < b.id ? -1 : 1));
  const byTeam = timelinesByTeam(sorted);
  return {
    all: timelineOf(sorted),
    ofPair: (one, other) => byTeam.get(one)?.get(other) ?? NONE,
    ofTeam: (team) => byTeam.get(team)?.values() ?? [],
  };
}

/** Timelines by team and opponent. A pair has one, which both of its teams lead to. */
function timelinesByTeam(
  sorted: ReadonlyArray<Game>,
): ReadonlyMap<string, ReadonlyMap<string, Timeline>> {
  const byTeam = new Map<string, Map<string, Timeline>>();
  const add = (team: string, opponent: string, timeline: Timeline) => {
    const opponents = byTeam.get(team) ?? new Map<string, Timeline>();
    byTeam.set(team, opponents.set(opponent, timeline));
  };
  for (const [one, games] of Map.groupBy(sorted, ({ home, away }) => least(home.id, away.id))) {
    const byOther = Map.groupBy(games, ({ home, away }) => home.id === one ? away.id : home.id);
    for (const [other, ofPair] of byOther) {
      const timeline = timelineOf(ofPair);
      add(one, other, timeline);
      add(other, one, timeline);
    }
  }
  return byTeam;
}

function least(one: string, other: string): string {
  return one < other ? one : other;
}
