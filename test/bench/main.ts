/**
 * `bun run bench`: the paths that users feel, each beside a reference from the same run.
 *
 * @module
 */
import { availableParallelism, cpus, loadavg } from "node:os";
import process from "node:process";
import { Result } from "effect";
import { readCommandLine } from "../../app/command/command_line.ts";
import type { Finding } from "./benchmark.ts";
import { BENCHMARKS } from "./benchmarks.ts";
import { usageLine } from "../../app/wiring/own_command.ts";
import { besideNoted, note, readNoted } from "./noted.ts";
import { cellsOf, HEAD, markdownTable } from "./table.ts";

const GUIDE_FILE = "adapters/http/document/guide/how_fast.md";
/** The table of the guide, between comments of Markdown that no reader sees. */
const GUIDE_TABLE = /(?<=\[\/\/\]: # "bun run bench --guide writes from here"\n).*(?=\[\/\/\]: #)/s;

const USAGE = `${usageLine("bench [name ...] [options]")}
  --quick      measures shortly; without names only those marked *, in about a minute
  --json FILE  writes the findings to a file, after each benchmark
  --note       notes the ratios, which later runs are printed beside
  --guide      writes the table of the guide "How fast": what has an aim
${BENCHMARKS.map(benchmarkLine).join("\n")}`;

function benchmarkLine({ name, about, isInQuickRun }: (typeof BENCHMARKS)[number]): string {
  return `${isInQuickRun ? "*" : " "} ${name.padEnd(10)}${about}`;
}

/** Returns the exit code: no figure is a failure. */
async function main(args: ReadonlyArray<string>): Promise<number> {
  const read = readCommandLine(args, {
    json: "text",
    quick: "flag",
    note: "flag",
    guide: "flag",
    help: "flag",
  });
  if (Result.isFailure(read)) return fail(read.failure);
  const { words, options: { json, quick, note: isNote, guide, help } } = read.success;
  if (help === true) {
    console.log(USAGE);
    return 0;
  }
  const unknown = words.find((word) => !BENCHMARKS.some(({ name }) => name === word));
  if (unknown !== undefined) return fail(`Unknown benchmark "${unknown}"`);
  if (guide === true && (words.length > 0 || quick === true)) {
    return fail("Cannot use --guide with names or --quick: its table has all figures");
  }
  const machine = machineText();
  const isQuick = quick === true;
  const findings: Array<Finding> = [];
  for (const { name, about, isInQuickRun = false, run } of BENCHMARKS) {
    if (words.length > 0 ? !words.includes(name) : isQuick && !isInQuickRun) continue;
    console.error(`${name}: ${about}`);
    findings.push(...await run({ isQuick }));
    if (typeof json !== "string") continue;
    await Bun.write(json, JSON.stringify({ machine, isQuick, findings }, null, 2));
  }
  const noted = await readNoted();
  const rows = findings.map((finding) => [...cellsOf(finding), besideNoted(finding, noted)]);
  console.log(`${machine}\n\n${markdownTable([[...HEAD, "Ratio noted"], ...rows])}`);
  if (isNote === true) await note(findings);
  if (guide === true) await writeGuide(machine, findings);
  return 0;
}

async function writeGuide(machine: string, findings: ReadonlyArray<Finding>): Promise<void> {
  const page = await Bun.file(GUIDE_FILE).text();
  if (!GUIDE_TABLE.test(page)) throw new Error(`Cannot find where the table of ${GUIDE_FILE} goes`);
  const table = `\nMeasured with ${machine}.\n\n${
    markdownTable([HEAD, ...findings.filter(({ aim }) => aim !== undefined).map(cellsOf)])
  }\n\n`;
  await Bun.write(GUIDE_FILE, page.replace(GUIDE_TABLE, () => table));
}

/** Figures of another machine are others, and so are those of a busy one. */
function machineText(): string {
  const processor = cpus()[0]?.model.trim() ?? "unknown";
  const load = loadavg()[0]?.toFixed(2);
  return `bun ${Bun.version}, ${availableParallelism()} processors (${processor}), load ${load} ` +
    "before the run";
}

function fail(message: string): number {
  console.error(`${message}\n${USAGE}`);
  return 1;
}

process.exitCode = await main(Bun.argv.slice(2));
