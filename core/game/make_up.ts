/**
 * Make-up games: games that replace a postponed or cancelled one.
 *
 * A postponed game usually keeps its event; in baseball the make-up may be a new one. Teams that
 * meet every other day have many games after a postponed one, so the sign of a make-up is that it
 * was not on the schedule before.
 *
 * @module
 */
import { type Game, isCalledOff } from "./game.ts";

/** Maximum time between a game and its make-up, in seconds: 200 days. */
export const MAKE_UP_SEC_MAX = 200 * 86_400;

/**
 * Returns the id of the game that a newcomer to the schedule makes up for: an earlier game of the
 * same two sides, postponed or cancelled, without a make-up yet. Null if there is none, or more
 * than one candidate.
 */
export function supersededBy(newcomer: Game, others: ReadonlyArray<Game>): string | null {
  const madeUpFor = new Set(others.map(({ supersedes }) => supersedes));
  const candidates = others.filter((other) =>
    other.id !== newcomer.id && other.league === newcomer.league &&
    isCalledOff(other) && hasSameSides(other, newcomer) && !madeUpFor.has(other.id) &&
    other.kickoffSec < newcomer.kickoffSec &&
    newcomer.kickoffSec - other.kickoffSec <= MAKE_UP_SEC_MAX
  );
  return candidates.length === 1 ? candidates[0]?.id ?? null : null;
}

/** Home and away may be swapped: a make-up may be played at the other side's ground. */
function hasSameSides(one: Game, other: Game): boolean {
  const [a, b] = [one.home.id, one.away.id];
  const [c, d] = [other.home.id, other.away.id];
  return (a === c && b === d) || (a === d && b === c);
}
