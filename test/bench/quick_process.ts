/**
 * A process that runs benchmarks quickly.
 *
 * `bun run test/bench/quick_process.ts fees quota` prints the report.
 *
 * @module
 */
import { BENCHMARKS } from "./benchmarks.ts";
import { reportText } from "./report.ts";
import { runBenchmarks } from "./run_benchmarks.ts";

const names = Bun.argv.slice(2);
const report = await runBenchmarks(BENCHMARKS.filter(({ name }) => names.includes(name)), {
  isQuick: true,
  onProgress: () => Promise.resolve(),
});
console.log(reportText(report));
process.exit(0);
