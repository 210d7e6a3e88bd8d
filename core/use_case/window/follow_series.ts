/**
 * Follows the windows of every asset, whoever subscribes to them: a recording has them all.
 *
 * @module
 */
import { Effect } from "effect";
import { ASSETS, factsOf, type Interval } from "../../market/mod.ts";
import { LiveWindows } from "./live_windows.ts";

/** Follows the windows of these intervals for as long as the process runs. */
export const followSeries = Effect.fn("followSeries")(function* (
  intervals: ReadonlyArray<Interval>,
) {
  const { follow } = yield* LiveWindows;
  for (const asset of ASSETS) {
    const own = factsOf(asset).intervals.filter((interval) => intervals.includes(interval));
    for (const interval of own) follow({ asset, interval });
  }
});
