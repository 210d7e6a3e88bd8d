/**
 * The job that refreshes the cache of recurring markets.
 *
 * Every process runs it, because each has its own cache. Processes store the same markets.
 *
 * @module
 */
import { Clock, Effect } from "effect";
import { JobWatch } from "../../port/mod.ts";
import { OutcomeMarketCache } from "./outcome_market_cache.ts";
import { logJobFailure } from "../time/job_failure.ts";
import { repeatJob } from "../time/repeat_job.ts";
import { Venue2 } from "./venue2.ts";

/** The name of the job on the status page. */
export const OUTCOME_MARKET_JOB = "venue2";

/** Runs the job now and returns its result. */
export const refreshOutcomeMarkets = Effect.fn("refreshOutcomeMarkets")(function* () {
  const ok = yield* OutcomeMarketCache.use(({ refresh }) => refresh).pipe(
    Effect.as(true),
    Effect.catchCause((cause) => Effect.as(logJobFailure(OUTCOME_MARKET_JOB, cause), false)),
  );
  const lastRunAtMs = yield* Clock.currentTimeMillis;
  yield* (yield* JobWatch).record({ name: OUTCOME_MARKET_JOB, lastRunAtMs, ok });
  return ok ? "ok" as const : "failed" as const;
});

/** Runs the job immediately, and then periodically without end. */
export const keepOutcomeMarkets = Effect.gen(function* () {
  const { refreshSec } = yield* Venue2;
  yield* refreshOutcomeMarkets();
  return yield* repeatJob(refreshSec, refreshOutcomeMarkets());
});
