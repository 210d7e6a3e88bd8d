/**
 * Counting a request against its caller's quota, compared with a bare `Map`.
 *
 * @module
 */
import { makeProcessQuotaStore } from "../../adapters/process/quota_store.ts";
import { type Benchmark, compare, type Finding } from "./benchmark.ts";
import type { Effort } from "./effort.ts";
import { timeInTurns } from "./stopwatch.ts";

const NAME = "quota";
const WINDOW = { windowStartSec: 1_793_880_000, windowSec: 60, cost: 1 };

/** The benchmark. */
export const quota: Benchmark = {
  name: NAME,
  about: "one counted hit, by how many callers there are",
  isQuick: true,
  run: (effort) => Promise.resolve([1, 100_000].map((count) => hits(count, effort))),
};

function hits(callersCount: number, effort: Effort): Finding {
  const callers = Array.from(
    { length: callersCount },
    (_, index) => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`,
  );
  const counter = makeProcessQuotaStore();
  const counts = new Map<string, number>();
  const [ours = [], reference = []] = timeInTurns([
    (times) => {
      let sum = 0;
      for (let i = 0; i < times; i++) {
        sum += counter.add({ caller: callers[i % callersCount] ?? "", ...WINDOW });
      }
      return sum;
    },
    (times) => {
      let sum = 0;
      for (let i = 0; i < times; i++) {
        const caller = callers[i % callersCount] ?? "";
        const used = (counts.get(caller) ?? 0) + 1;
        counts.set(caller, used);
        sum += used;
      }
      return sum;
    },
  ], effort);
  return compare(NAME, {
    unit: "ns",
    ours: { what: `a counted hit, ${callersCount} callers`, values: ours },
    reference: { what: "get and set of a Map", values: reference },
  });
}
