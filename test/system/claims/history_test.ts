import { expect, test } from "bun:test";
import fc from "fast-check";
import { textOf } from "../history/step.ts";
import { actionsOf } from "./actions.ts";
import { claimHistory } from "./any_history.ts";
import { deedsOf } from "./chain_truth.ts";
import { ClaimHistory } from "./history.ts";
import { WALLETS } from "./holdings.ts";
import { brokenClaims } from "./judge.ts";
import { CLAIMS_BROKEN } from "./once_broken.ts";
import type { ClaimPlan } from "./plan.ts";

/** Always the same ones: `bun run trials claims` searches for others. */
const SEED = 12;
const HISTORIES = 3;
const TIMEOUT_MS = 300_000;

/** Says what happened and what is wrong with it. */
async function whole(plan: ClaimPlan): Promise<ClaimHistory> {
  const run = await ClaimHistory.live(plan);
  const broken = brokenClaims(run);
  if (broken.length > 0) throw new Error(`\n${textOf(plan)}\n\n${broken.slice(0, 20).join("\n")}`);
  return run;
}

test("what is won is claimed once and told as it was, whatever dies and fails", async () => {
  const runs: Array<ClaimHistory> = [];
  const plans = fc.sample(claimHistory, { numRuns: HISTORIES, seed: SEED });
  for (const plan of plans) runs.push(await whole(plan));
  // They have enough in them to prove something.
  const count = (seen: (run: ClaimHistory) => ReadonlyArray<unknown>) =>
    runs.reduce((sum, run) => sum + seen(run).length, 0);
  const ended = (kind: string, state: string) => ({ ground }: ClaimHistory) =>
    WALLETS.flatMap(({ id }) => actionsOf(ground, id))
      .filter((action) => action.kind === kind && action.state === state);
  const done = (by: string) => ({ ground }: ClaimHistory) =>
    WALLETS.flatMap((wallet) => deedsOf(ground, wallet)).filter((deed) => deed.by === by);
  expect(count(ended("claim", "confirmed"))).toBeGreaterThan(10);
  expect(count(ended("claim", "nothing_left"))).toBeGreaterThan(0);
  for (const kind of ["split", "merge"]) {
    expect(count(ended(kind, "confirmed"))).toBeGreaterThan(0);
  }
  for (const by of ["service", "owner", "venue"]) {
    expect([by, count(done(by))]).not.toEqual([by, 0]);
  }
  expect(count(({ ground }) => ground.traffic.deaths)).toBeGreaterThan(1);
}, TIMEOUT_MS);

test.each(CLAIMS_BROKEN)("%s", (_, plan) => whole(plan).then(() => {}), TIMEOUT_MS);
