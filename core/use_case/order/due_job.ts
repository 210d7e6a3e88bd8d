/**
 * The one way to do what is due to wallets, again and again: one wallet whose venue hangs holds up
 * no other.
 *
 * @module
 */
import { Cause, Clock, Effect, Option, Queue, type Scope, Semaphore } from "effect";
import type { JobWatch } from "../../port/job_watch.ts";
import { Leases, StoreLeases } from "../../port/leases.ts";
import type { StoreFailed } from "../../port/store_failure.ts";
import { ClockSpeed, MachineTime } from "../time/machine_time.ts";
import { logFailure, recordRun, repeatJob, waits } from "../time/repeat_job.ts";

/** How often the store is asked, in machine time: other replicas make something due, too. */
const EVERY_MS = 250;
/**
 * How often where no other process has the store: then whatever makes something due wakes the job,
 * and the store says when something will be. An embedded store answers on the service's own loop.
 */
const ALONE_EVERY_MS = 5_000;
/** Work may make more due, later, without waking: so long after it the store is asked as usual. */
const QUIET_AFTER_MS = 30_000;
/** How soon what was taken is taken once more, in machine time. */
const AGAIN_MS = 1_000;
/** How many wallets are worked for at once; the others wait for their turn. */
const PARALLEL_MAX = 64;

/** What is due now, and when something will be next, by the service's clock. */
export interface DueNow<Failure, R> {
  /** The work by the name of what it is for: of one name, none begins while another runs. */
  readonly work: ReadonlyMap<string, Effect.Effect<unknown, Failure, R>>;
  readonly nextMs: Option.Option<number>;
}

/** A job that does what is due. */
export interface DueJob<Failure, R, R2> {
  /** Its name on the status page. */
  readonly name: string;
  /** One replica holds it and does the work: another would ask the venue for the same. */
  readonly lease: string;
  /** Has an entry after something may have become due earlier. */
  readonly wake: Queue.Dequeue<void>;
  /** Takes what is due by `nowMs`, once more at `againMs` unless its work finishes it. */
  readonly take: (
    at: { readonly nowMs: number; readonly againMs: number },
  ) => Effect.Effect<DueNow<Failure, R>, StoreFailed, R2>;
  /** Logged where nothing could be taken, and where the work for one name failed. */
  readonly failed: { readonly all: string; readonly one: string };
}

/** Does what is due in a loop, on one replica. Work that fails says so, and ends no other. */
export const doWhenDue = Effect.fnUntraced(
  function* <Failure extends Error, R, R2>(job: DueJob<Failure, R, R2>) {
    const { name, lease, wake, take, failed } = job;
    const working = Effect.gen(function* () {
      const speed = yield* ClockSpeed;
      const begin = yield* makeBegin<Failure, R>(failed.one);
      const isAlone = (yield* StoreLeases).state() === "off";
      const { nowMs: machineMs } = yield* MachineTime;
      let workedMs = yield* machineMs;
      let waitMs = 0;
      const work = Effect.gen(function* () {
        // The wait after a run that fails.
        waitMs = EVERY_MS;
        const nowMs = yield* Clock.currentTimeMillis;
        const due = yield* take({ nowMs, againMs: nowMs + AGAIN_MS * speed });
        const atMs = yield* machineMs;
        if (due.work.size > 0) workedMs = atMs;
        yield* Effect.forEach(due.work, begin, { discard: true });
        const isQuiet = isAlone && atMs - workedMs >= QUIET_AFTER_MS;
        const everyMs = isQuiet ? ALONE_EVERY_MS : EVERY_MS;
        const untilMs = Option.match(due.nextMs, {
          onNone: () => everyMs,
          onSome: (ms) => Math.ceil((ms - nowMs) / speed),
        });
        waitMs = Math.max(1, Math.min(everyMs, untilMs));
      });
      return yield* repeatJob<StoreFailed, R | R2 | Scope.Scope, JobWatch>(work, {
        schedule: waits(() => waitMs),
        wake: Queue.take(wake),
        failed: logFailure(failed.all),
        ended: recordRun(name),
      });
    });
    return yield* (yield* Leases).whileHeld(lease, Effect.scoped(working));
  },
);

/** Makes what begins work in the background, unless some of the same name has not ended. */
const makeBegin = Effect.fnUntraced(function* <Failure extends Error, R>(message: string) {
  const running = new Set<string>();
  const turns = yield* Semaphore.make(PARALLEL_MAX);
  return Effect.fnUntraced(function* (
    [name, work]: readonly [string, Effect.Effect<unknown, Failure, R>],
  ) {
    if (running.has(name)) return;
    running.add(name);
    const done = turns.withPermits(1)(work).pipe(
      Effect.catchCause((cause) => Effect.annotateLogs(logWork(message, cause), { name })),
      Effect.ensuring(Effect.sync(() => running.delete(name))),
    );
    yield* Effect.forkScoped(done, { startImmediately: true });
  });
});

const logWork = (message: string, cause: Cause.Cause<Error>) =>
  Option.match(Cause.findErrorOption(cause), {
    onNone: () => Effect.logError(message, cause),
    onSome: ({ message: why }) => Effect.annotateLogs(Effect.logWarning(message), { why }),
  });
