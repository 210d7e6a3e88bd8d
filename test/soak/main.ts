/**
 * `bun run soak`: a long mixed load, and what the service's memory and handles do under it.
 *
 * @module
 */
import { existsSync } from "node:fs";
import process from "node:process";
import { Result } from "effect";
import { askRequests } from "./ask_requests.ts";
import { breakProviders } from "./break_providers.ts";
import { type Counts, countsLine, makeCounts } from "./counts.ts";
import { missedRate, wrongInLoad } from "./load_verdict.ts";
import { runSoak, type SoakReport } from "./run_soak.ts";
import { readSoakArguments, SOAK_USAGE, type SoakChoice } from "./soak_arguments.ts";
import { chartOf } from "./soak_chart.ts";
import { groundOf, openGround, type SoakGround } from "./soak_ground.ts";
import { lineOf, SOAK_HEAD } from "./soak_row.ts";
import { fillTargets } from "./fill_targets.ts";
import { growthOf, handlesLeft, unreadIn, wrongIn } from "./verdict.ts";
import { visitStreams } from "./visit_streams.ts";

/** How far back is asked, where nothing was filled. */
const PAST_DAYS = 400;

async function main(args: ReadonlyArray<string>): Promise<number> {
  if (args.includes("--help")) {
    console.log(SOAK_USAGE);
    return 0;
  }
  const read = readSoakArguments(args);
  if (Result.isFailure(read)) {
    console.error(read.failure);
    console.error(SOAK_USAGE);
    return 1;
  }
  const choice = read.success;
  const { minutes, speed, seed, ratePerSec, service } = choice;
  console.log(
    `seed ${seed}, ${minutes} minutes at speed ${speed}, ${ratePerSec} requests a second`,
  );
  const ground = service === undefined ? await openGround(choice) : groundOf(service);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void ground.stop().then(() => process.exit(1)));
  }
  try {
    return await report(await soak(ground, choice), { ...choice, ...ground });
  } finally {
    await ground.stop();
  }
}

async function soak(
  { measured, target, simulators }: SoakGround,
  { minutes, everySec, seed, ratePerSec, fillDays }: SoakChoice,
): Promise<SoakReport & { readonly counts: Counts }> {
  const counts = makeCounts();
  if (fillDays > 0) {
    const count = await fillTargets(target, fillDays);
    console.log(`filled with ${count} targets of ${fillDays} days`);
  }
  console.log(SOAK_HEAD);
  const found = await runSoak({
    measured,
    counts,
    durationMs: minutes * 60_000,
    everyMs: everySec * 1000,
    onRow: (row) => console.log(lineOf(row)),
    load: (signal) => {
      const options = { seed, counts, signal, pastDays: fillDays > 0 ? fillDays : PAST_DAYS };
      const requests = askRequests(target, { ...options, ratePerSec });
      // Another's service may have no stream, and its providers are not ours to break.
      if (simulators.length === 0) return [requests];
      return [requests, visitStreams(target, options), breakProviders(simulators, options)];
    },
  });
  return { ...found, counts };
}

/** Prints what was found, and returns the exit code. */
async function report(
  { counts, rows, tookMs, endedAtMs, handlesBefore, handlesAfter }: SoakReport & {
    readonly counts: Counts;
  },
  { mbPerMin, isJudged, svg, ratePerSec, reachShare, expectedShare }: SoakChoice & SoakGround,
): Promise<number> {
  console.log(`\n${countsLine(counts)}`);
  const bounds = { ratePerSec, tookMs, reachShare, expectedShare, isRateJudged: isJudged };
  const missed = missedRate(counts.requests, bounds);
  if (missed !== undefined) console.log(`the load was not reached: ${missed}`);
  const growths = growthOf(rows, { mbPerMin });
  const leftOpen = handlesLeft(handlesBefore, handlesAfter);
  console.log("slope over the second half (Theil-Sen)");
  for (const { name, unit, perMin } of growths) {
    console.log(`  ${name.padEnd(10)}${perMin?.toFixed(3) ?? "unknown"} ${unit} a minute`);
  }
  const calmest = handlesAfter.length === 0 ? "unknown" : Math.min(...handlesAfter);
  console.log(`  handles ${handlesBefore} before the load, ${calmest} after it`);
  if (svg !== undefined) await Bun.write(svg, chartOf(rows));
  const wrong = [
    ...(endedAtMs === undefined ? [] : [`the service ended after ${inMinutes(endedAtMs)} minutes`]),
    ...unreadIn(rows, { hasProc: existsSync("/proc/self/status") }),
    ...wrongInLoad(counts, bounds),
    ...wrongIn(isJudged ? growths : [], leftOpen),
  ];
  for (const one of wrong) console.log(`FAILED ${one}`);
  if (!isJudged) console.log("too short to judge growth; see --judge");
  if (isJudged || wrong.length > 0) {
    console.log(wrong.length === 0 ? "no growth" : `${wrong.length} found`);
  }
  return wrong.length === 0 ? 0 : 1;
}

function inMinutes(ms: number): string {
  return (ms / 60_000).toFixed(1);
}

process.exit(await main(Bun.argv.slice(2)));
