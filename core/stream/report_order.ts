/**
 * Puts reports that arrive in any order, and doubled, into the order of their seconds.
 *
 * @module
 */

/** The seconds from one to another, both included, that something accounts for. */
export interface Seconds {
  readonly fromSec: number;
  readonly toSec: number;
}

/** Holds what is early until everything before it is accounted for. */
export interface ReportOrder<Item extends Seconds> {
  /** Takes an item, and gives those whose turn has come, in order. */
  readonly take: (item: Item) => ReadonlyArray<Item>;
  /** What is early, in order of its seconds. */
  readonly held: () => ReadonlyArray<Item>;
  /** Everything up to this second, included, has been given or came too late. */
  readonly doneSec: () => number;
}

/** An order that begins with the second after `doneSec`. */
export function makeReportOrder<Item extends Seconds>(doneSec: number): ReportOrder<Item> {
  /** Early items, by their first second. */
  const early = new Map<number, Item>();
  let done = doneSec;

  /** Items may reach back over what is done: a wide report told after a narrow one. */
  const nextItem = (): Item | undefined => {
    const exact = early.get(done + 1);
    if (exact !== undefined) return exact;
    for (const item of early.values()) {
      if (item.fromSec <= done + 1 && item.toSec > done) return item;
    }
    return undefined;
  };

  return {
    held: () => [...early.values()].toSorted((a, b) => a.fromSec - b.fromSec),
    doneSec: () => done,
    take: (item) => {
      if (item.toSec <= done) return [];
      const known = early.get(item.fromSec);
      if (known === undefined || known.toSec < item.toSec) early.set(item.fromSec, item);
      const given: Array<Item> = [];
      for (let next = nextItem(); next !== undefined; next = nextItem()) {
        early.delete(next.fromSec);
        done = next.toSec;
        given.push(next);
      }
      for (const [fromSec, { toSec }] of early) if (toSec <= done) early.delete(fromSec);
      return given;
    },
  };
}
