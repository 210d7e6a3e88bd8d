/**
 * Finds out what became of an order whose sending gave no certain answer.
 *
 * @module
 */
import { Clock, Effect, Option } from "effect";
import { MISSING_MS_MIN, stepIntent } from "../order/mod.ts";
import {
  type OrderCallFailure,
  OrderStore,
  OrderVenue,
  type SecretBox,
  type SecretFailure,
  type StoredOrder,
  type StoreFailed,
  WalletStore,
} from "../port/mod.ts";
import { MachineTime } from "./machine_time.ts";
import { orderHolder, WalletForbidden, type WalletNotReady } from "./trading_wallet.ts";

/** Looks are at least so far apart, and at most. */
const LOOK_MS_MIN = 1_000;
const LOOK_MS_MAX = 60_000;

/**
 * Asks the venue about an order, and notes how it stands. Gives it as it is then; one that is
 * settled already is not asked about. Nothing is ever sent again.
 */
export const settleOrder = Effect.fn("settleOrder")(function* (
  stored: StoredOrder,
): Effect.fn.Return<
  StoredOrder,
  WalletForbidden | WalletNotReady | SecretFailure | OrderCallFailure | StoreFailed,
  WalletStore | SecretBox | OrderVenue | OrderStore
> {
  const { state, request } = stored;
  if (state.name === "settled") return stored;
  const time = yield* MachineTime;
  const found = yield* (yield* WalletStore).find(stored.walletId);
  if (Option.isNone(found)) return yield* new WalletForbidden({ id: stored.walletId });
  const holder = yield* orderHolder(found.value);
  // What the venue says was true at this instant or later, however long its answer takes.
  const askedMs = yield* time.nowMs;
  const standing = yield* (yield* OrderVenue).lookUp({
    orderId: state.orderId,
    tokenId: request.tokenId,
    sentSec: Math.floor(stored.createdMs / 1000),
    holder,
  });
  const stood = yield* Effect.orDie(
    Effect.fromResult(stepIntent(state, { kind: "looked_up", standing, atMs: askedMs })),
  );
  const next = stood as StoredOrder["state"];
  const knownMs = yield* time.nowMs;
  // How long it took until anybody knew: every later answer says the same.
  const latencyMs = next.name === "settled" ? Option.some(knownMs - state.sentMs) : Option.none();
  const lookUpAtMs = nextLookMs(next, knownMs);
  yield* (yield* OrderStore).note({ id: stored.id, state: next, latencyMs, lookUpAtMs });
  if (next.name === "settled") {
    yield* Effect.annotateLogs(Effect.logInfo("Settled an order by asking"), {
      orderId: next.orderId,
      settlement: next.settlement.kind,
      afterMs: Math.round((yield* Clock.currentTimeMillis) - stored.createdMs),
    });
  }
  return { ...stored, state: next, latencyMs };
});

/** When to ask again: after half as long as it has been, or when that it is missing would count. */
export function nextLookMs(state: StoredOrder["state"], atMs: number): number {
  if (state.name === "settled") return atMs;
  const since = state.name === "unknown" ? state.missingSinceMs : Option.none();
  if (Option.isSome(since)) return Math.max(since.value + MISSING_MS_MIN, atMs + LOOK_MS_MIN);
  const waitMs = (atMs - state.sentMs) / 2;
  return Math.ceil(atMs + Math.min(Math.max(waitMs, LOOK_MS_MIN), LOOK_MS_MAX));
}
