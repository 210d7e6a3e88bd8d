/** Live price streams whose events come from a test or another part of this process. @module */
import { Effect } from "effect";
import type { LiveEvent, LivePrices } from "../../core/port/live_prices.ts";

/** The port, and the function that publishes its events. */
export interface StagedLivePrices {
  readonly prices: LivePrices["Service"];
  /** Publishes an event to every listener, if there are any. */
  readonly publish: (event: LiveEvent) => void;
}

/** Creates streams without events. */
export function makeStagedLivePrices(): StagedLivePrices {
  const listeners = new Set<(event: LiveEvent) => void>();
  return {
    publish: (event) => {
      for (const listener of listeners) listener(event);
    },
    prices: {
      listen: (listener) =>
        Effect.callback<never>(() => {
          listeners.add(listener);
          return Effect.sync(() => void listeners.delete(listener));
        }),
    },
  };
}
