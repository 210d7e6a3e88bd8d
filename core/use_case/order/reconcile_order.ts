/**
 * Reconciles one order: finds out how it ended when its sending gave no certain answer.
 *
 * @module
 */
import { Clock, Effect, Option } from "effect";
import { afterLookup, MISSING_MS_MIN, type OrderState } from "../../order/mod.ts";
import { OrderStore, type StoredOrder } from "../../port/order_store.ts";
import { OrderVenue } from "../../port/order_venue.ts";
import { WalletStore } from "../../port/wallet_store.ts";
import { MachineTime } from "../time/machine_time.ts";
import { countReconciled } from "./order_metrics.ts";
import { orderHolder, WalletForbidden } from "./trading_wallet.ts";

/** The shortest and the longest time between two lookups of an order, in milliseconds. */
const LOOKUP_GAP_MS_MIN = 1_000;
const LOOKUP_GAP_MS_MAX = 60_000;

/**
 * Asks the venue about an order and stores its new state. Returns the order in that state; an order
 * in its final state is returned without asking. Nothing is ever sent again.
 */
export const reconcileOrder = Effect.fn("reconcileOrder")(function* (
  stored: StoredOrder,
) {
  const { state, instruction } = stored;
  if (state.name === "final") return stored;
  const time = yield* MachineTime;
  const found = yield* (yield* WalletStore).find(stored.walletId);
  if (Option.isNone(found)) return yield* new WalletForbidden({ id: stored.walletId });
  const holder = yield* orderHolder(found.value);
  // The venue's answer describes this instant or a later one, however long it takes.
  const askedMs = yield* time.nowMs;
  const status = yield* (yield* OrderVenue).lookUp({
    orderId: state.orderId,
    tokenId: instruction.tokenId,
    sentSec: Math.floor(stored.createdMs / 1000),
    holder,
  });
  const next = afterLookup(state, { status, atMs: askedMs });
  const knownMs = yield* time.nowMs;
  // The time until the outcome was known. Every later answer repeats it.
  const latencyMs = next.name === "final" ? Option.some(knownMs - state.sentMs) : Option.none();
  const lookUpAtMs = nextLookupMs(next, knownMs);
  yield* (yield* OrderStore).note({ id: stored.id, state: next, latencyMs, lookUpAtMs });
  if (next.name === "final") {
    yield* countReconciled(next.outcome);
    yield* Effect.annotateLogs(Effect.logInfo("Reconciled an order"), {
      orderId: next.orderId,
      settlement: next.outcome.kind,
      afterMs: Math.round((yield* Clock.currentTimeMillis) - stored.createdMs),
    });
  }
  const reconciled: StoredOrder = { ...stored, state: next, latencyMs };
  return reconciled;
});

/**
 * Returns when to look an order up again: after half the time since it was sent, or, for an order
 * that is missing, once its absence counts as proof.
 */
export function nextLookupMs(state: OrderState, atMs: number): number {
  if (state.name === "final") return atMs;
  const since = state.name === "unknown" ? state.missingSinceMs : Option.none();
  if (Option.isSome(since)) return Math.max(since.value + MISSING_MS_MIN, atMs + LOOKUP_GAP_MS_MIN);
  const waitMs = (atMs - state.sentMs) / 2;
  return Math.ceil(atMs + Math.min(Math.max(waitMs, LOOKUP_GAP_MS_MIN), LOOKUP_GAP_MS_MAX));
}
