/**
 * Runs a job periodically.
 *
 * @module
 */
import { Effect } from "effect";
import { MachineTime } from "./machine_time.ts";

/**
 * Runs the job after every period, in a loop without end. On an accelerated clock the period may
 * be shorter than the job, so it also rests in machine time for as long as the job took.
 */
export const repeatJob = Effect.fnUntraced(function* <A, R>(
  periodSec: number,
  job: Effect.Effect<A, never, R>,
) {
  const { nowMs, sleep } = yield* MachineTime;
  for (let tookMs = 0;;) {
    yield* Effect.all([Effect.sleep(periodSec * 1000), sleep(tookMs)], {
      concurrency: "unbounded",
      discard: true,
    });
    const beganMs = yield* nowMs;
    yield* job;
    tookMs = (yield* nowMs) - beganMs;
  }
});
