/**
 * Windows as messages have them: with what is known of each when it is told.
 *
 * @module
 */
import { Effect } from "effect";
import type { WindowState } from "../../window/mod.ts";
import { RangeBudget } from "../price/range_budget.ts";
import { CallerPatience } from "../time/caller_patience.ts";
import { windowStates } from "../window/window_states.ts";
import type { WindowMoment } from "./window_series.ts";

/**
 * Adds the states of windows. What is not found within {@linkcode CallerPatience} is null: no
 * message is held up by it.
 */
export const withStates = Effect.fnUntraced(
  function* <Told extends { readonly moment: WindowMoment }>(
    told: ReadonlyArray<Told>,
  ) {
    if (told.length === 0) return [];
    const { states } = yield* windowStates(told.map(({ moment }) => moment)).pipe(
      Effect.provideService(RangeBudget, yield* CallerPatience),
    );
    return told.flatMap((one, index): ReadonlyArray<Told & { readonly state: WindowState }> => {
      const state = states[index];
      return state === undefined ? [] : [{ ...one, state }];
    });
  },
);
