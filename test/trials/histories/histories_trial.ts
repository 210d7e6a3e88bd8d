/** Searches for histories of faults, deaths and retries that break a promise. @module */
import { test } from "bun:test";
import fc from "fast-check";
import { brokenClaims } from "../../system/history/service_claims.ts";
import { ServiceHistory } from "../../system/history/service_history.ts";
import { history, type HistoryPlan, textOf } from "../../system/history/step.ts";
import { isShort, option, sized } from "../size.ts";
import { tell } from "../tell.ts";

const SHORT_MS = 18_000;

test("no history of faults, deaths and retries breaks a promise", () => {
  const seed = option("TRIAL_SEED") ?? Math.floor(Math.random() * 2 ** 31);
  const [done, found] = [{ histories: 0, orders: 0 }, new Set<string>()];
  const isWhole = (plan: HistoryPlan) => {
    const run = new ServiceHistory(plan);
    const broken = brokenClaims(run);
    // What follows a find makes it shorter.
    if (found.size === 0) {
      done.histories += 1;
      done.orders += run.ground.traffic.records.length;
      for (const why of broken) found.add(why);
    }
    return broken.length === 0;
  };
  const { failed, counterexample } = fc.check(fc.property(history, isWhole), {
    seed,
    numRuns: sized({ short: 10_000, whole: 5_000 }),
    ...(isShort ? { interruptAfterTimeLimit: SHORT_MS } : {}),
  });
  const count = (claim: RegExp) => [...found].filter((why) => claim.test(why)).length;
  const [lost, doubled] = [count(/^3 listed/), count(/^1 once/)];
  tell({ done: "histories", count: done.histories });
  tell({ done: "orders", count: done.orders, lost, doubled, wrong: found.size - lost - doubled });
  if (!failed || counterexample === null) return;
  const [plan] = counterexample;
  throw new Error([
    `TRIAL_SEED=${seed} finds this again:`,
    textOf(plan),
    JSON.stringify(plan),
    ...brokenClaims(new ServiceHistory(plan)).slice(0, 20),
  ].join("\n"));
}, 24 * 3_600_000);
