/**
 * Reads the schedule in a loop: all of it once, then one day of one league at a time, the most
 * overdue first.
 *
 * @module
 */
import { Clock, Deferred, Effect } from "effect";
import { type DayToRead, nextToRead, restMs } from "../../game/mod.ts";
import { JobWatch } from "../../port/job_watch.ts";
import { dueDays } from "./due_days.ts";
import { readFirst } from "./first_reading.ts";
import { GameGraph } from "./game_graph.ts";
import { asLongAsItTook, logJobFailure, repeatJob, waits } from "../time/repeat_job.ts";
import { nowSec } from "../price/opened_window.ts";
import { readDays, sourceOf } from "./read_days.ts";

/** Interval between two checks if nothing is due: a day may become urgent as games begin. */
const CHECK_MS = 15_000;
/** Pause between two days that take no call. */
const REST_MS_MIN = 250;
/** An unreachable schedule is retried soon once, then as its call rate allows. */
const FIRST_RETRY_MS = 20_000;
const FIRST_CALLS_MAX = 18;

/** The state of the loop. */
interface KeeperState {
  /** Whether it knows what was read before. */
  isLoaded: boolean;
  /** Whether everything was read once. */
  isComplete: boolean;
  /** Number of failed first readings. */
  failures: number;
}

/** Runs the loop, in the process that leads. Completes `opened` after the first attempt. */
export const keepSchedule = Effect.fnUntraced(function* (opened: Deferred.Deferred<void>) {
  const state: KeeperState = { isLoaded: false, isComplete: false, failures: 0 };
  const open = Deferred.succeed(opened, undefined);
  let waitMs = 0;
  const work = Effect.gen(function* () {
    waitMs = CHECK_MS;
    waitMs = yield* step(state, open);
  });
  return yield* repeatJob(work, {
    schedule: waits(() => waitMs),
    clock: "service",
    leastMs: asLongAsItTook,
    failed: logJobFailure("schedule"),
    ended: () => Effect.asVoid(open),
  });
});

/** Does the next piece of work; returns the pause before the next one, in milliseconds. */
const step = Effect.fnUntraced(function* (state: KeeperState, open: Effect.Effect<unknown>) {
  if (!state.isLoaded) {
    yield* (yield* GameGraph).readings.load;
    state.isLoaded = true;
  }
  if (!state.isComplete) {
    const { isReached } = yield* readFirst(open);
    state.isComplete = isReached;
    if (!isReached) {
      state.failures += 1;
      yield* report(state, yield* dueDays(yield* nowSec));
      return state.failures === 1 ? FIRST_RETRY_MS : restMs(FIRST_CALLS_MAX);
    }
  }
  const atSec = yield* nowSec;
  const days = yield* dueDays(atSec);
  const next = nextToRead(days, atSec);
  const isDue = next !== undefined && next.dueSec <= atSec;
  const calls = isDue ? yield* readOne(next) : 0;
  yield* report(state, days);
  if (isDue) return Math.max(REST_MS_MIN, restMs(calls));
  const aheadMs = next === undefined ? CHECK_MS : (next.dueSec - atSec) * 1_000;
  return Math.min(CHECK_MS, aheadMs);
});

/** Returns the number of calls it took. */
const readOne = Effect.fnUntraced(function* ({ league, day }: DayToRead) {
  const source = yield* sourceOf(league);
  if (source === undefined) return 0;
  yield* readDays({ league, source, days: [day], isOnce: true });
  return source.callsOf(league);
});

/** A job is ok while the last attempt at each of its days succeeded. */
const report = Effect.fnUntraced(function* (
  { isComplete }: KeeperState,
  days: ReadonlyArray<DayToRead>,
) {
  const { hasFailed } = (yield* GameGraph).readings;
  const failed = days.filter(({ league, day }) => hasFailed(league, day));
  const isLive = ({ urgency }: DayToRead) => urgency === "live";
  const lastRunAtMs = yield* Clock.currentTimeMillis;
  const watch = yield* JobWatch;
  const isOk = isComplete && failed.every(isLive);
  yield* watch.record({ name: "schedule", lastRunAtMs, ok: isOk });
  yield* watch.record({ name: "scores", lastRunAtMs, ok: !failed.some(isLive) });
});
