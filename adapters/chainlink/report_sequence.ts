/**
 * Accounts for the seconds of one feed: each is told with a report or told as lost, and those that
 * are neither yet, though later ones are, make a hole.
 *
 * @module
 */
import type { Seconds } from "../../core/stream/mod.ts";

/** Where an account begins. */
export interface SequenceStart {
  /** The first second that has to be told of. */
  readonly fromSec: number;
  /** The last one that is known to exist. */
  readonly existsSec: number;
}

/** The account of one feed. */
export interface ReportSequence {
  /**
   * Takes a report's seconds. True when the report is to be told: nothing was told of one of its
   * seconds at least. So neither a double nor a report of lost seconds is ever told, but a wide
   * one is that fills a hole beside what was told.
   */
  readonly take: (seconds: Seconds) => boolean;
  /** The oldest hole. */
  readonly hole: () => Seconds | undefined;
  /** Gives every hole up to the second, included, up for lost, and says which they were. */
  readonly lose: (untilSec: number) => ReadonlyArray<Seconds>;
}

/** Without a start, the account begins with the first report. */
export function makeReportSequence(start?: SequenceStart): ReportSequence {
  /** Everything up to here is accounted for. */
  let doneSec = start === undefined ? undefined : start.fromSec - 1;
  /** What is accounted for after that: apart from each other and from `doneSec`, in order. */
  let islands: ReadonlyArray<Seconds> = [];

  /** Joins the oldest islands to what is done, as far as nothing lies between. */
  const settle = (untilSec: number) => {
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
      settle(doneSec);
      return true;
    },
    hole,
    lose: (untilSec) => {
      const lost: Array<Seconds> = [];
      for (let next = hole(); next !== undefined && next.fromSec <= untilSec; next = hole()) {
        const toSec = Math.min(next.toSec, untilSec);
        lost.push({ ...next, toSec });
        settle(toSec);
      }
      return lost;
    },
  };
}

function contains(outer: Seconds, inner: Seconds): boolean {
  return outer.fromSec <= inner.fromSec && inner.toSec <= outer.toSec;
}

/** Puts one among the others, joined with those it touches. */
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
