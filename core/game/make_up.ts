/**
 * Games that are played in the place of others.
 *
 * A game that is put off mostly keeps its event; in baseball its make-up may be a new one. Teams
 * that meet every other day have many games after one that was put off, so what tells a make-up is
 * that it was not on the schedule before.
 *
 * @module
 */
import { type Game, isCalledOff } from "./game.ts";

/** A make-up may be months later. */
export const MAKE_UP_SEC_MAX = 200 * 86_400;

/**
 * The game that a newcomer to the schedule is played in the place of: of the same two sides, put
 * off or called off, before it, and not made up for yet. Null where there is none, or several, of
 * which it might be any.
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

/** A make-up may be played at the other side's ground. */
function hasSameSides(one: Game, other: Game): boolean {
  const [a, b] = [one.home.id, one.away.id];
  const [c, d] = [other.home.id, other.away.id];
  return (a === c && b === d) || (a === d && b === c);
}
