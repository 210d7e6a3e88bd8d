/**
 * {@linkcode OrderGate} of one process: reopens by itself, at first for a single order.
 *
 * @module
 */
import { Duration, Effect, Exit, Layer } from "effect";
import { CircuitBreaker } from "effect/persistence";
import { type GateVerdict, OrderEntryPaused, OrderGate } from "../../core/port/order_gate.ts";

/** The number of consecutive failures that close the gate; a working venue never has this many. */
const FAILURES_MAX = 10;
/** How long the gate stays closed, on the service's clock. */
const SHUT_MS = 5_000;

const OUTCOMES = {
  failed: { _tag: "Failure" },
  worked: { _tag: "Success" },
  nothing: { _tag: "Ignored" },
} as const satisfies Record<GateVerdict, CircuitBreaker.Outcome>;

/** Provides the gate. */
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
          key: "order entry",
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

/** Returns whole seconds, at least one: while one order probes, the others wait for its outcome. */
function waitSec(reason: CircuitBreaker.CircuitBreakerError["reason"]): number {
  const waitMs = reason._tag === "CircuitOpen" ? Duration.toMillis(reason.retryAfter) : 0;
  return Math.max(1, Math.ceil(waitMs / 1000));
}
