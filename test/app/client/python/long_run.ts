/**
 * `bun run test/app/client/python/long_run.ts --minutes 60`: how the Python client gets through
 * cuts each minute and a kill every ten.
 *
 * @module
 */
import process from "node:process";
import { parseArgs } from "node:util";
import { findPython } from "./python_interpreter.ts";
import { runLong } from "./run_long.ts";

const { values } = parseArgs({ options: { minutes: { type: "string", default: "60" } } });
const minutes = Number(values.minutes);
const python = findPython();
if (python === undefined || !python.hasWebsockets || !(minutes > 0)) {
  console.error(
    "Usage: long_run.ts [--minutes N], with a Python 3.11 or later that has websockets",
  );
  process.exit(1);
}
const minuteMs = 60_000;
const { figures, complaints } = await runLong({
  python,
  durationMs: minutes * minuteMs,
  cutEveryMs: minuteMs,
  killEveryMs: 10 * minuteMs,
  onProgress: (line) => console.log(new Date().toISOString(), line),
});
for (const [name, count] of Object.entries(figures)) console.log(`${name}: ${count}`);
console.log(`${complaints.length} complaints`);
for (const complaint of complaints.slice(0, 50)) console.log(complaint);
process.exit(complaints.length === 0 ? 0 : 1);
