/**
 * `bun run trials [name ...] [--short]`: what needs real processes, real time and luck.
 *
 * Each folder beside this file is a trial. Trials run one after another, as each measures how late
 * its timers are: one that fails because the machine was too slow is inconclusive.
 *
 * @module
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import process from "node:process";
import { prepareRun, type RunSettings } from "../suite/prepare_run.ts";
import { runFiles } from "../suite/run_files.ts";
import type { Deed } from "./tell.ts";
import { headText, type Lateness, rowText, type TrialRow, whyTooSlow } from "./trial_row.ts";
import { usageLine } from "../../app/wiring/own_command.ts";

const FILES = [...new Bun.Glob("test/trials/*/*_trial.ts").scanSync()].toSorted();
const NAMES = [...new Set(FILES.map((file) => basename(dirname(file))))];

const USAGE = `${usageLine("trials [name ...] [--short]")}
  names    ${NAMES.join(", ")}; all without one
  --short  all of them in at most four minutes
Options of trials are settings: TRIAL_SEED=7 repeats a seed, TRIAL_MINUTES=60 takes as long,
TRIAL_HISTORIES=100000 runs as many histories of each kind.`;

/** The longest that a whole trial may take, for one that hangs. */
const TIMEOUT_MS = 6 * 3_600_000;
const SHORT_TIMEOUT_MS = 120_000;

const PRELOAD = "./test/trials/timer_watch.ts";

/** Runs one trial, and prints what failed. */
async function runTrial(
  name: string,
  { env, isShort }: { readonly env: RunSettings; readonly isShort: boolean },
): Promise<TrialRow> {
  const folder = mkdtempSync(join(tmpdir(), "strikeline-trial-"));
  const [report, late] = [join(folder, "report"), join(folder, "late")];
  const startMs = performance.now();
  const summary = await runFiles(FILES.filter((file) => basename(dirname(file)) === name), {
    env: {
      ...env,
      TRIAL_REPORT: report,
      TRIAL_LATE: late,
      ...(isShort ? { TRIAL_SHORT: "1" } : {}),
    },
    preload: PRELOAD,
    timeoutMs: isShort ? SHORT_TIMEOUT_MS : TIMEOUT_MS,
  });
  const tookMs = performance.now() - startMs;
  const deeds = textOf(report).split("\n").filter((line) => line !== "")
    .map((line): Deed => JSON.parse(line));
  // A trial that ended before it measured has said nothing.
  const lateness = JSON.parse(textOf(late) || "null") as Lateness | null;
  rmSync(folder, { recursive: true, force: true });
  const row = { name, deeds, tookMs };
  if (summary.failed === 0) {
    const reason = summary.skipped === 0 ? {} : { reason: `${summary.skipped} tests skipped` };
    return { ...row, verdict: "passed", ...reason };
  }
  for (const failure of summary.failures) console.log(`\n${failure}\n`);
  if (summary.failures.length === 0) console.log(`\n${summary.ending}\n`);
  const reason = lateness === null ? undefined : whyTooSlow(lateness);
  if (reason === undefined) return { ...row, verdict: "failed" };
  return { ...row, verdict: "inconclusive", reason };
}

function textOf(file: string): string {
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

const words = process.argv.slice(2);
const isShort = words.includes("--short");
const asked = words.filter((word) => word !== "--short");
const unknown = asked.find((word) => !NAMES.includes(word));
if (unknown !== undefined) {
  const isHelp = unknown === "--help";
  console.log(isHelp ? USAGE : `Cannot find the trial "${unknown}"\n${USAGE}`);
  process.exit(isHelp ? 0 : 1);
}
const chosen = asked.length === 0 ? NAMES : NAMES.filter((name) => asked.includes(name));
const env = await prepareRun(FILES.filter((file) => chosen.includes(basename(dirname(file)))));
const rows: Array<TrialRow> = [];
console.log(headText);
for (const name of chosen) {
  const row = await runTrial(name, { env, isShort });
  rows.push(row);
  console.log(rowText(row));
}
const count = (verdict: TrialRow["verdict"]) =>
  rows.filter((row) => row.verdict === verdict).length;
console.log(
  `${count("passed")} passed, ${count("failed")} failed, ${count("inconclusive")} inconclusive`,
);
process.exit(count("failed") === 0 ? 0 : 1);
