/**
 * The jobs that run for as long as the service does.
 *
 * @module
 */
import { Effect, Schedule } from "effect";
import { Leases } from "../../core/port/leases.ts";
import { keepKeyUsage, keepSignInsPruned } from "../../core/use_case/account/mod.ts";
import { keepGames, shareGames } from "../../core/use_case/game/mod.ts";
import { announceEvents, deliverWebhooks, keepOutbox } from "../../core/use_case/webhook/mod.ts";
import { keepChainActions, keepClaiming } from "../../core/use_case/chain/mod.ts";
import { followLegs, shareLegs } from "../../core/use_case/leg/mod.ts";
import { LiveStream, recordOpenings } from "../../core/use_case/live/mod.ts";
import {
  endOrderLives,
  followFills,
  keepGuards,
  keepHeartbeats,
  reconcileOrders,
} from "../../core/use_case/order/mod.ts";
import { finalizeTargets, shareTargets } from "../../core/use_case/price/mod.ts";
import { MachineTime, repeatJob } from "../../core/use_case/time/mod.ts";
import { LiveWindows } from "../../core/use_case/window/mod.ts";
import { keepOutcomeMarkets } from "../../core/use_case/venue2/mod.ts";

const LISTEN_AGAIN_MS = 2_000;
/** One replica asks for final prices, and publishes them to the others. */
const FINALIZE_LEASE = "final prices";

/** Listens in a loop: a bug in handling one event must not end the stream. */
const listening = repeatJob(LiveStream.use(({ run }) => run), {
  schedule: Schedule.spaced(LISTEN_AGAIN_MS),
  failed: (cause) => Effect.logError("Cannot listen to the providers", cause),
});

/** Likewise of windows. */
const rolling = repeatJob(LiveWindows.use(({ run }) => run), {
  schedule: Schedule.spaced(LISTEN_AGAIN_MS),
  failed: (cause) => Effect.logError("Cannot follow windows", cause),
});

/** One replica asks for final prices. */
const finalizing = Leases.use(({ whileHeld }) => whileHeld(FINALIZE_LEASE, finalizeTargets));

/** Follows prices and windows until interrupted, and nothing else. */
export const followingJobs = Effect.raceAllFirst([
  recordOpenings,
  listening,
  rolling,
  finalizing,
  shareTargets,
]);

/** Looks after what accounts have asked for, until interrupted: orders, wallets and webhooks. */
const keepingJobs = Effect.raceAllFirst([
  reconcileOrders,
  endOrderLives,
  keepGuards,
  keepHeartbeats,
  followFills,
  keepChainActions,
  keepClaiming,
  keepKeyUsage,
  keepSignInsPruned,
  announceEvents,
  deliverWebhooks,
  keepOutbox,
]);

/** Runs all of them until interrupted. */
export const backgroundJobs = Effect.raceAllFirst([
  followingJobs,
  keepingJobs,
  keepGames,
  shareGames,
  keepOutcomeMarkets,
  followLegs,
  shareLegs,
]);

/** In a replay the store is looked at no more often: that would take most of its time. */
const REPLAY_LOOK_MS = 1_000;

/**
 * Runs those of a replay until interrupted: there are no games and no other markets, and nothing is
 * looked after until somebody has asked for something.
 */
export const replayJobs = Effect.fnUntraced(function* (asked: Promise<void>) {
  const machine = yield* MachineTime;
  const keeping = Effect.provideService(keepingJobs, MachineTime, {
    ...machine,
    sleep: (ms) => machine.sleep(Math.max(ms, REPLAY_LOOK_MS)),
  });
  return yield* Effect.raceFirst(
    followingJobs,
    Effect.andThen(Effect.promise(() => asked), keeping),
  );
});
