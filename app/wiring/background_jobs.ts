/**
 * The jobs that run for as long as the service does.
 *
 * @module
 */
import { Effect } from "effect";
import { sleepMachineTime } from "../../adapters/outbound/mod.ts";
import { Leases } from "../../core/port/mod.ts";
import { keepKeyUsage, keepSignInsPruned } from "../../core/use_case/account/mod.ts";
import { keepGames, shareGames } from "../../core/use_case/game/mod.ts";
import { announceEvents, deliverWebhooks, keepOutbox } from "../../core/use_case/webhook/mod.ts";
import { LiveStream, recordOpenings } from "../../core/use_case/live/mod.ts";
import { reconcileOrders } from "../../core/use_case/order/mod.ts";
import { finalizeTargets, shareTargets } from "../../core/use_case/price/mod.ts";
import { keepOutcomeMarkets } from "../../core/use_case/venue2/mod.ts";

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
  deliverWebhooks,
  keepOutbox,
]);
