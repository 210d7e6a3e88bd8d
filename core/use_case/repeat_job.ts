/**
 * Does a job again and again.
 *
 * @module
 */
import { Effect } from "effect";
import { MachineTime } from "./machine_time.ts";

/**
 * Does it after every period, for ever. On a fast clock a period may be over before the job is: it
 * rests as long as it worked.
 */
export const repeatJob = Effect.fnUntraced(function* <A, R>(
  periodSec: number,
  job: Effect.Effect<A, never, R>,
) {
  const { nowMs, sleep } = yield* MachineTime;
  for (let workedMs = 0;;) {
    yield* Effect.all([Effect.sleep(periodSec * 1000), sleep(workedMs)], {
      concurrency: "unbounded",
      discard: true,
    });
    const beganMs = yield* nowMs;
    yield* job;
    workedMs = (yield* nowMs) - beganMs;
  }
});
