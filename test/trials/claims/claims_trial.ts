/** Searches for histories of claims, splits and merges that break a promise. @module */
import { test } from "bun:test";
import fc from "fast-check";
import { claimHistory } from "../../system/claims/any_history.ts";
import { deedsOf } from "../../system/claims/chain_truth.ts";
import { ClaimHistory } from "../../system/claims/history.ts";
import { WALLETS } from "../../system/claims/holdings.ts";
import { brokenClaims } from "../../system/claims/judge.ts";
import type { ClaimPlan } from "../../system/claims/plan.ts";
import { textOf } from "../../system/history/step.ts";
import { isShort, option, sized, trialSeed } from "../size.ts";
import { tell } from "../tell.ts";

const SHORT_MS = 45_000;
/** A find is made shorter for so long. */
const SHRINK_MS = sized({ short: 20_000, whole: 300_000 });

test("no history of claims breaks a promise", async () => {
  const seed = trialSeed();
  const untilMs = isShort ? performance.now() + SHORT_MS : Infinity;
  let shrunkMs = Infinity;
  const [done, found] = [{ histories: 0, deeds: 0 }, new Set<string>()];
  const isWhole = async (plan: ClaimPlan) => {
    if (performance.now() > (found.size === 0 ? untilMs : shrunkMs)) return true;
    const run = await ClaimHistory.live(plan);
    const broken = brokenClaims(run);
    // What follows a find makes it shorter.
    if (found.size === 0) {
      done.histories += 1;
      done.deeds += WALLETS.flatMap((wallet) => deedsOf(run.ground, wallet))
        .filter(({ by }) => by === "service").length;
      for (const why of broken) found.add(why);
      if (found.size > 0) shrunkMs = performance.now() + SHRINK_MS;
    }
    return broken.length === 0;
  };
  const { failed, counterexample } = await fc.check(fc.asyncProperty(claimHistory, isWhole), {
    seed,
    numRuns: option("TRIAL_HISTORIES") ?? sized({ short: 200, whole: 2_000 }),
  });
  const count = (claim: RegExp) => [...found].filter((why) => claim.test(why)).length;
  const [lost, doubled] = [count(LOST), count(DOUBLED)];
  tell({ done: "histories of claims", count: done.histories });
  const wrong = found.size - lost - doubled;
  tell({ done: "claims, splits and merges", count: done.deeds, lost, doubled, wrong });
  if (!failed || counterexample === null) return;
  const [plan] = counterexample;
  throw new Error([
    `TRIAL_SEED=${seed} finds this again:`,
    textOf(plan),
    JSON.stringify(plan),
    ...brokenClaims(await ClaimHistory.live(plan)).slice(0, 20),
  ].join("\n"));
}, 24 * 3_600_000);

const LOST = /^(1 end|4 forgotten)/;
const DOUBLED = /^(2 pairs: was done|3 claims: 0x|5 signing)/;
