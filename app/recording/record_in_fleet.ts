/**
 * The recorder of a fleet: one replica records, by sockets of its own, and the others stand by.
 *
 * The sockets of a fleet are spread over its replicas, and what these tell each other are prices
 * and not frames: none of them hears all that the providers send. So the one that records runs a
 * recorder beside its service, as the command `record` does.
 *
 * @module
 */
import { Cause, Effect, type Layer, Option, Schedule } from "effect";
import { INTERVALS } from "../../core/market/mod.ts";
import { Leases } from "../../core/port/leases.ts";
import { MachineTime, repeatJob } from "../../core/use_case/time/mod.ts";
import type { Settings } from "../settings/settings.ts";
import { IN_MEMORY, type WorldStore } from "../wiring/world_folder.ts";
import { FleetStanding } from "./fleet_standing.ts";
import { type FollowingPorts, type RunningRecorder, startFollowing } from "./start_following.ts";

/** Its holder records. */
const RECORDING_LEASE = "recording";
/** One that cannot record leaves it to another for at least so long. */
const REST_MS = 5_000;
const LOOK_MS = 1_000;
/** A disk that is full for so long is left to another one. */
const FAILING_LOOKS = 30;

/** A recorder of a fleet: how far it is, and its end. */
interface FleetRecorder extends Pick<RunningRecorder, "report"> {
  readonly stop: Effect.Effect<void>;
}

/** Ends with the reason once nothing could be kept for too long. */
const untilFailing = Effect.fnUntraced(function* ({ report }: FleetRecorder) {
  const { sleep } = yield* MachineTime;
  for (let failingLooks = 0;;) {
    yield* sleep(LOOK_MS);
    const failure = report()?.failure;
    failingLooks = failure === undefined ? 0 : failingLooks + 1;
    if (failingLooks === FAILING_LOOKS) return yield* Effect.fail(failure);
  }
});

/** Records while this replica is the one that does, and never ends. */
export const recordWhileHeld = Effect.fnUntraced(function* (
  start: Effect.Effect<FleetRecorder, unknown>,
) {
  const standing = yield* FleetStanding;
  if (standing === undefined) return yield* Effect.never;
  const { whileHeld } = yield* Leases;
  const recording = Effect.acquireUseRelease(
    start,
    (recorder) => {
      standing.begin(recorder);
      return untilFailing(recorder);
    },
    (recorder) => {
      standing.end();
      return recorder.stop;
    },
  );
  const attempt = Effect.catchCause(recording, (cause) => {
    const why = Cause.squash(cause);
    return standing.fail(why)
      ? Effect.logWarning("Cannot record here: another replica may", String(why))
      : Effect.void;
  });
  const schedule = Schedule.spaced(REST_MS);
  return yield* repeatJob(whileHeld(RECORDING_LEASE, attempt), { schedule });
});

/** The same, with a recorder that has the parts of a service, but none of what a fleet shares. */
export function recordInFleet<Parts extends RecordedParts, E>(
  parts: Parts,
  layerOf: (parts: Parts) => Layer.Layer<FollowingPorts, E>,
) {
  const { settings, store } = parts;
  const own = {
    ...parts,
    settings: {
      ...settings,
      telemetry: Option.none(),
      storage: { ...settings.storage, databaseUrl: Option.none(), redisUrl: Option.none() },
    },
    store: { ...store, folder: IN_MEMORY },
  };
  const starting = Effect.tryPromise({
    try: () => startFollowing(layerOf(own), INTERVALS),
    catch: (cause) => cause,
  });
  return recordWhileHeld(
    Effect.map(starting, ({ report, stop }) => ({ report, stop: Effect.promise(stop) })),
  );
}

/** What of a service's parts decides what is recorded. */
interface RecordedParts {
  readonly settings: Settings;
  readonly store: WorldStore;
}
