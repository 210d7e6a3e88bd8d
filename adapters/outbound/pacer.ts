/**
 * Keeps calls under a provider's rate limit, first come, first served.
 *
 * @module
 */
import { Clock, Effect, Semaphore } from "effect";

/** At most `calls` start within any `perMs` of the service's clock. */
export interface Pace {
  readonly calls: number;
  readonly perMs: number;
}

/** A queue of paced calls. */
export interface Pacer {
  /** Waits for the next slot. An interrupted waiter uses no slot. */
  readonly take: Effect.Effect<void>;
  /** Starts nothing before this instant, including calls that already wait. */
  readonly pauseUntil: (atMs: number) => Effect.Effect<void>;
}

/** Creates a pacer with an empty history. */
export function makePacer(pace: Pace): Pacer {
  const head = Semaphore.makeUnsafe(1);
  /** When the last `calls` slots started, oldest first. */
  const beganAtMs: Array<number> = [];
  let pausedUntilMs = 0;

  /** Only the head of the queue waits for the clock; the others wait for the head. */
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
