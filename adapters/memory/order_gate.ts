/**
 * {@linkcode OrderGate} of one process: opens again by itself, first for a single order.
 *
 * @module
 */
import { Duration, Effect, Exit, Layer } from "effect";
import { CircuitBreaker } from "effect/persistence";
import { type GateVerdict, OrderEntryPaused, OrderGate } from "../../core/port/mod.ts";

/** So many failures in a row shut the gate: fewer happen to any venue. */
const FAILURES_MAX = 10;
/** How long it stays shut, on the service's clock. */
const SHUT_MS = 5_000;
const KEY = "order entry";

const OUTCOMES = {
  failed: { _tag: "Failure" },
  worked: { _tag: "Success" },
  nothing: { _tag: "Ignored" },
} as const satisfies Record<GateVerdict, CircuitBreaker.Outcome>;

/** Makes the gate. */
export const layerOrderGate: Layer.Layer<OrderGate> = Layer.effect(
  OrderGate,
  Effect.gen(function* () {
    const breaker = yield* CircuitBreaker.make({
      tripPolicy: CircuitBreaker.consecutive(FAILURES_MAX),
      openDuration: Duration.millis(SHUT_MS),
    });
    return OrderGate.of({
      pass: (place, judge) =>
        breaker.execute(place, {
          key: KEY,
          // A failure says nothing about the venue's order entry: nothing was sent.
          classify: (exit) => OUTCOMES[Exit.isFailure(exit) ? "nothing" : judge(exit.value)],
        }).pipe(
          Effect.catchIf(
            (failure) => failure instanceof CircuitBreaker.CircuitBreakerError,
            ({ reason }) => Effect.fail(new OrderEntryPaused({ retryAfterSec: waitSec(reason) })),
          ),
        ),
    });
  }),
).pipe(Layer.provide(CircuitBreaker.layerStoreMemory()));

/** Whole seconds, at least one: while one order tries, the others wait for how it fares. */
function waitSec(reason: CircuitBreaker.CircuitBreakerError["reason"]): number {
  const waitMs = reason._tag === "CircuitOpen" ? Duration.toMillis(reason.retryAfter) : 0;
  return Math.max(1, Math.ceil(waitMs / 1000));
}
