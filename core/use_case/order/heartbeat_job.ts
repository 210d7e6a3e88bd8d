/**
 * The job that sends the venue heartbeats of API keys, so that it cancels what is open should this
 * service die.
 *
 * The venue knows no end of them: once it has accepted one, it cancels whatever the key has open
 * while no other comes. So they are sent whatever becomes of the guard, and their chain is stored,
 * so that another replica carries it on.
 *
 * @module
 */
import { Clock, Effect, FiberMap, Option, Queue, Result, Schedule } from "effect";
import { GuardStore, type HeartbeatChain } from "../../port/guard_store.ts";
import { HeartbeatVenue } from "../../port/heartbeat_venue.ts";
import { Leases } from "../../port/leases.ts";
import type { OrderHolder } from "../../port/order_venue.ts";
import { WalletStore } from "../../port/wallet_store.ts";
import { logFailure, recordRun, repeatJob, waits } from "../time/repeat_job.ts";
import { orderHolder, WalletForbidden } from "./trading_wallet.ts";
import { OrderSignals } from "./order_signals.ts";

/** One replica sends: of two, the venue would refuse every other one. */
const LEASE = "venue heartbeats";
/** How often the store is asked whose are to be sent, in machine time. */
const CHAINS_EVERY_MS = 1_000;
const CHAINS_LEAST_MS = 200;
/** The most API keys whose heartbeats are sent, the oldest wishes first. */
export const CHAINS_MAX = 200;
/** From one heartbeat to the next, by the service's clock; the venue waits for twice as long. */
const BEAT_EVERY_MS = 5_000;
/** So many in a row that are not accepted are worth a warning. */
const MISSED_TOLD = 2;

/** Sends heartbeats in a loop, on one replica: each key's by itself, one after the other. */
export const keepHeartbeats = Effect.gen(function* () {
  const beating = Effect.scoped(Effect.gen(function* () {
    const { heartbeats } = yield* OrderSignals;
    return yield* repeatJob(yield* SentChains, {
      schedule: Schedule.spaced(CHAINS_EVERY_MS),
      wake: Queue.take(heartbeats),
      leastMs: () => CHAINS_LEAST_MS,
      failed: logFailure("Cannot find out whose heartbeats to send"),
      ended: recordRun("keep_heartbeats"),
    });
  }));
  return yield* (yield* Leases).whileHeld(LEASE, beating);
});

/** Makes what begins the chains that are wanted now, and leaves those that are no more. */
const SentChains = Effect.gen(function* () {
  const store = yield* GuardStore;
  const fibers = yield* FiberMap.make<string>();
  return Effect.gen(function* () {
    const chains = yield* store.heartbeats({ limit: CHAINS_MAX });
    const wanted = new Set(chains.map(({ apiKey }) => apiKey));
    const ended = [...fibers].map(([apiKey]) => apiKey).filter((apiKey) => !wanted.has(apiKey));
    for (const apiKey of ended) yield* FiberMap.remove(fibers, apiKey);
    for (const chain of chains) {
      yield* FiberMap.run(fibers, chain.apiKey, sendChain(chain), { onlyIfMissing: true });
    }
  });
});

/** Sends the heartbeats of one API key until it is interrupted. */
const sendChain = Effect.fnUntraced(function* ({ apiKey, walletId, heartbeatId }: HeartbeatChain) {
  const [venue, store] = [yield* HeartbeatVenue, yield* GuardStore];
  let nextId = heartbeatId;
  let holder: OrderHolder | undefined;
  let missed = 0;
  let waitMs = 0;

  /** Sends one, and whether it was accepted. One with a wrong id counts for nothing. */
  const send = Effect.gen(function* () {
    holder ??= yield* holderOf(walletId);
    const answer = yield* venue.beat({ holder, heartbeatId: nextId });
    nextId = answer.nextId;
    return answer.kind === "accepted";
  });
  const accept = Effect.gen(function* () {
    missed = 0;
    const atMs = yield* Clock.currentTimeMillis;
    const noting = store.noteHeartbeat({ apiKey, heartbeatId: nextId, atMs });
    // A store that hangs holds up no heartbeat.
    yield* Effect.forkChild(Effect.catchCause(noting, unnoted), { startImmediately: true });
  });
  const miss = Effect.fnUntraced(function* (why: string) {
    missed += 1;
    if (missed !== MISSED_TOLD) return;
    yield* Effect.annotateLogs(
      Effect.logWarning("The venue does not accept a wallet's heartbeats, and will cancel"),
      { walletId, why },
    );
  });
  const beat = Effect.gen(function* () {
    waitMs = BEAT_EVERY_MS;
    const beganMs = yield* Clock.currentTimeMillis;
    const sent = yield* Effect.result(Effect.flatMap(send, (ok) => ok ? Effect.succeed(ok) : send));
    waitMs = Math.max(0, beganMs + BEAT_EVERY_MS - (yield* Clock.currentTimeMillis));
    if (Result.isSuccess(sent)) {
      return yield* sent.success ? accept : miss("it expects another id each time");
    }
    // What is known of the wallet may be out of date.
    if (sent.failure._tag === "WalletRefused") holder = undefined;
    yield* miss(sent.failure.message);
  });
  return yield* repeatJob(beat, {
    schedule: waits(() => waitMs),
    clock: "service",
    failed: logFailure("Cannot keep the heartbeats of a wallet"),
  });
});

const unnoted = logFailure("Cannot store a heartbeat that the venue has accepted");

const holderOf = Effect.fnUntraced(function* (walletId: string) {
  const found = yield* (yield* WalletStore).find(walletId);
  if (Option.isNone(found)) return yield* new WalletForbidden({ id: walletId });
  return yield* orderHolder(found.value);
});
