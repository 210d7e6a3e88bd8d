/**
 * Look-ups of stored targets, from ten thousand rows to ten million.
 *
 * @module
 */
import { Effect } from "effect";
import { ASSETS } from "../../../core/market/mod.ts";
import { TargetStore } from "../../../core/port/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { type MeasureStores, withFilledStores } from "./filled_store.ts";
import { medianMsInTurns, scattered } from "./in_turns.ts";
import type { MeasurePaths } from "./path_costs.ts";
import { ROW_COUNTS, SAME_COST } from "./row_counts.ts";
import { daysOf, insertTargets, TARGETS_END_SEC } from "./target_rows.ts";

const ROUNDS = 9;
const LOOKUPS_A_ROUND = 300;
const DAYS_A_ROUND = 60;
const DAY_SEC = 86_400;
const WINDOW_SEC = 300;
const WINDOWS_A_DAY = DAY_SEC / WINDOW_SEC;

/** So many 5min windows of an asset, one after the other, anywhere in the stored days. */
const findAnywhere = Effect.fnUntraced(function* (
  { days, windows, number }: {
    readonly days: number;
    readonly windows: number;
    readonly number: number;
  },
) {
  const first = scattered(number, days * WINDOWS_A_DAY / windows) * windows;
  const startSec = UnixSec(TARGETS_END_SEC - days * DAY_SEC + first * WINDOW_SEC);
  const found = yield* (yield* TargetStore).find({
    asset: ASSETS[number % ASSETS.length] ?? "btc",
    interval: "5min",
    // To the second after the start of the last one, as the service asks.
    range: { startSec, endSec: UnixSec(startSec + (windows - 1) * WINDOW_SEC + 1) },
  });
  if (found.length !== windows) throw new Error(`${found.length} targets`);
});

/** Measures them in stores of these numbers of rows. */
export const measureTargets: MeasureStores = async (stores, effort) => {
  const measure = async (
    what: string,
    { windows, pieces }: { readonly windows: number; readonly pieces: number },
  ) => {
    const stages = stores.map(({ size, run }) => ({
      size,
      piece: (number: number) => run(findAnywhere({ days: daysOf(size), windows, number })),
    }));
    const sizes = await medianMsInTurns(stages, { rounds: effort.rounds(ROUNDS), pieces });
    return { what, sized: "rows", unit: "ms", sizes, aim: SAME_COST };
  };
  return [
    await measure("a stored target", { windows: 1, pieces: LOOKUPS_A_ROUND }),
    await measure("a day of stored targets", { windows: WINDOWS_A_DAY, pieces: DAYS_A_ROUND }),
  ];
};

/** Measures them on a server. */
export function targetGrowth(databaseUrl: string): MeasurePaths {
  const fillings = ROW_COUNTS.map((size) => ({
    size,
    filling: { table: "targets", inserts: insertTargets(daysOf(size)) },
  }));
  return (effort) =>
    withFilledStores(databaseUrl, fillings, (stores) => measureTargets(stores, effort));
}
