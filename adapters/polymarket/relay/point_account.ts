/**
 * Tracks which seconds of one asset are accounted for: published with a point or as lost. Earlier
 * seconds that are neither form holes.
 *
 * @module
 */
import type { Seconds } from "../../../core/stream/mod.ts";

/** Seconds not accounted for, and the machine time when a later one was. */
export interface Hole extends Seconds {
  readonly sinceMs: number;
}

/** The tracked seconds of one asset. */
export interface PointAccount {
  /** Adds the point of a second. Returns whether that second was not accounted for yet. */
  readonly take: (sec: number, nowMs: number) => boolean;
  /** Returns the holes, oldest first. */
  readonly holes: () => ReadonlyArray<Hole>;
  /**
   * Gives up each hole up to the second that the rule returns for it, inclusive. Returns the lost
   * seconds, oldest first.
   */
  readonly lose: (untilSecOf: (hole: Hole) => number) => ReadonlyArray<Seconds>;
}

/** Creates a tracker that starts with this second. */
export function makePointAccount(fromSec: number): PointAccount {
  /** Everything up to here is accounted for, except the holes. */
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
