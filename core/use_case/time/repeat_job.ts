/**
 * The one way to do something again and again: a job, and the schedule of its runs.
 *
 * @module
 */
import { Cause, Clock, Duration, Effect, Option, Pull, Schedule } from "effect";
import { JobWatch } from "../../port/job_watch.ts";
import { MachineTime, SERVICE_TIME } from "./machine_time.ts";

/** What becomes of a run. */
export interface JobEnd<E, R> {
  /** Logs why it failed. Default: as an error. */
  readonly failed?: (cause: Cause.Cause<E>) => Effect.Effect<void>;
  /** Hears of every run whether it went well, once that is known. */
  readonly ended?: (ok: boolean) => Effect.Effect<void, never, R>;
}

/** When a job runs, and what becomes of each run. */
export interface Repetition<E, R> extends JobEnd<E, R> {
  /** The waits between the end of a run and the next one. */
  readonly schedule: Schedule.Schedule<unknown>;
  /** The clock of these waits. Default: the machine's. */
  readonly clock?: "machine" | "service";
  /** The least wait in machine time, if the service's clock runs fast, by what the run took. */
  readonly leastMs?: (tookMs: number) => number;
  /** Ends a wait early, but for the least. */
  readonly wake?: Effect.Effect<unknown>;
  /** Whether the first run comes after a wait. Default: at once. */
  readonly isLater?: boolean;
}

/** Runs a job once. A run that fails, or returns false, did not go well. Returns whether it did. */
export const runJob = Effect.fnUntraced(function* <E, R, R2 = never>(
  job: Effect.Effect<unknown, E, R>,
  { failed = (cause) => Effect.logError("Cannot run a job", cause), ended }: JobEnd<E, R2>,
) {
  const ok = yield* job.pipe(
    Effect.map((result) => result !== false),
    Effect.catchCause((cause) => Effect.as(failed(cause), false)),
  );
  if (ended !== undefined) yield* ended(ok);
  return ok;
});

/**
 * Runs a job by its schedule, until interrupted. It goes on after a run that failed. Once the
 * schedule has ended it runs no more.
 */
export const repeatJob = Effect.fnUntraced(function* <E, R, R2 = never>(
  job: Effect.Effect<unknown, E, R>,
  repetition: Repetition<E, R2>,
) {
  const { schedule, clock = "machine", leastMs, wake, isLater = false } = repetition;
  const { nowMs, sleep } = yield* MachineTime;
  const time = clock === "machine" ? { nowMs, sleep } : SERVICE_TIME;
  const next = yield* Schedule.toStep(schedule);
  let tookMs = 0;
  const run = Effect.gen(function* () {
    const beganMs = yield* nowMs;
    yield* runJob(job, repetition);
    tookMs = (yield* nowMs) - beganMs;
  });
  const wait = Effect.gen(function* () {
    const [, duration] = yield* next(yield* time.nowMs, undefined);
    const passing = time.sleep(Duration.toMillis(duration));
    const resting = leastMs === undefined ? Effect.void : sleep(leastMs(tookMs));
    const passed = Effect.all([passing, resting], { concurrency: "unbounded" });
    return yield* wake === undefined
      ? passed
      : Effect.raceFirst(Effect.andThen(resting, wake), passed);
  });
  if (!isLater) yield* run;
  return yield* Pull.catchDone(Effect.forever(Effect.andThen(wait, run)), () => Effect.never);
});

/** A schedule whose every wait is what `waitMs` returns by then, in milliseconds. */
export function waits(waitMs: () => number): Schedule.Schedule<unknown> {
  return Schedule.addDelay(Schedule.forever, () => Effect.sync(waitMs));
}

/** On an accelerated clock a period may be shorter than its job, which then rests as long. */
export const asLongAsItTook = (tookMs: number): number => tookMs;

/** Shows the job's last run on the status page, under this name. */
export function recordRun(name: string): (ok: boolean) => Effect.Effect<void, never, JobWatch> {
  return Effect.fnUntraced(function* (ok) {
    const lastRunAtMs = yield* Clock.currentTimeMillis;
    yield* (yield* JobWatch).record({ name, lastRunAtMs, ok });
  });
}

/** Logs why a job of the status page failed; of a defect, which has no reason, all of it. */
export function logJobFailure(job: string): (cause: Cause.Cause<Error>) => Effect.Effect<void> {
  const message = `Cannot run the job ${job}`;
  return (cause) =>
    Option.match(Cause.findErrorOption(cause), {
      onNone: () => Effect.logWarning(message, cause),
      onSome: ({ message: reason }) => Effect.annotateLogs(Effect.logWarning(message), { reason }),
    });
}

/** Logs a failure in one line, by its own sentence; a defect as an error, with its cause. */
export function logFailure(message: string): (cause: Cause.Cause<Error>) => Effect.Effect<void> {
  return (cause) =>
    Option.match(Cause.findErrorOption(cause), {
      onNone: () => Effect.logError(message, cause),
      onSome: (failure) => Effect.logWarning(failure.message),
    });
}
