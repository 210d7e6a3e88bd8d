/**
 * The noted ratios, `noted.json`: the report of quick runs, with which later ones are compared.
 *
 * @module
 */
import { existsSync } from "node:fs";
import { Result } from "effect";
import type { Benchmark } from "./benchmark.ts";
import { joinReports } from "./joined_report.ts";
import { lostRatios, newRatios, worseText, worseThanNoted } from "./quick_verdict.ts";
import { readReport, type Report, reportText } from "./report.ts";
import { runQuicklyElsewhere } from "./run_benchmarks.ts";

/** Where they are. */
export const NOTED_FILE = `${import.meta.dir}/noted.json`;

/**
 * How many processes the noted rounds come from. In some of them the engine compiles a function
 * several times faster than in others.
 */
const NOTED_PROCESSES = 5;

/** Notes a quick run and further ones. What is noted of other benchmarks stays. */
export async function noteReport(
  report: Report,
  { benchmarks, ran }: {
    readonly benchmarks: ReadonlyArray<Benchmark>;
    readonly ran: ReadonlyArray<Benchmark>;
  },
): Promise<void> {
  const noted = existsSync(NOTED_FILE) ? Result.getOrThrow(readReport(NOTED_FILE)).findings : [];
  const others: Array<Report> = [];
  while (others.length < NOTED_PROCESSES - 1) {
    console.error(`${others.length + 1} of ${NOTED_PROCESSES} runs are done`);
    others.push(await runQuicklyElsewhere(ran.map(({ name }) => name)));
  }
  const joined = joinReports(report, others);
  const findings = benchmarks.flatMap((benchmark) => {
    const source = ran.includes(benchmark) ? joined.findings : noted;
    return source.filter(({ name }) => name === benchmark.name);
  });
  await Bun.write(NOTED_FILE, reportText({ ...joined, findings }));
}

/**
 * Returns what is wrong with a quick run beside what is noted of it, a line each. Ratios that look
 * worse are measured once more first.
 */
export async function faultsOf(
  report: Report,
  { findings: known }: Report,
): Promise<ReadonlyArray<string>> {
  for (const title of newRatios(report.findings, known)) {
    console.error(`not noted yet: ${title}`);
  }
  const lost = lostRatios(report.findings, known)
    .map((title) => `${title}: it is noted, and no longer measured`);
  const suspects = worseThanNoted(report.findings, known);
  if (suspects.length === 0) return lost;
  for (const suspect of suspects) console.error(`once more, ${worseText(suspect)}`);
  const again = await runQuicklyElsewhere([...new Set(suspects.map(({ name }) => name))]);
  const titles = new Set(suspects.map(({ title }) => title));
  const worse = worseThanNoted(again.findings, known).filter(({ title }) => titles.has(title));
  return [...worse.map(worseText), ...lost];
}
