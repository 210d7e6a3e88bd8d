/**
 * The job that refreshes the cache of recurring markets.
 *
 * Every process runs it, because each has its own cache. Processes store the same markets.
 *
 * @module
 */
import { Effect, Schedule } from "effect";
import { OutcomeMarketCache } from "./outcome_market_cache.ts";
import { asLongAsItTook, logJobFailure, recordRun, repeatJob, runJob } from "../time/repeat_job.ts";
import { Venue2 } from "./venue2.ts";

/** The name of the job on the status page. */
export const OUTCOME_MARKET_JOB = "venue2";

/** Runs the job now and returns its result. */
export const refreshOutcomeMarkets = Effect.fn("refreshOutcomeMarkets")(function* () {
  const ok = yield* runJob(OutcomeMarketCache.use(({ refresh }) => refresh), {
    failed: logJobFailure(OUTCOME_MARKET_JOB),
    ended: recordRun(OUTCOME_MARKET_JOB),
  });
  return ok ? "ok" as const : "failed" as const;
});

/** Runs the job immediately, and then periodically without end. */
export const keepOutcomeMarkets = Effect.gen(function* () {
  const { refreshSec } = yield* Venue2;
  return yield* repeatJob(refreshOutcomeMarkets(), {
    schedule: Schedule.spaced(refreshSec * 1000),
    clock: "service",
    leastMs: asLongAsItTook,
  });
});
