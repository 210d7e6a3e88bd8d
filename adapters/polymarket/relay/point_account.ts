/**
 * Accounts for the seconds of one asset: each is told with a point or told as lost, and those that
 * are neither yet, though later ones are, make holes.
 *
 * @module
 */
import type { Seconds } from "../../../core/stream/mod.ts";

/** Seconds that are not told yet, and the machine's time at which a later one was. */
export interface Hole extends Seconds {
  readonly sinceMs: number;
}

/** The account of one asset. */
export interface PointAccount {
  /** Takes the point of a second. Whether that second was in no account yet. */
  readonly take: (sec: number, nowMs: number) => boolean;
  /** Oldest first. */
  readonly holes: () => ReadonlyArray<Hole>;
  /**
   * Gives up every second of a hole up to the one that the rule names for the hole, included. Says
   * which they were, oldest first.
   */
  readonly lose: (untilSecOf: (hole: Hole) => number) => ReadonlyArray<Seconds>;
}

/** An account that begins with this second. */
export function makePointAccount(fromSec: number): PointAccount {
  /** Up to here all is accounted for, but for the holes. */
  let newestSec = fromSec - 1;
  let holes: ReadonlyArray<Hole> = [];

  return {
    take: (sec, nowMs) => {
      if (sec > newestSec) {
        const hole = { fromSec: newestSec + 1, toSec: sec - 1, sinceMs: nowMs };
        if (hole.toSec >= hole.fromSec) holes = [...holes, hole];
        newestSec = sec;
        return true;
      }
      const at = holes.findIndex((hole) => hole.fromSec <= sec && sec <= hole.toSec);
      const hole = holes[at];
      if (hole === undefined) return false;
      const rest = [{ ...hole, toSec: sec - 1 }, { ...hole, fromSec: sec + 1 }];
      holes = holes.toSpliced(at, 1, ...rest.filter(isSome));
      return true;
    },
    holes: () => holes,
    lose: (untilSecOf) => {
      const lost: Array<Seconds> = [];
      holes = holes.map((hole) => {
        const { fromSec } = hole;
        const toSec = Math.min(hole.toSec, untilSecOf(hole));
        if (toSec < fromSec) return hole;
        lost.push({ fromSec, toSec });
        return { ...hole, fromSec: toSec + 1 };
      }).filter(isSome);
      return lost;
    },
  };
}

function isSome({ fromSec, toSec }: Seconds): boolean {
  return fromSec <= toSec;
}
