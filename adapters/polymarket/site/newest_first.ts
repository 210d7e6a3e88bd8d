/**
 * A bounded queue that serves what is about the latest second first.
 *
 * @module
 */

/** Something that waits. */
export interface Waiting {
  readonly key: string;
  readonly startSec: number;
}

/** The queue. Of one second, what came first is served first. */
export interface NewestFirst<A extends Waiting> {
  readonly size: () => number;
  readonly get: (key: string) => A | undefined;
  /** The one to serve next; it stays in the queue. */
  readonly newest: () => A | undefined;
  /**
   * Adds one, unless its key waits already. Gives the one that had to leave a full queue: the one
   * about the oldest second, which may be the one that was added.
   */
  readonly add: (item: A) => A | undefined;
  readonly remove: (key: string) => void;
}

/** An empty queue for at most `sizeMax`. */
export function makeNewestFirst<A extends Waiting>(sizeMax: number): NewestFirst<A> {
  /** In the order in which they are served. */
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
