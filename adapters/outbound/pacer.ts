/**
 * Keeps calls under a provider's limit of so many a second, first come first served.
 *
 * @module
 */
import { Clock, Effect } from "effect";

/** At most `calls` begin in any `perMs` on the clock of the process. */
export interface Pace {
  readonly calls: number;
  readonly perMs: number;
}

/** Gives out places in the queue. */
export interface Pacer {
  /** Waits for the next place. */
  readonly take: Effect.Effect<void>;
  /** Nothing begins before this instant: the provider asked us to wait. */
  readonly pauseUntil: (atMs: number) => Effect.Effect<void>;
  /** The instant until which the provider asked us to wait; in the past when it did not. */
  readonly pausedUntilMs: () => number;
}

/** A pacer with nothing behind it. */
export function makePacer(pace: Pace): Pacer {
  /** When the last `calls` places begin, oldest first: the next may not begin `perMs` after it. */
  const beginsAtMs: Array<number> = [];
  let pausedUntilMs = 0;

  return {
    take: Effect.gen(function* () {
      const nowMs = yield* Clock.currentTimeMillis;
      const isFull = beginsAtMs.length >= pace.calls;
      const oldestMs = (isFull ? beginsAtMs.shift() : undefined) ?? -Infinity;
      const newestMs = beginsAtMs.at(-1) ?? 0;
      const beginMs = Math.max(nowMs, pausedUntilMs, newestMs, oldestMs + pace.perMs);
      beginsAtMs.push(beginMs);
      if (beginMs > nowMs) yield* Effect.sleep(beginMs - nowMs);
    }),
    pauseUntil: (atMs) =>
      Effect.sync(() => {
        pausedUntilMs = Math.max(pausedUntilMs, atMs);
      }),
    pausedUntilMs: () => pausedUntilMs,
  };
}
