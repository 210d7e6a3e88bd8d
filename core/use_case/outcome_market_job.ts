/**
 * The job that keeps the book of recurring markets.
 *
 * Every process does it: each has a book of its own, and what several keep is the same.
 *
 * @module
 */
import { Clock, Effect } from "effect";
import { JobWatch } from "../port/mod.ts";
import { OutcomeMarketBook } from "./outcome_market_book.ts";
import { repeatJob } from "./repeat_job.ts";
import { Venue2 } from "./venue2.ts";

/** The name of the job on the status page. */
export const OUTCOME_MARKET_JOB = "venue2";

/** Does it now, and gives what came of it. */
export const refreshOutcomeMarkets = Effect.gen(function* () {
  const ok = yield* OutcomeMarketBook.use(({ refresh }) => refresh).pipe(
    Effect.as(true),
    Effect.catchCause((cause) =>
      Effect.as(Effect.logWarning(`Cannot do the job ${OUTCOME_MARKET_JOB}`, cause), false)
    ),
  );
  const lastRunAtMs = yield* Clock.currentTimeMillis;
  yield* (yield* JobWatch).record({ name: OUTCOME_MARKET_JOB, lastRunAtMs, ok });
  return ok ? "ok" as const : "failed" as const;
});

/** Does it at once, and then in its time, for ever. */
export const keepOutcomeMarkets = Effect.gen(function* () {
  const { refreshSec } = yield* Venue2;
  yield* refreshOutcomeMarkets;
  return yield* repeatJob(refreshSec, refreshOutcomeMarkets);
});
