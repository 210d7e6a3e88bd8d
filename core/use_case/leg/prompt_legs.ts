/**
 * The legs of windows for whoever cannot wait for another venue, nor for the store.
 *
 * @module
 */
import { Clock, Effect } from "effect";
import type { Leg } from "../../leg/mod.ts";
import type { WindowState } from "../../window/mod.ts";
import { RangeBudget } from "../price/range_budget.ts";
import { Venue } from "../venue/venue.ts";
import { primaryOf, windowLegs } from "./window_legs.ts";

/** The legs of windows, in order: of each the primary one first. */
export interface PromptLegs {
  readonly legs: ReadonlyArray<ReadonlyArray<Leg>>;
  /** Whether the store was read: without it nothing is known of other venues. */
  readonly isWhole: boolean;
}

/**
 * Returns what is known by now. What is not is read meanwhile, and told to who shows it. Never
 * fails.
 */
export const promptLegs = Effect.fn("promptLegs")(function* (states: ReadonlyArray<WindowState>) {
  const venue = yield* Venue;
  const nowMs = yield* Clock.currentTimeMillis;
  return yield* windowLegs(states).pipe(
    Effect.provideService(RangeBudget, Effect.void),
    Effect.map(({ legs }): PromptLegs => ({ legs, isWhole: true })),
    Effect.catchTag("StoreFailed", (failure) =>
      Effect.as(Effect.logWarning(failure.message), {
        legs: states.map((state) => [primaryOf(venue, state, nowMs)]),
        isWhole: false,
      })),
  );
});
