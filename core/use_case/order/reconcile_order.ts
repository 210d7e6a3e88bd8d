/**
 * Reconciles one order: finds out how it ended when its sending gave no certain answer.
 *
 * @module
 */
import { Clock, Effect, Option } from "effect";
import {
  afterLookup,
  type CancelCause,
  MISSING_MS_MIN,
  type OrderState,
  type UnresolvedState,
} from "../../order/mod.ts";
import { OrderStore, type StoredOrder } from "../../port/order_store.ts";
import { OrderVenue } from "../../port/order_venue.ts";
import { WalletStore } from "../../port/wallet_store.ts";
import { MachineTime } from "../time/machine_time.ts";
import { logOrder } from "./order_log.ts";
import { OrderLookups } from "./order_lookups.ts";
import { countReconciled } from "./order_metrics.ts";
import { orderHolder, WalletForbidden } from "./trading_wallet.ts";

/** The shortest and the longest time between two lookups of an order, in milliseconds. */
const LOOKUP_GAP_MS_MIN = 1_000;
const LOOKUP_GAP_MS_MAX = 60_000;

/**
 * Asks the venue about an order and stores its new state. Returns the order in that state; an order
 * in its final state is returned without asking. Nothing is ever sent again.
 */
export const reconcileOrder = Effect.fn("reconcileOrder")(function* (stored: StoredOrder) {
  const { state } = stored;
  if (state.name === "final") return stored;
  return yield* (yield* OrderLookups).share(state.orderId, lookUp(stored, state));
});

const lookUp = Effect.fnUntraced(function* (stored: StoredOrder, state: UnresolvedState) {
  const { instruction } = stored;
  const time = yield* MachineTime;
  const found = yield* (yield* WalletStore).find(stored.walletId);
  if (Option.isNone(found)) return yield* new WalletForbidden({ id: stored.walletId });
  const holder = yield* orderHolder(found.value);
  // The venue's answer describes this instant or a later one, however long it takes.
  const askedMs = yield* time.nowMs;
  const status = yield* (yield* OrderVenue).lookUp({
    orderId: state.orderId,
    orderType: instruction.orderType,
    sentSec: Math.floor(stored.createdMs / 1000),
    holder,
  });
  const next = withCause(afterLookup(state, { status, atMs: askedMs }), {
    order: stored,
    atMs: yield* Clock.currentTimeMillis,
  });
  const knownMs = yield* time.nowMs;
  const latencyMs = latencyOf(next, { before: stored, knownMs });
  const lookUpAtMs = nextLookupMs(next, knownMs);
  yield* (yield* OrderStore).note({ id: stored.id, state: next, latencyMs, lookUpAtMs });
  const reconciled: StoredOrder = { ...stored, state: next, latencyMs };
  if (next.name === "final") {
    yield* countReconciled(next.outcome);
    const tookMs = (yield* Clock.currentTimeMillis) - stored.createdMs;
    yield* logOrder("Reconciled an order", { order: reconciled, tookMs });
  }
  return reconciled;
});

/** The time until it was known what became of an order. Every later answer repeats it. */
function latencyOf(
  state: OrderState,
  { before, knownMs }: { readonly before: StoredOrder; readonly knownMs: number },
): Option.Option<number> {
  if (before.state.name === "live") return before.latencyMs;
  return before.state.name !== "final" && (state.name === "final" || state.name === "live")
    ? Option.some(knownMs - before.state.sentMs)
    : Option.none();
}

/** Adds to a cancellation why it was: this service knows that of its own ones, and by the clock. */
function withCause(
  state: OrderState,
  { order: { cancelCause, instruction: { limit } }, atMs }: {
    readonly order: StoredOrder;
    readonly atMs: number;
  },
): OrderState {
  if (state.name !== "final" || state.outcome.kind !== "canceled") return state;
  const hasExpired = Option.exists(
    Option.flatMap(limit, ({ expiresSec }) => expiresSec),
    (sec) => sec * 1000 <= atMs,
  );
  const { outcome } = state;
  const own = Option.getOrElse(
    cancelCause,
    (): CancelCause => hasExpired ? "expiry" : outcome.cause,
  );
  return { ...state, outcome: { ...outcome, cause: own } };
}

/**
 * Returns when to look an order up again: after half the time since it was sent, or, for an order
 * that is missing, once its absence counts as proof.
 */
export function nextLookupMs(state: OrderState, atMs: number): number {
  if (state.name === "final") return atMs;
  const since = state.name === "sent" ? Option.none() : state.missingSinceMs;
  if (Option.isSome(since)) return Math.max(since.value + MISSING_MS_MIN, atMs + LOOKUP_GAP_MS_MIN);
  const waitMs = (atMs - state.sentMs) / 2;
  return Math.ceil(atMs + Math.min(Math.max(waitMs, LOOKUP_GAP_MS_MIN), LOOKUP_GAP_MS_MAX));
}
