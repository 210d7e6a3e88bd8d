/**
 * How the world around the replicas behaves now, which the steps of a history change.
 *
 * @module
 */
import type { Provider } from "../../core/market/mod.ts";

/**
 * How a store answers. `fails`: nothing is done. `fails_after`: it is done, and the answer is a
 * failure. `late`: it is done late, and answered later. `away`: nothing is done, after a while.
 */
export const STORE_STATES = ["answers", "fails", "fails_after", "late", "away"] as const;

/** How a provider answers questions. */
export const PROVIDER_STATES = ["answers", "fails", "slow", "silent"] as const;

/**
 * How the next observations come: `prompt`, `late`, `twice`, `missing` (they must be asked for) or
 * `lost` (the provider's adapter gives them up).
 */
export const DELIVERIES = ["prompt", "late", "twice", "missing", "lost"] as const;

/** The conditions, in place. */
export interface Conditions {
  store: (typeof STORE_STATES)[number];
  readonly providers: Record<Provider, (typeof PROVIDER_STATES)[number]>;
  /** The positions of the replicas that cannot open sockets to a provider. */
  readonly cutOff: Record<Provider, Set<number>>;
  delivery: (typeof DELIVERIES)[number];
}

/** Everything works. */
export function fairConditions(): Conditions {
  return {
    store: "answers",
    providers: { oracle: "answers", exchange: "answers" },
    cutOff: { oracle: new Set(), exchange: new Set() },
    delivery: "prompt",
  };
}
