/**
 * Request counts in memory, of this process only.
 *
 * @module
 */
import { Effect } from "effect";
import type { QuotaHit } from "../../core/access/mod.ts";
import type { QuotaStore } from "../../core/port/quota_store.ts";

/** The port, whose count is always known at once. */
export interface ProcessQuotaStore {
  readonly kind: QuotaStore["Service"]["kind"];
  readonly add: (hit: QuotaHit) => number;
  /** Returns the number of callers in memory. */
  readonly callers: () => number;
}

/** Beyond this many, the least recently seen callers are dropped. */
const CALLERS_MAX = 1_000_000;

/** The current window of one length. A caller moves from `older` to `newer` on its next request. */
interface Counts {
  startSec: number;
  newer: Map<string, number>;
  older: Map<string, number>;
}

/**
 * Makes a store with one window per window length, and at most `callersMax` callers in each.
 *
 * A hit in the previous window counts in the current one: a clock that is set back slightly must
 * not give every caller a fresh quota.
 */
export function makeProcessQuotaStore(
  { callersMax = CALLERS_MAX }: { readonly callersMax?: number } = {},
): ProcessQuotaStore {
  const generationMax = Math.max(1, Math.floor(callersMax / 2));
  const countsByWindowSec = new Map<number, Counts>();

  function countsOf(windowSec: number, startSec: number): Counts {
    const counts = countsByWindowSec.get(windowSec);
    if (counts === undefined) {
      const fresh = { startSec, newer: new Map(), older: new Map() };
      countsByWindowSec.set(windowSec, fresh);
      return fresh;
    }
    if (startSec > counts.startSec || startSec < counts.startSec - windowSec) {
      counts.startSec = startSec;
      counts.newer = new Map();
      counts.older = new Map();
    }
    return counts;
  }

  return {
    kind: Effect.succeed("memory" as const),
    add: ({ caller, windowStartSec, windowSec, cost }) => {
      const counts = countsOf(windowSec, windowStartSec);
      const known = counts.newer.get(caller);
      if (known !== undefined) {
        if (cost !== 0) counts.newer.set(caller, known + cost);
        return known + cost;
      }
      const used = (counts.older.get(caller) ?? 0) + cost;
      // Dropping half of the map together is cheap; deleting entries one by one from the front of a
      // large map is not.
      if (counts.newer.size >= generationMax) {
        counts.older = counts.newer;
        counts.newer = new Map();
      } else counts.older.delete(caller);
      counts.newer.set(caller, used);
      return used;
    },
    callers: () =>
      countsByWindowSec.values().reduce(
        (sum, { newer, older }) => sum + newer.size + older.size,
        0,
      ),
  };
}
