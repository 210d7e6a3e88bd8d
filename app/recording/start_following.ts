/**
 * Starts a service that follows windows and records, and does nothing else.
 *
 * @module
 */
import { type Effect, type Layer, ManagedRuntime } from "effect";
import type { Interval } from "../../core/market/mod.ts";
import { Recording, type RecordingReport } from "../../core/port/recording.ts";
import { followingJobs } from "../wiring/background_jobs.ts";
import { recordSeries } from "./record_series.ts";

/** What it needs of a service. */
export type FollowingPorts =
  | Effect.Services<typeof followingJobs>
  | Effect.Services<ReturnType<typeof recordSeries>>;

/** A recorder that runs. */
export interface RunningRecorder {
  readonly report: () => RecordingReport | undefined;
  readonly stop: () => Promise<void>;
}

/** Starts it. Rejects with a one-line error if it cannot. */
export async function startFollowing<E>(
  layer: Layer.Layer<FollowingPorts, E>,
  intervals: ReadonlyArray<Interval>,
): Promise<RunningRecorder> {
  const runtime = ManagedRuntime.make(layer);
  try {
    // Builds every layer now.
    await runtime.runPromise(recordSeries(intervals));
    const report = await runtime.runPromise(Recording);
    const jobs = runtime.runFork(followingJobs);
    return {
      report,
      stop: async () => {
        jobs.interruptUnsafe();
        await runtime.dispose();
      },
    };
  } catch (cause) {
    await runtime.dispose().catch(() => {});
    throw cause;
  }
}
