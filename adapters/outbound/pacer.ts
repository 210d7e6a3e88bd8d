/**
 * Keeps calls under a provider's rate limit, first come, first served.
 *
 * @module
 */
import { Clock, Effect, Semaphore } from "effect";
import { FleetCalls } from "./fleet_calls.ts";

/** At most `calls` start within any `perMs` of the service's clock. */
export interface Pace {
  readonly calls: number;
  readonly perMs: number;
  /** The name under which the replicas of a fleet count together. Default: each for itself. */
  readonly name?: string;
}

/** A queue of paced calls. */
export interface Pacer {
  /**
   * Waits for the next slot, and for the gate at the head of the queue, which returns whether it
   * was closed. An interrupted waiter, or one that the gate fails there, uses no slot.
   */
  readonly take: <E = never>(gate?: Effect.Effect<boolean, E>) => Effect.Effect<void, E>;
}

/** Creates a pacer with an empty history. */
export function makePacer({ name, ...limit }: Pace): Pacer {
  const head = Semaphore.makeUnsafe(1);
  /** When the last `calls` slots started, oldest first. */
  const beganAtMs: Array<number> = [];

  /** Only the head of the queue waits for the clock; the others wait for the head. */
  const begin = <E>(gate: Effect.Effect<boolean, E>): Effect.Effect<void, E> =>
    Effect.gen(function* () {
      yield* gate;
      const nowMs = yield* Clock.currentTimeMillis;
      const oldestMs = beganAtMs.length < limit.calls ? -Infinity : beganAtMs[0] ?? -Infinity;
      const waitMs = oldestMs + limit.perMs - nowMs;
      if (waitMs > 0) {
        yield* Effect.sleep(waitMs);
        return yield* begin(gate);
      }
      if (beganAtMs.length === limit.calls) beganAtMs.shift();
      beganAtMs.push(nowMs);
    });

  const take = <E>(gate: Effect.Effect<boolean, E>): Effect.Effect<void, E> =>
    Effect.gen(function* () {
      yield* head.withPermits(1)(begin(gate));
      if (name === undefined) return;
      // The fleet's slot is awaited side by side: one trip after another would be a slower pace.
      yield* (yield* FleetCalls).takeSlot({ name, ...limit });
      // The gate may have closed meanwhile. All that it held back would go out at once afterwards.
      if (yield* gate) yield* take(gate);
    });

  return { take: (gate = Effect.succeed(false)) => take(gate) };
}
