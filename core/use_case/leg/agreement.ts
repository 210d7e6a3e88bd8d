/**
 * How often another venue names the same winner of a series' windows.
 *
 * @module
 */
import { Clock, Effect } from "effect";
import { countAgreement } from "../../leg/mod.ts";
import { type Asset, type Interval, windowsStartingIn } from "../../market/mod.ts";
import type { TimeRange } from "../../time/mod.ts";
import { withinOneBudget } from "../price/range_budget.ts";
import { Venue } from "../venue/venue.ts";
import { windowEnds } from "../window/window_states.ts";
import { windowLegs } from "./window_legs.ts";

/**
 * Compares the windows that start inside the range and have ended. Fails only if the store does.
 */
export const legAgreement = Effect.fn("legAgreement")(function* (
  { asset, interval, range }: {
    readonly asset: Asset;
    readonly interval: Interval;
    readonly range: TimeRange;
  },
) {
  const { profile: { calendar } } = yield* Venue;
  const nowMs = yield* Clock.currentTimeMillis;
  const windows = [...windowsStartingIn(calendar, interval, range)]
    .filter(({ endSec }) => endSec * 1000 <= nowMs)
    .map((window) => ({ asset, window }));
  return yield* withinOneBudget(Effect.gen(function* () {
    const { states, leftCount, isCached } = yield* windowEnds(windows);
    const found = yield* windowLegs(states);
    const compared = found.legs.flatMap(([primary, other]) =>
      primary === undefined ? [] : [{ primary, other }]
    );
    return {
      ...countAgreement(compared),
      leftCount: leftCount + found.leftCount,
      isCached: isCached && found.isCached,
    };
  }));
});
