/**
 * A bounded queue that serves the latest second first.
 *
 * @module
 */

/** A queued item. */
export interface Waiting {
  readonly key: string;
  readonly startSec: number;
}

/** The queue. Within one second, the first added is served first. */
export interface NewestFirst<A extends Waiting> {
  readonly size: () => number;
  readonly get: (key: string) => A | undefined;
  /** Returns the next item without removing it. */
  readonly newest: () => A | undefined;
  /**
   * Adds an item unless its key is queued. Returns the item that a full queue drops: the one of the
   * oldest second, possibly the added one.
   */
  readonly add: (item: A) => A | undefined;
  readonly remove: (key: string) => void;
}

/** Creates an empty queue for at most `sizeMax` items. */
export function makeNewestFirst<A extends Waiting>(sizeMax: number): NewestFirst<A> {
  /** In the order of service. */
  const items: Array<A> = [];
  const get = (key: string) => items.find((item) => item.key === key);
  return {
    size: () => items.length,
    get,
    newest: () => items[0],
    add: (item) => {
      if (get(item.key) !== undefined) return undefined;
      const at = items.findIndex(({ startSec }) => startSec < item.startSec);
      items.splice(at === -1 ? items.length : at, 0, item);
      return items.length > sizeMax ? items.pop() : undefined;
    },
    remove: (key) => {
      const at = items.findIndex((item) => item.key === key);
      if (at !== -1) items.splice(at, 1);
    },
  };
}
