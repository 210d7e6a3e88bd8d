/**
 * Sorts reports by their seconds, when they arrive in any order and with duplicates.
 *
 * @module
 */

/** The range of seconds, both ends included, that an item accounts for. */
export interface Seconds {
  readonly fromSec: number;
  readonly toSec: number;
}

/** Buffers early items until every second before them is accounted for. */
export interface ReportOrder<Item extends Seconds> {
  /** Adds an item and returns the items that are now due, in order. */
  readonly add: (item: Item) => ReadonlyArray<Item>;
  /** Returns the buffered early items, in order of their seconds. */
  readonly buffered: () => ReadonlyArray<Item>;
  /** Returns the last second, included, up to which every item was released or came too late. */
  readonly doneSec: () => number;
}

/** How long, in seconds, a missing item may delay later ones: as long as reports are retried. */
const HOLD_SEC_MAX = 660;

/** Returns the seconds before the buffered items that are missing for too long; mostly none. */
export function overdueSeconds(
  order: Pick<ReportOrder<Seconds>, "buffered" | "doneSec">,
): Seconds | undefined {
  const buffered = order.buffered();
  const [oldest, newest] = [buffered[0], buffered.at(-1)];
  if (oldest === undefined || newest === undefined) return undefined;
  const doneSec = order.doneSec();
  if (newest.toSec - doneSec <= HOLD_SEC_MAX) return undefined;
  return { fromSec: doneSec + 1, toSec: oldest.fromSec - 1 };
}

/** Makes an order that begins with the second after `doneSec`. */
export function makeReportOrder<Item extends Seconds>(doneSec: number): ReportOrder<Item> {
  /** Early items, by their first second. */
  const early = new Map<number, Item>();
  let done = doneSec;

  /** Items may overlap the done seconds: a wide report that follows a narrow one. */
  const nextItem = (): Item | undefined => {
    const exact = early.get(done + 1);
    if (exact !== undefined) return exact;
    for (const item of early.values()) {
      if (item.fromSec <= done + 1 && item.toSec > done) return item;
    }
    return undefined;
  };

  return {
    buffered: () =>
      early.size === 0 ? [] : [...early.values()].toSorted((a, b) => a.fromSec - b.fromSec),
    doneSec: () => done,
    add: (item) => {
      if (item.toSec <= done) return [];
      const known = early.get(item.fromSec);
      if (known === undefined || known.toSec < item.toSec) early.set(item.fromSec, item);
      const due: Array<Item> = [];
      for (let next = nextItem(); next !== undefined; next = nextItem()) {
        early.delete(next.fromSec);
        done = next.toSec;
        due.push(next);
      }
      for (const [fromSec, { toSec }] of early) if (toSec <= done) early.delete(fromSec);
      return due;
    },
  };
}
