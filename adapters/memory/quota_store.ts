/**
 * Request counts in memory: of this process alone, and gone with it.
 *
 * @module
 */
import { Effect, Layer } from "effect";
import { QuotaStore } from "../../core/port/mod.ts";

/** One request: who, in which window, and what it counts for. */
export interface QuotaHit {
  readonly caller: string;
  readonly windowStartSec: number;
  readonly windowSec: number;
  readonly cost: number;
}

/** Counts without a fiber, for the edge, where it is done once a request. */
export interface QuotaCounter {
  /** Adds the cost and gives the caller's count in that window. */
  readonly add: (hit: QuotaHit) => number;
  /** How many callers are held in memory. */
  readonly callers: () => number;
}

/** Beyond this many, the callers that have been silent longest are forgotten. */
const CALLERS_MAX = 1_000_000;

/** The current window of one length. Callers move from `older` to `newer` when they ask again. */
interface Counts {
  startSec: number;
  newer: Map<string, number>;
  older: Map<string, number>;
}

/**
 * A counter that holds one window a window length, and at most `callersMax` callers in each.
 *
 * A hit of the window before the current one is counted in the current one: a clock that is set
 * back a little must not give everybody a fresh quota.
 */
export function makeQuotaCounter(
  { callersMax = CALLERS_MAX }: { readonly callersMax?: number } = {},
): QuotaCounter {
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
    add: ({ caller, windowStartSec, windowSec, cost }) => {
      const counts = countsOf(windowSec, windowStartSec);
      const known = counts.newer.get(caller);
      if (known !== undefined) {
        if (cost !== 0) counts.newer.set(caller, known + cost);
        return known + cost;
      }
      const used = (counts.older.get(caller) ?? 0) + cost;
      // Dropping half of them at once costs nothing; dropping them one by one, from the front of
      // a large map, would.
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

/** The port on a counter of its own, or on the one the edge uses. */
export function layerMemoryQuotaStore(
  counter: QuotaCounter = makeQuotaCounter(),
): Layer.Layer<QuotaStore> {
  return Layer.succeed(QuotaStore, {
    kind: Effect.succeed("memory" as const),
    add: (hit) => Effect.sync(() => counter.add(hit)),
  });
}
