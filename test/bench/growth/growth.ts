/**
 * How the cost of each path grows with its work.
 *
 * @module
 */
import type { Benchmark, Finding } from "../benchmark.ts";
import { gameGrowth } from "./game_growth.ts";
import { keyGrowth } from "./key_growth.ts";
import { orderGrowth } from "./order_growth.ts";
import { findingsOf, type MeasurePaths } from "./path_costs.ts";
import { rangeGrowth } from "./range_growth.ts";
import { subscriberGrowth } from "./subscriber_growth.ts";
import { targetGrowth } from "./target_growth.ts";
import { unresolvedGrowth } from "./unresolved_growth.ts";

const NAME = "growth";

/** The benchmark. */
export const growth: Benchmark = {
  name: NAME,
  about: "each path at 1, 10 and 100 times its work, as exponents; look-ups in 10 million rows",
  run: async (effort) => {
    const databaseUrl = Bun.env["TEST_DATABASE_URL"];
    const ofStores: ReadonlyArray<(databaseUrl: string) => MeasurePaths> = [
      targetGrowth,
      orderGrowth,
      unresolvedGrowth,
    ];
    const measures = [
      rangeGrowth,
      gameGrowth,
      keyGrowth,
      subscriberGrowth,
      ...(databaseUrl === undefined ? [] : ofStores.map((measure) => measure(databaseUrl))),
    ];
    const findings: Array<Finding> = [];
    for (const measure of measures) {
      for (const path of await measure(effort)) findings.push(...findingsOf(NAME, path));
    }
    return findings;
  },
};
