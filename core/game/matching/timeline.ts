/**
 * Games in the order of their kickoffs, so that those about an instant are found without a look at
 * all the others.
 *
 * @module
 */
import { type Game } from "../game.ts";

/** Games in the order of their kickoffs. Made by {@linkcode timelineOf}. */
export interface Timeline {
  /** By kickoff, then by id. */
  readonly games: ReadonlyArray<Game>;
  /** The kickoffs that were given up, in order. */
  readonly givenUp: ReadonlyArray<GivenUp>;
}

interface GivenUp {
  readonly kickoffSec: number;
  readonly game: Game;
}

/** The seconds from the first to the last, both included. The first may lie before 1970. */
export interface Span {
  readonly firstSec: number;
  readonly lastSec: number;
}

/** Returns the seconds within a distance from an instant. */
export function spanAround(atSec: number, distanceSec: number): Span {
  return { firstSec: atSec - distanceSec, lastSec: atSec + distanceSec };
}

/** Makes the timeline of games in the order of their kickoffs, then of their ids. */
export function timelineOf(games: ReadonlyArray<Game>): Timeline {
  const givenUp = games.flatMap((game) =>
    game.previousKickoffs.map(({ kickoffSec }) => ({ kickoffSec, game }))
  );
  return { games, givenUp: givenUp.toSorted((a, b) => a.kickoffSec - b.kickoffSec) };
}

/** Returns the games whose current kickoff lies in the span, in order. */
export function beginningIn({ games }: Timeline, span: Span): ReadonlyArray<Game> {
  return within(games, span);
}

/** Returns the games with any kickoff in the span, current or previous, each once. */
export function everBeginningIn({ games, givenUp }: Timeline, span: Span): ReadonlyArray<Game> {
  const current = within(games, span);
  if (givenUp.length === 0) return current;
  return [...new Set([...current, ...within(givenUp, span).map(({ game }) => game)])];
}

function within<T extends { readonly kickoffSec: number }>(
  sorted: ReadonlyArray<T>,
  { firstSec, lastSec }: Span,
): ReadonlyArray<T> {
  return sorted.slice(placeOf(sorted, firstSec), placeOf(sorted, lastSec + 1));
}

/** The place of the first kickoff at `sec` or later. */
function placeOf(sorted: ReadonlyArray<{ readonly kickoffSec: number }>, sec: number): number {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle]?.kickoffSec ?? 0) < sec) from = middle + 1;
    else to = middle;
  }
  return from;
}
