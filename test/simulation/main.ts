/**
 * `bun run simulation [--histories N] [--seed N]`: the whole service through made-up histories.
 *
 * @module
 */
import process from "node:process";
import { Result } from "effect";
import fc from "fast-check";
import { readNumberOptions, seedOption } from "../number_options.ts";
import { brokenClaims } from "./service_claims.ts";
import { ServiceHistory } from "./service_history.ts";
import { history, type HistoryPlan, textOf } from "./step.ts";

const USAGE = `Usage: bun run simulation [--histories N] [--seed N]
Runs replicas of the service through made-up histories of faults, and checks what they sent.
  --histories  how many (100000)
  --seed       what to repeat (a new one)`;

const PROGRESS_EVERY_MS = 10_000;

/** Runs histories until one breaks a claim, and makes that one as short as it can be. */
function main(args: ReadonlyArray<string>): number {
  if (args.includes("--help")) {
    console.log(USAGE);
    return 0;
  }
  const given = readNumberOptions(args, {
    histories: { fallback: 100_000, min: 1, max: 1e9 },
    seed: seedOption(),
  });
  if (Result.isFailure(given)) {
    console.error(given.failure);
    console.error(USAGE);
    return 1;
  }
  const { histories, seed } = given.success.numbers;
  console.log(`seed ${seed}, ${histories} histories`);
  let [done, shownMs] = [0, performance.now()];
  const isWhole = (plan: HistoryPlan) => {
    done += 1;
    if (performance.now() - shownMs > PROGRESS_EVERY_MS) {
      shownMs = performance.now();
      process.stderr.write(`${done} run\n`);
    }
    return brokenClaims(new ServiceHistory(plan)).length === 0;
  };
  const { failed, counterexample, counterexamplePath } = fc.check(fc.property(history, isWhole), {
    numRuns: histories,
    seed,
  });
  if (!failed || counterexample === null) {
    console.log(`ok: ${histories} histories`);
    return 0;
  }
  const [plan] = counterexample;
  console.log(`FAILED: seed ${seed}, path ${counterexamplePath}\n${textOf(plan)}\n`);
  console.log(JSON.stringify(plan));
  for (const broken of brokenClaims(new ServiceHistory(plan))) console.log(broken);
  return 1;
}

process.exit(main(process.argv.slice(2)));
