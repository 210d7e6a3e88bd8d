/**
 * Which of two competitors is at home.
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
 * The sides as `homeAway` says, wherever they stand in the list; fails with what is wrong.
 *
 * Nobody is at home in a fight or a tennis match. There the first is called home: by the
 * provider's numbering (`order`), as the list itself may have the winner first once it is over.
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
  if (!isPerson(first) || !isPerson(second)) return Result.fail("nobody is at home");
  const isSecondFirst = (first.order ?? 0) > (second.order ?? Infinity);
  return Result.succeed(
    isSecondFirst ? { home: second, away: first } : { home: first, away: second },
  );
}

function isPerson({ athlete, homeAway }: EspnCompetitor): boolean {
  return athlete !== null && athlete !== undefined && (homeAway ?? "") === "";
}
