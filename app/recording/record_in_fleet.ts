/**
 * The recorder of a fleet: one replica records, by sockets of its own, and the others stand by.
 *
 * The sockets of a fleet are spread over its replicas, and what these tell each other are prices
 * and not frames: none of them hears all that the providers send. So the one that records runs a
 * recorder beside its service, as the command `record` does.
 *
 * @module
 */
import { Effect, type Layer, Option } from "effect";
import { INTERVALS } from "../../core/market/mod.ts";
import { Leases } from "../../core/port/leases.ts";
import { MachineTime } from "../../core/use_case/time/mod.ts";
import type { Settings } from "../settings/settings.ts";
import { IN_MEMORY, type WorldStore } from "../wiring/world_folder.ts";
import { FleetStanding } from "./fleet_standing.ts";
import { type FollowingPorts, type RunningRecorder, startFollowing } from "./start_following.ts";

/** Its holder records. */
const RECORDING_LEASE = "recording";
/** One that cannot begin leaves the recording to another for at least so long. */
const REST_MS = 5_000;

/** Records while this replica is the one that does, and never ends. */
export const recordWhileHeld = Effect.fnUntraced(function* (
  start: Effect.Effect<RunningRecorder, unknown>,
) {
  const standing = yield* FleetStanding;
  if (standing === undefined) return yield* Effect.never;
  const { whileHeld } = yield* Leases;
  const { sleep } = yield* MachineTime;
  const recording = Effect.acquireUseRelease(
    start,
    (recorder) => {
      standing.begin(recorder);
      return Effect.never;
    },
    (recorder) => {
      standing.end();
      return Effect.promise(recorder.stop);
    },
  );
  const attempt = Effect.catch(
    recording,
    (cause) =>
      standing.fail(cause)
        ? Effect.logWarning("Cannot record here: another replica may", String(cause))
        : Effect.void,
  );
  return yield* Effect.forever(
    Effect.andThen(whileHeld(RECORDING_LEASE, attempt), sleep(REST_MS)),
  );
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
  return recordWhileHeld(Effect.tryPromise({
    try: () => startFollowing(layerOf(own), INTERVALS),
    catch: (cause) => cause,
  }));
}

/** What of a service's parts decides what is recorded. */
interface RecordedParts {
  readonly settings: Settings;
  readonly store: WorldStore;
}
