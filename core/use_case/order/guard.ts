/**
 * The guard of a wallet: armed, renewed, disarmed and shown.
 *
 * @module
 */
import { Clock, Effect, Option, Queue, Schema } from "effect";
import { GuardStore, type HeartbeatWish } from "../../port/guard_store.ts";
import { CHAINS_MAX } from "./heartbeat_job.ts";
import { OrderSignals } from "./order_signals.ts";
import { claimedWallet, type WalletClaim, WalletNotReady } from "./trading_wallet.ts";

/** As many heartbeats are sent as this service sends. */
export class HeartbeatsFull extends Schema.TaggedError<HeartbeatsFull>()("HeartbeatsFull", {
  id: Schema.String,
  max: Schema.Number,
}) {
  override get message(): string {
    return `Cannot send heartbeats for the wallet "${this.id}": they are sent for ${this.max} ` +
      "API keys, and for no more";
  }
}

/** What is to become of a guard. */
export interface GuardChange extends WalletClaim {
  /** How long it is armed for; none disarms it. */
  readonly seconds: Option.Option<number>;
  /** Whether heartbeats are sent to the venue; none leaves that as it is. */
  readonly venue: Option.Option<boolean>;
}

/**
 * Arms or renews the guard of an account's wallet, or disarms it where there are no seconds, and
 * begins or ends the venue's heartbeats. A wallet whose orders could not be canceled is refused.
 */
export const setGuard = Effect.fn("setGuard")(function* (change: GuardChange) {
  const { walletId, seconds } = change;
  const { wallet, secrets } = yield* claimedWallet(change);
  const apiKey = Option.filter(wallet.clobApiKey, () => Option.isSome(secrets.credentials));
  const isWanted = Option.isSome(seconds) || Option.contains(change.venue, true);
  if (isWanted && Option.isNone(apiKey)) return yield* new WalletNotReady({ id: walletId });
  const venue = Option.map(
    change.venue,
    (isSent): HeartbeatWish =>
      isSent ? { kind: "send", apiKey: Option.getOrThrow(apiKey) } : { kind: "stop" },
  );
  if (Option.isSome(venue)) yield* admitHeartbeats(walletId, venue.value);
  const nowMs = yield* Clock.currentTimeMillis;
  const guard = yield* (yield* GuardStore).set({ walletId, seconds, venue, nowMs });
  const signals = yield* OrderSignals;
  yield* Queue.offer(signals.guards, undefined);
  if (Option.isSome(venue)) yield* Queue.offer(signals.heartbeats, undefined);
  return guard;
});

/** Refuses what would never be sent: those that are sent already go before. */
const admitHeartbeats = Effect.fnUntraced(function* (walletId: string, wish: HeartbeatWish) {
  if (wish.kind === "stop") return;
  const store = yield* GuardStore;
  if (Option.isSome((yield* store.find(walletId)).venue.sinceMs)) return;
  const sent = yield* store.heartbeats({ limit: CHAINS_MAX });
  if (sent.length < CHAINS_MAX || sent.some(({ apiKey }) => apiKey === wish.apiKey)) return;
  return yield* new HeartbeatsFull({ id: walletId, max: CHAINS_MAX });
});

/** Returns the guard of an account's wallet. */
export const showGuard = Effect.fn("showGuard")(function* (claim: WalletClaim) {
  yield* claimedWallet(claim);
  return yield* (yield* GuardStore).find(claim.walletId);
});
