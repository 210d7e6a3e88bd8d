/**
 * The jobs that maintain the game graph, run once or in a loop.
 *
 * @module
 */
import { Deferred, Effect, Schedule } from "effect";
import type { GameStore } from "../../port/game_store.ts";
import type { JobWatch } from "../../port/job_watch.ts";
import { LEAD, StoreLeases } from "../../port/leases.ts";
import type { PlatformSources } from "../../port/platform_source.ts";
import type { ScheduleSources } from "../../port/schedule_source.ts";
import type { StoreFailed } from "../../port/store_failure.ts";
import { GameReadModel } from "./game_read_model.ts";
import type { GameGraph } from "./game_graph.ts";
import { Games } from "./schedule_plan.ts";
import { keepSchedule } from "./keep_schedule.ts";
import { refreshPlatforms } from "./refresh_platforms.ts";
import { refreshSchedule, refreshScores } from "./refresh_schedule.ts";
import { asLongAsItTook, logJobFailure, recordRun, repeatJob, runJob } from "../time/repeat_job.ts";

/** The names of the jobs, as on the status page. */
export const GAME_JOBS = ["schedule", "scores", "platforms", "read_model"] as const;

/** One of {@linkcode GAME_JOBS}. */
export type GameJob = (typeof GAME_JOBS)[number];

type GameJobPorts = GameReadModel | GameGraph | GameStore | PlatformSources | ScheduleSources;

/** The result of a job. `led_elsewhere`: another process runs it. */
export type GameJobResult = "ok" | "failed" | "led_elsewhere";

/** Runs a job now. Every process refreshes its read model; only the leader runs the others. */
export const runGameJob = Effect.fn("runGameJob")(function* (
  job: GameJob,
): Effect.fn.Return<GameJobResult, never, GameJobPorts | JobWatch | StoreLeases> {
  const isOurs = job === "read_model" || (yield* StoreLeases).holds(LEAD);
  if (!isOurs) return "led_elsewhere";
  const ok = yield* runJob(doJob(job), { failed: logJobFailure(job), ended: recordRun(job) });
  return ok ? "ok" : "failed";
});

function doJob(job: GameJob): Effect.Effect<boolean, StoreFailed, GameJobPorts> {
  switch (job) {
    case "schedule":
      return Effect.map(refreshSchedule(), ({ ok }) => ok);
    case "scores":
      return Effect.map(refreshScores(), ({ ok }) => ok);
    case "platforms":
      return Effect.map(refreshPlatforms(), ({ ok }) => ok);
    case "read_model":
      return Effect.as(Effect.flatMap(GameReadModel, ({ refresh }) => refresh), true);
  }
}

/**
 * Runs every job in a loop, each with its own period. Platforms are scanned after the first attempt
 * of this process at the schedule, because nothing can be linked without one.
 */
export const keepGames = Effect.gen(function* () {
  const { periods } = yield* Games;
  const leases = yield* StoreLeases;
  const every = (job: GameJob, periodSec: number) =>
    repeatJob(runGameJob(job), {
      schedule: Schedule.spaced(periodSec * 1000),
      clock: "service",
      leastMs: asLongAsItTook,
      isLater: true,
    });
  yield* runGameJob("read_model");
  const opened = yield* Deferred.make<void>();
  const platforms = Effect.gen(function* () {
    yield* Deferred.await(opened);
    yield* runGameJob("platforms");
    yield* runGameJob("read_model");
    return yield* every("platforms", periods.platformsSec);
  });
  return yield* Effect.raceAllFirst([
    leases.whileHeld(LEAD, keepSchedule(opened)),
    platforms,
    every("read_model", periods.readModelSec),
  ]);
});
