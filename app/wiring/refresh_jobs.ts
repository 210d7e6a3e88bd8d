/**
 * The jobs that can be run on demand in a sandbox.
 *
 * @module
 */
import type { Effect } from "effect";
import type { RefreshJob } from "../../adapters/http/service/refresh_jobs.ts";
import { GAME_JOBS, runGameJob } from "../../core/use_case/game/mod.ts";
import { OUTCOME_MARKET_JOB, refreshOutcomeMarkets } from "../../core/use_case/venue2/mod.ts";

type JobPorts = Effect.Services<ReturnType<typeof runGameJob | typeof refreshOutcomeMarkets>>;

/** They, by their names on the status page. */
export const REFRESH_JOBS = new Map<string, RefreshJob<JobPorts>>([
  ...GAME_JOBS.map((job) => [job, runGameJob(job)] as const),
  [OUTCOME_MARKET_JOB, refreshOutcomeMarkets()],
]);
