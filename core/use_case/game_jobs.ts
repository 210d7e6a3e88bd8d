/**
 * The jobs that keep the game graph, one by one and for ever.
 *
 * @module
 */
import { Clock, Deferred, Effect } from "effect";
import {
  type GameStore,
  JobWatch,
  Leadership,
  type PlatformSources,
  type ScheduleSources,
  type StoreFailed,
} from "../port/mod.ts";
import { GameBook } from "./game_book.ts";
import { type GameLedger } from "./game_ledger.ts";
import { Games } from "./game_plan.ts";
import { keepSchedule } from "./keep_schedule.ts";
import { refreshPlatforms } from "./refresh_platforms.ts";
import { refreshSchedule, refreshScores } from "./refresh_schedule.ts";
import { repeatJob } from "./repeat_job.ts";

/** The jobs, as the status page names them. */
export const GAME_JOBS = ["schedule", "scores", "platforms", "read_model"] as const;

/** One of {@linkcode GAME_JOBS}. */
export type GameJob = (typeof GAME_JOBS)[number];

type GameJobPorts = GameBook | GameLedger | GameStore | PlatformSources | ScheduleSources;

/** What came of a job. `led_elsewhere`: another process does it. */
export type GameJobResult = "ok" | "failed" | "led_elsewhere";

/** Does a job now. Every process has a read model; the rest is for the one that leads. */
export const runGameJob = Effect.fn("runGameJob")(function* (
  job: GameJob,
): Effect.fn.Return<GameJobResult, never, GameJobPorts | JobWatch | Leadership> {
  const isOurs = job === "read_model" || (yield* (yield* Leadership).isLeading);
  if (!isOurs) return "led_elsewhere";
  const ok = yield* doJob(job).pipe(
    Effect.catchCause((cause) =>
      Effect.as(Effect.logWarning(`Cannot do the job ${job}`, cause), false)
    ),
  );
  const lastRunAtMs = yield* Clock.currentTimeMillis;
  yield* (yield* JobWatch).record({ name: job, lastRunAtMs, ok });
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
      return Effect.as(Effect.flatMap(GameBook, ({ refresh }) => refresh), true);
  }
}

/**
 * Does every job for ever, each in its time. Platforms are looked at once there was an attempt at
 * the schedule: without one nothing can be linked.
 */
export const keepGames = Effect.gen(function* () {
  const { periods } = yield* Games;
  const every = (job: GameJob, periodSec: number) => repeatJob(periodSec, runGameJob(job));
  yield* runGameJob("read_model");
  const opened = yield* Deferred.make<void>();
  const platforms = Effect.gen(function* () {
    yield* Deferred.await(opened);
    yield* runGameJob("platforms");
    yield* runGameJob("read_model");
    return yield* every("platforms", periods.platformsSec);
  });
  return yield* Effect.raceAllFirst([
    keepSchedule(opened),
    platforms,
    every("read_model", periods.readModelSec),
  ]);
});
