/**
 * `bun run bench`: hot paths compared with a reference from the same run.
 *
 * @module
 */
import process from "node:process";
import { Result } from "effect";
import type { Benchmark } from "./benchmark.ts";
import { BENCHMARKS } from "./benchmarks.ts";
import { type BenchCommand, readBenchCommand, usageOf } from "./command_line.ts";
import { compareReports, comparisonText } from "./compare_reports.ts";
import { GUIDE_FILE, withTables } from "./guide_tables.ts";
import { faultsOf, NOTED_FILE, noteReport } from "./noted.ts";
import { machineText, readReport, type Report, reportText } from "./report.ts";
import { runBenchmarks } from "./run_benchmarks.ts";
import { tableOf } from "./table.ts";

/** Returns the exit code. */
async function main(args: ReadonlyArray<string>): Promise<number> {
  const read = readBenchCommand(args, BENCHMARKS);
  if (Result.isFailure(read)) return fail(`${read.failure}\n${usageOf(BENCHMARKS)}`);
  if (read.success === "help") {
    console.log(usageOf(BENCHMARKS));
    return 0;
  }
  const command = read.success;
  // Before the run: nobody wants to hear after an hour that a file cannot be read.
  const files = Result.all({
    known: readGiven(command.from),
    earlier: readGiven(command.compare),
    noted: readGiven(command.purpose === "judge" ? NOTED_FILE : undefined),
  });
  if (Result.isFailure(files)) return fail(files.failure);
  const { known, earlier, noted } = files.success;
  const unwritable = await whyUnwritable(command.json);
  if (unwritable !== undefined) return fail(unwritable);
  const report = known ?? await run(command);
  console.log(machineText(report.machine));
  console.log("values, references and ratios are min/median/max over the rounds\n");
  console.log(tableOf(report.findings));
  const ran = command.chosen;
  if (earlier !== undefined) printComparison(partOf(earlier, ran), report);
  if (command.writesGuide) {
    const page = withTables(await Bun.file(GUIDE_FILE).text(), report, BENCHMARKS);
    if (Result.isFailure(page)) return fail(page.failure);
    await Bun.write(GUIDE_FILE, page.success);
  }
  if (command.purpose === "note") await noteReport(report, { benchmarks: BENCHMARKS, ran });
  if (noted === undefined) return 0;
  const faults = await faultsOf(report, partOf(noted, ran));
  if (faults.length === 0) {
    console.log("\nno ratio is clearly worse than the noted one");
    return 0;
  }
  return fail(
    `\n${faults.join("\n")}\nIf that is meant, \`bun run bench --note\` notes what is measured now`,
  );
}

function readGiven(file: string | undefined): Result.Result<Report | undefined, string> {
  return file === undefined ? Result.succeed(undefined) : readReport(file);
}

/** Tries, as a run would be lost without its file. */
async function whyUnwritable(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  try {
    await Bun.write(file, "");
    return undefined;
  } catch (error) {
    return `Cannot write "${file}": ${error instanceof Error ? error.message : error}`;
  }
}

async function run({ chosen, isQuick, json }: BenchCommand): Promise<Report> {
  return await runBenchmarks(chosen, {
    isQuick,
    onProgress: async (soFar) => {
      if (json !== undefined) await Bun.write(json, reportText(soFar));
    },
  });
}

/** Without what was not asked for now. */
function partOf(report: Report, benchmarks: ReadonlyArray<Benchmark>): Report {
  const names = new Set(benchmarks.map(({ name }) => name));
  return { ...report, findings: report.findings.filter(({ name }) => names.has(name)) };
}

function printComparison(earlier: Report, report: Report): void {
  console.log(`\n${comparisonText(compareReports(earlier, report))}`);
  if (earlier.isQuick !== report.isQuick) {
    console.log("one of the runs was quick, and its code less warm");
  }
}

function fail(message: string): number {
  console.error(message);
  return 1;
}

process.exitCode = await main(Bun.argv.slice(2));
