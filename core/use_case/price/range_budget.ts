/**
 * The time budget for answering a range request.
 *
 * @module
 */
import { Context, Effect, Fiber } from "effect";
import { MachineTime } from "../time/machine_time.ts";

/** The longest time a caller waits for a range, in machine time. */
const RANGE_BUDGET_MS = 20_000;

/**
 * Ends when the time for an answer is up. Targets missing by then are "not fetched yet".
 *
 * An effect rather than a number, so that several parts of an answer can share one.
 */
export const RangeBudget = Context.Reference<Effect.Effect<void>>("core/use_case/RangeBudget", {
  defaultValue: () => MachineTime.use(({ sleep }) => sleep(RANGE_BUDGET_MS)),
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
