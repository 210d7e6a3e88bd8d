/**
 * The time budget for answering a range request.
 *
 * @module
 */
import { Context, Effect, Fiber } from "effect";

/**
 * Ends when the time for an answer is up: 20 s. Targets missing by then are "not fetched yet".
 *
 * An effect rather than a number, because clients wait in machine time, which differs from the
 * service's clock if that is accelerated.
 */
export const RangeBudget = Context.Reference<Effect.Effect<void>>("core/use_case/RangeBudget", {
  defaultValue: () => Effect.sleep("20 seconds"),
});

/** Runs an answer of several parts that share one budget, which starts now. */
export const withinOneBudget = Effect.fnUntraced(function* <A, E, R>(
  answer: Effect.Effect<A, E, R>,
) {
  const budget = yield* Effect.forkChild(yield* RangeBudget, { startImmediately: true });
  return yield* answer.pipe(
    Effect.provideService(RangeBudget, Fiber.join(budget)),
    Effect.ensuring(Fiber.interrupt(budget)),
  );
});
