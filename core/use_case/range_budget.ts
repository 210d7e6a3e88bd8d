/**
 * How long the answer to a range may take.
 *
 * @module
 */
import { Context, Effect, Fiber } from "effect";

/**
 * Ends when the time for an answer is up: 20 s. What is not there by then is "not fetched yet".
 *
 * An effect and not a number, because whoever waits for the answer waits in the machine's time,
 * which is not the service's own where that is accelerated.
 */
export const RangeBudget = Context.Reference<Effect.Effect<void>>("core/use_case/RangeBudget", {
  defaultValue: () => Effect.sleep("20 seconds"),
});

/** Runs an answer of several parts, which share one budget that begins now. */
export const withinOneBudget = Effect.fnUntraced(function* <A, E, R>(
  answer: Effect.Effect<A, E, R>,
) {
  const budget = yield* Effect.forkChild(yield* RangeBudget, { startImmediately: true });
  return yield* answer.pipe(
    Effect.provideService(RangeBudget, Fiber.join(budget)),
    Effect.ensuring(Fiber.interrupt(budget)),
  );
});
