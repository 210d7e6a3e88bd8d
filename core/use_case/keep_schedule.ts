/**
 * Keeps reading the schedule, for ever: all of it once, and from then on one day of one league at a
 * time, whichever is most overdue.
 *
 * @module
 */
import { Clock, Deferred, Effect } from "effect";
import { type DayToRead, nextToRead, restMs } from "../game/mod.ts";
import { JobWatch, Leadership } from "../port/mod.ts";
import { dueDays } from "./due_days.ts";
import { readFirst } from "./first_reading.ts";
import { GameLedger } from "./game_ledger.ts";
import { MachineTime } from "./machine_time.ts";
import { nowSec } from "./opened_window.ts";
import { readDays, spineOf } from "./read_days.ts";

/** Where nothing is due: games begin, and a day may become urgent. */
const LOOK_MS = 15_000;
/** Between two days that take no call. */
const REST_MS_MIN = 250;
/** A spine that was not reached is tried soon once, and from then on as its calls allow. */
const FIRST_RETRY_MS = 20_000;
const FIRST_CALLS_MAX = 18;

/** Where the keeper stands. */
interface KeeperState {
  isLeading: boolean;
  /** Whether everything was read once. */
  isComplete: boolean;
  /** How often that was tried in vain. */
  failures: number;
}

const BEFORE_ALL: KeeperState = { isLeading: false, isComplete: false, failures: 0 };

/**
 * Reads on. `opened` is told once there was an attempt at the schedule, or another process leads.
 * On a fast clock it rests as long as it worked, as every job.
 */
export const keepSchedule = Effect.fnUntraced(function* (opened: Deferred.Deferred<void>) {
  const { nowMs, sleep } = yield* MachineTime;
  const state = { ...BEFORE_ALL };
  while (true) {
    const beganMs = yield* nowMs;
    const waitMs = yield* step(state, Deferred.succeed(opened, undefined)).pipe(
      Effect.catchCause((cause) =>
        Effect.as(Effect.logWarning("Cannot keep the schedule", cause), LOOK_MS)
      ),
    );
    yield* Deferred.succeed(opened, undefined);
    const workedMs = (yield* nowMs) - beganMs;
    yield* Effect.all([Effect.sleep(waitMs), sleep(workedMs)], {
      concurrency: "unbounded",
      discard: true,
    });
  }
});

/** Does what is to be done now; gives how long to leave the spines alone. */
const step = Effect.fnUntraced(function* (state: KeeperState, open: Effect.Effect<unknown>) {
  if (!(yield* (yield* Leadership).isLeading)) {
    Object.assign(state, BEFORE_ALL);
    return LOOK_MS;
  }
  if (!state.isLeading) {
    yield* (yield* GameLedger).readings.load;
    state.isLeading = true;
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
  const aheadMs = next === undefined ? LOOK_MS : (next.dueSec - atSec) * 1_000;
  return Math.min(LOOK_MS, aheadMs);
});

/** Gives how many calls it took. */
const readOne = Effect.fnUntraced(function* ({ league, day }: DayToRead) {
  const source = yield* spineOf(league);
  if (source === undefined) return 0;
  yield* readDays({ league, source, days: [day], isOnce: true });
  return source.callsOf(league);
});

/** A job is well while none of its days failed at the last attempt. */
const report = Effect.fnUntraced(function* (
  { isComplete }: KeeperState,
  days: ReadonlyArray<DayToRead>,
) {
  const { hasFailed } = (yield* GameLedger).readings;
  const failed = days.filter(({ league, day }) => hasFailed(league, day));
  const isLive = ({ urgency }: DayToRead) => urgency === "live";
  const lastRunAtMs = yield* Clock.currentTimeMillis;
  const watch = yield* JobWatch;
  const isWell = isComplete && failed.every(isLive);
  yield* watch.record({ name: "schedule", lastRunAtMs, ok: isWell });
  yield* watch.record({ name: "scores", lastRunAtMs, ok: !failed.some(isLive) });
});
