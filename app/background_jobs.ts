/**
 * The jobs that run for as long as the service does.
 *
 * @module
 */
import { Effect } from "effect";
import { sleepMachineTime } from "../adapters/outbound/mod.ts";
import { Leases } from "../core/port/mod.ts";
import {
  announceEvents,
  deliverHooks,
  finalizeTargets,
  keepGames,
  keepKeyUsage,
  keepOutbox,
  keepOutcomeMarkets,
  keepSignInsPruned,
  LiveStream,
  reconcileOrders,
  recordOpenings,
  shareGames,
  shareTargets,
} from "../core/use_case/mod.ts";

const LISTEN_AGAIN_MS = 2_000;
/** One replica asks for final prices, and publishes them to the others. */
const FINALIZE_LEASE = "final prices";

/** Listens in a loop: a bug in handling one event must not end the stream. */
const listening = LiveStream.use(({ run }) => run).pipe(
  Effect.catchCause((cause) => Effect.logError("Cannot listen to the providers", cause)),
  Effect.andThen(sleepMachineTime(LISTEN_AGAIN_MS)),
  Effect.forever,
);

/** Runs all of them until interrupted. */
export const backgroundJobs = Effect.raceAllFirst([
  recordOpenings,
  listening,
  Leases.use(({ whileHeld }) => whileHeld(FINALIZE_LEASE, finalizeTargets)),
  shareTargets,
  reconcileOrders,
  keepGames,
  shareGames,
  keepOutcomeMarkets,
  keepKeyUsage,
  keepSignInsPruned,
  announceEvents,
  deliverHooks,
  keepOutbox,
]);
