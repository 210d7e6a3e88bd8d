/**
 * Finds the home and away sides of two competitors.
 *
 * @module
 */
import { Result } from "effect";
import type { EspnCompetitor } from "./payload.ts";

/** Both sides. */
export interface Sides {
  readonly home: EspnCompetitor;
  readonly away: EspnCompetitor;
}

/**
 * Returns the sides by `homeAway`, in any order of the list; fails with what is wrong.
 *
 * A fight or a tennis match has no home side. There the first competitor counts as home, by the
 * provider's numbering (`order`), because the list may have the winner first once it is over.
 */
export function sidesOf(
  competitors: ReadonlyArray<EspnCompetitor>,
): Result.Result<Sides, string> {
  const [first, second] = competitors;
  if (first === undefined || second === undefined || competitors.length > 2) {
    return Result.fail(`it has ${competitors.length} sides`);
  }
  if (first.homeAway === "home" && second.homeAway === "away") {
    return Result.succeed({ home: first, away: second });
  }
  if (first.homeAway === "away" && second.homeAway === "home") {
    return Result.succeed({ home: second, away: first });
  }
  if (!isPerson(first) || !isPerson(second)) return Result.fail("it has no home side");
  const isSecondFirst = (first.order ?? 0) > (second.order ?? Infinity);
  return Result.succeed(
    isSecondFirst ? { home: second, away: first } : { home: first, away: second },
  );
}

function isPerson({ athlete, homeAway }: EspnCompetitor): boolean {
  return athlete !== null && athlete !== undefined && (homeAway ?? "") === "";
}
