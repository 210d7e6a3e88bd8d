/** Searches for histories of faults, deaths and retries that break a promise. @module */
import { test } from "bun:test";
import fc from "fast-check";
import { brokenClaims } from "../../system/history/service_claims.ts";
import { ServiceHistory } from "../../system/history/service_history.ts";
import { history, orderHistory } from "../../system/history/any_history.ts";
import { type HistoryPlan, textOf } from "../../system/history/step.ts";
import { isShort, option, sized, trialSeed } from "../size.ts";
import { tell } from "../tell.ts";

/** Of each of the two. */
const SHORT_MS = 9_000;

test.each([
  ["no history of faults, deaths and retries breaks a promise", history],
  ["no history of orders alone breaks one", orderHistory],
])("%s", (_, plans) => {
  const seed = trialSeed();
  const [done, found] = [{ histories: 0, orders: 0, fills: 0 }, new Set<string>()];
  const isWhole = (plan: HistoryPlan) => {
    const run = new ServiceHistory(plan);
    const broken = brokenClaims(run);
    // What follows a find makes it shorter.
    if (found.size === 0) {
      const { traffic, makers } = run.ground;
      done.histories += 1;
      done.orders += traffic.records.length + makers.besides.size;
      done.fills += makers.trades.length;
      for (const why of broken) found.add(why);
    }
    return broken.length === 0;
  };
  const { failed, counterexample } = fc.check(fc.property(plans, isWhole), {
    seed,
    numRuns: option("TRIAL_HISTORIES") ?? sized({ short: 10_000, whole: 5_000 }),
    ...(isShort ? { interruptAfterTimeLimit: SHORT_MS } : {}),
  });
  const count = (claim: RegExp) => [...found].filter((why) => claim.test(why)).length;
  const [lost, doubled] = [count(LOST), count(DOUBLED)];
  tell({ done: "histories", count: done.histories });
  tell({ done: "fills", count: done.fills });
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

const LOST = /^(3 listed|14 makers: fills: without)/;
const DOUBLED = /^(1 once|14 makers: once)/;
