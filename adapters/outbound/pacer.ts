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
  /**
   * Waits for the next slot, and for the gate at the head of the queue. An interrupted waiter, or
   * one that the gate fails, uses no slot.
   */
  readonly take: <E = never>(gate?: Effect.Effect<void, E>) => Effect.Effect<void, E>;
}

/** Creates a pacer with an empty history. */
export function makePacer(pace: Pace): Pacer {
  const head = Semaphore.makeUnsafe(1);
  /** When the last `calls` slots started, oldest first. */
  const beganAtMs: Array<number> = [];

  /** Only the head of the queue waits for the clock; the others wait for the head. */
  const begin = <E>(gate: Effect.Effect<void, E>): Effect.Effect<void, E> =>
    Effect.gen(function* () {
      yield* gate;
      const nowMs = yield* Clock.currentTimeMillis;
      const oldestMs = beganAtMs.length < pace.calls ? -Infinity : beganAtMs[0] ?? -Infinity;
      const waitMs = oldestMs + pace.perMs - nowMs;
      if (waitMs > 0) {
        yield* Effect.sleep(waitMs);
        return yield* begin(gate);
      }
      if (beganAtMs.length === pace.calls) beganAtMs.shift();
      beganAtMs.push(nowMs);
    });

  return { take: (gate = Effect.void) => head.withPermits(1)(begin(gate)) };
}
