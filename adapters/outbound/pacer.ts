/**
 * Keeps calls under a provider's limit of so many a second, first come first served.
 *
 * @module
 */
import { Clock, Effect, Semaphore } from "effect";

/** At most `calls` begin in any `perMs` on the service's clock. */
export interface Pace {
  readonly calls: number;
  readonly perMs: number;
}

/** Gives out places in the queue. */
export interface Pacer {
  /** Waits for the next place. Whoever leaves the queue takes no place with them. */
  readonly take: Effect.Effect<void>;
  /** Nothing begins before this instant, not even what waits already. */
  readonly pauseUntil: (atMs: number) => Effect.Effect<void>;
}

/** A pacer with nothing behind it. */
export function makePacer(pace: Pace): Pacer {
  const head = Semaphore.makeUnsafe(1);
  /** When the last `calls` places began, oldest first. */
  const beganAtMs: Array<number> = [];
  let pausedUntilMs = 0;

  /** Only whoever is at the head of the queue waits for the clock; the others wait for the head. */
  const begin: Effect.Effect<void> = Effect.gen(function* () {
    const nowMs = yield* Clock.currentTimeMillis;
    const oldestMs = beganAtMs.length < pace.calls ? -Infinity : beganAtMs[0] ?? -Infinity;
    const waitMs = Math.max(pausedUntilMs, oldestMs + pace.perMs) - nowMs;
    if (waitMs > 0) {
      yield* Effect.sleep(waitMs);
      return yield* begin;
    }
    if (beganAtMs.length === pace.calls) beganAtMs.shift();
    beganAtMs.push(nowMs);
  });

  return {
    take: head.withPermits(1)(begin),
    pauseUntil: (atMs) =>
      Effect.sync(() => {
        pausedUntilMs = Math.max(pausedUntilMs, atMs);
      }),
  };
}
