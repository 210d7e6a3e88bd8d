/**
 * Tracks which seconds of one feed are accounted for: published with a report or as lost. Earlier
 * seconds that are neither form holes.
 *
 * @module
 */
import type { Seconds } from "../../core/stream/mod.ts";

/** Where the tracking starts. */
export interface SequenceStart {
  /** The first second that must be accounted for. */
  readonly fromSec: number;
  /** The last second that is known to exist. */
  readonly existsSec: number;
}

/** The tracked seconds of one feed. */
export interface ReportSequence {
  /**
   * Adds a report's seconds. Returns true if the report must be published: at least one of its
   * seconds is new. Duplicates and reports of lost seconds are not published; a wide report that
   * fills a hole beside published seconds is.
   */
  readonly take: (seconds: Seconds) => boolean;
  /** Returns the oldest hole. */
  readonly hole: () => Seconds | undefined;
  /** Marks every hole up to the second, inclusive, as lost, and returns them. */
  readonly lose: (untilSec: number) => ReadonlyArray<Seconds>;
}

/** Creates the tracker. Without a start it starts with the first report. */
export function makeReportSequence(start?: SequenceStart): ReportSequence {
  /** Everything up to here is accounted for. */
  let doneSec = start === undefined ? undefined : start.fromSec - 1;
  /** Accounted ranges after that: disjoint, apart from `doneSec`, in order. */
  let islands: ReadonlyArray<Seconds> = [];

  /** Merges the oldest ranges into the done part while they are contiguous. */
  const advance = (untilSec: number) => {
    doneSec = untilSec;
    let next = 0;
    for (const { fromSec, toSec } of islands) {
      if (fromSec > doneSec + 1) break;
      doneSec = Math.max(doneSec, toSec);
      next += 1;
    }
    islands = islands.slice(next);
  };

  const hole = (): Seconds | undefined => {
    if (doneSec === undefined) return undefined;
    const toSec = islands[0] === undefined ? start?.existsSec ?? 0 : islands[0].fromSec - 1;
    return toSec > doneSec ? { fromSec: doneSec + 1, toSec } : undefined;
  };

  return {
    take: ({ fromSec, toSec }) => {
      doneSec ??= fromSec - 1;
      const news = { fromSec: Math.max(fromSec, doneSec + 1), toSec };
      const isKnown = islands.some((island) => contains(island, news));
      if (news.toSec < news.fromSec || isKnown) return false;
      islands = withIsland(islands, news);
      advance(doneSec);
      return true;
    },
    hole,
    lose: (untilSec) => {
      const lost: Array<Seconds> = [];
      for (let next = hole(); next !== undefined && next.fromSec <= untilSec; next = hole()) {
        const toSec = Math.min(next.toSec, untilSec);
        lost.push({ ...next, toSec });
        advance(toSec);
      }
      return lost;
    },
  };
}

function contains(outer: Seconds, inner: Seconds): boolean {
  return outer.fromSec <= inner.fromSec && inner.toSec <= outer.toSec;
}

/** Adds a range to the others, merged with those it touches. */
function withIsland(islands: ReadonlyArray<Seconds>, added: Seconds): ReadonlyArray<Seconds> {
  const before = islands.filter(({ toSec }) => toSec + 1 < added.fromSec);
  const after = islands.filter(({ fromSec }) => fromSec > added.toSec + 1);
  const touched = islands.slice(before.length, islands.length - after.length);
  const joined = touched.reduce((whole, island) => ({
    fromSec: Math.min(whole.fromSec, island.fromSec),
    toSec: Math.max(whole.toSec, island.toSec),
  }), added);
  return [...before, joined, ...after];
}
