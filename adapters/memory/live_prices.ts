/**
 * Streams of providers that tell what a test, or anything else in this process, tells them.
 *
 * @module
 */
import { Effect } from "effect";
import type { LiveEvent, LivePrices } from "../../core/port/mod.ts";

/** The port, and the other end of it. */
export interface StagedLivePrices {
  readonly prices: LivePrices["Service"];
  /** Tells every listener. Nobody may be listening. */
  readonly tell: (event: LiveEvent) => void;
}

/** Streams that have told nothing yet. */
export function makeStagedLivePrices(): StagedLivePrices {
  const listeners = new Set<(event: LiveEvent) => void>();
  return {
    tell: (event) => {
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
