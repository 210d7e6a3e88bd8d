/**
 * Runs benchmarks one after the other, here or in a new process.
 *
 * @module
 */
import process from "node:process";
import { Result } from "effect";
import type { Benchmark } from "./benchmark.ts";
import { QUICK, THOROUGH } from "./effort.ts";
import { parseReport, type Report, thisMachine } from "./report.ts";

/**
 * Runs them, and tells what is found so far at the start and after every benchmark, as later ones
 * may take an hour or fail.
 */
export async function runBenchmarks(
  benchmarks: ReadonlyArray<Benchmark>,
  { isQuick, onProgress }: {
    readonly isQuick: boolean;
    readonly onProgress: (soFar: Report) => Promise<void>;
  },
): Promise<Report> {
  let report: Report = { machine: thisMachine(), isQuick, findings: [] };
  await onProgress(report);
  for (const { name, about, run } of benchmarks) {
    console.error(`${name}: ${about}`);
    const found = await run(isQuick ? QUICK : THOROUGH);
    report = { ...report, findings: [...report.findings, ...found] };
    await onProgress(report);
  }
  return report;
}

/**
 * Runs benchmarks quickly in a new process, where the engine compiles everything anew: what it made
 * of a function may have been bad luck.
 */
export async function runQuicklyElsewhere(names: ReadonlyArray<string>): Promise<Report> {
  const child = Bun.spawn(
    [process.execPath, "run", `${import.meta.dir}/quick_process.ts`, ...names],
    { stdout: "pipe", stderr: "inherit" },
  );
  return Result.getOrThrow(parseReport(await new Response(child.stdout).text()));
}
