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
   * Waits for the next slot, and for the gate at the head of the queue. An interrupted waiter, or
   * one that the gate fails, uses no slot.
   */
  readonly take: <E = never>(gate?: Effect.Effect<void, E>) => Effect.Effect<void, E>;
}

/** Creates a pacer with an empty history. */
export function makePacer({ name, ...limit }: Pace): Pacer {
  const head = Semaphore.makeUnsafe(1);
  /** When the last `calls` slots started, oldest first. */
  const beganAtMs: Array<number> = [];

  /** Only the head of the queue waits for the clock; the others wait for the head. */
  const begin = <E>(gate: Effect.Effect<void, E>): Effect.Effect<void, E> =>
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

  /** The fleet's slot is awaited side by side: one trip after another would be a slower pace. */
  const takeShared = name === undefined
    ? Effect.void
    : Effect.flatMap(FleetCalls, ({ takeSlot }) => takeSlot({ name, ...limit }));

  return {
    take: (gate = Effect.void) => Effect.andThen(head.withPermits(1)(begin(gate)), takeShared),
  };
}
