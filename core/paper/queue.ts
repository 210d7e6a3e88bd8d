/**
 * The place of a resting order in the queue at its price, as far as books and trades tell of it.
 *
 * Trades take from the front of the queue. What goes without a trade was canceled somewhere in it:
 * in proportion, as nobody tells where. A trade and the smaller level that it leaves are told
 * apart, in any order, and are counted once.
 *
 * @module
 */
import { least } from "../fee/mod.ts";

/** Sizes are shares of others, times 10^6. */
export interface Queue {
  /** Before the order. */
  readonly aheadE6: bigint;
  /** At the order's price in all, as it was seen last. */
  readonly levelE6: bigint;
  /** Traded, and not seen to be gone from the level yet. */
  readonly tradedE6: bigint;
  /** Seen to be gone, with no trade that tells why yet, and how much of that counted as ahead. */
  readonly goneE6: bigint;
  readonly goneAheadE6: bigint;
  /** When that was seen, in unix milliseconds. */
  readonly goneMs: number;
}

/** A trade and the level that it leaves are told within this time of each other. */
const TOGETHER_MS = 1_000;

/** Returns the place of an order that comes now: behind all that is there. */
export function joinQueue(levelE6: bigint): Queue {
  return { aheadE6: levelE6, levelE6, tradedE6: 0n, goneE6: 0n, goneAheadE6: 0n, goneMs: 0 };
}

/** Returns the place after the level was seen with a size. */
export function seeLevel(queue: Queue, levelE6: bigint, atMs: number): Queue {
  const shrunkE6 = queue.levelE6 - levelE6;
  // Whoever comes now stands behind the order.
  if (shrunkE6 <= 0n) return { ...queue, levelE6 };
  const explainedE6 = least(shrunkE6, queue.tradedE6);
  const canceledE6 = shrunkE6 - explainedE6;
  const sharedE6 = queue.levelE6 - explainedE6;
  const aheadGoneE6 = sharedE6 === 0n ? 0n : canceledE6 * queue.aheadE6 / sharedE6;
  const { goneE6, goneAheadE6 } = recent(queue, atMs);
  return {
    aheadE6: least(queue.aheadE6 - aheadGoneE6, levelE6),
    levelE6,
    tradedE6: queue.tradedE6 - explainedE6,
    goneE6: goneE6 + canceledE6,
    goneAheadE6: goneAheadE6 + aheadGoneE6,
    goneMs: canceledE6 > 0n ? atMs : queue.goneMs,
  };
}

/** Returns the place after a trade at the order's price, and how much of it reached the order. */
export function seeTrade(
  queue: Queue,
  sizeE6: bigint,
  atMs: number,
): { readonly queue: Queue; readonly reachedE6: bigint } {
  const { goneE6, goneAheadE6 } = recent(queue, atMs);
  const seenE6 = least(sizeE6, goneE6);
  // What went with the level before was this trade, all of which takes from the front.
  const countedE6 = goneE6 === 0n ? 0n : goneAheadE6 * seenE6 / goneE6;
  const frontE6 = sizeE6 - countedE6;
  const takenE6 = least(frontE6, queue.aheadE6);
  return {
    reachedE6: frontE6 - takenE6,
    queue: {
      ...queue,
      aheadE6: queue.aheadE6 - takenE6,
      tradedE6: least(queue.tradedE6 + sizeE6 - seenE6, queue.levelE6),
      goneE6: goneE6 - seenE6,
      goneAheadE6: goneAheadE6 - countedE6,
    },
  };
}

/** Returns the place after nobody told for a while: of those before it, no more than are left. */
export function seeAgain(queue: Queue, levelE6: bigint): Queue {
  return { ...joinQueue(levelE6), aheadE6: least(queue.aheadE6, levelE6) };
}

function recent(queue: Queue, atMs: number): Pick<Queue, "goneE6" | "goneAheadE6"> {
  const isRecent = Math.abs(atMs - queue.goneMs) <= TOGETHER_MS;
  return isRecent ? queue : { goneE6: 0n, goneAheadE6: 0n };
}
