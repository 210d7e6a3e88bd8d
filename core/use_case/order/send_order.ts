/**
 * Signs an order, stores the signed bytes, sends them, and stores the outcome.
 *
 * @module
 */
import { Clock, Data, Effect, Option, Result } from "effect";
import {
  loweredToE6,
  type MarketOrder,
  type SendOutcome,
  type SentState,
} from "../../order/mod.ts";
import {
  type IdempotencyKey,
  type OrderHolder,
  OrderStore,
  OrderVenue,
  SecretBox,
  secretLocation,
  type SignedOrder,
  type StoredOrder,
} from "../../port/mod.ts";
import { MachineTime } from "../time/machine_time.ts";
import { KeyBusy } from "./idempotency_lock.ts";
import type { KeyClaim } from "./key_claim.ts";
import { noteOutcome } from "./note_outcome.ts";
import { countSent } from "./order_metrics.ts";
import { reviseOrder } from "./revise_order.ts";
import { type OrderRequest, type PricedOrder } from "./resolve_order.ts";
import { TradedMarkets } from "./traded_markets.ts";
import { type TradingWallet } from "./trading_wallet.ts";
import { LOOKUP_AFTER_MS, notStored, STORED_TOO_LATE } from "./unsent_order.ts";

/** A command to place an order. */
export interface PlaceOrderCommand {
  /** The id of the order to place: a UUID of version 7. */
  readonly id: string;
  readonly accountId: string;
  readonly walletId: string;
  readonly idempotency: Option.Option<Pick<IdempotencyKey, "key" | "requestSha256">>;
  readonly request: OrderRequest;
  /** When the request arrived, by the machine's clock. */
  readonly arrivedMs: number;
}

/** A priced order that is ready to be signed. */
interface ReadyOrder {
  readonly command: PlaceOrderCommand;
  readonly wallet: TradingWallet;
  readonly priced: PricedOrder;
  readonly claim: KeyClaim;
}

/**
 * `sent`: the stored order, and the outcome of the sending itself. `duplicate`: nothing was sent,
 * because the key has an order already.
 */
export type SendResult =
  | { readonly kind: "sent"; readonly order: StoredOrder; readonly outcome: SendOutcome }
  | { readonly kind: "duplicate"; readonly existing: StoredOrder };

/** Bytes that took longer than this to store are not sent: the venue may take 8 s to answer. */
const STORING_MS_MAX = 2_000;
/** An order may be remade only this soon after it was first stored. Later it is out of date. */
const REMAKING_MS_MAX = 5_000;

/**
 * Returns what an order may trade, in USDC times 10^6: what a BUY spends, or what a SELL would get
 * now.
 */
export function notionalE6({ side, makerAmountE6, quote }: MarketOrder): bigint {
  return side === "BUY" ? makerAmountE6 : quote.usdcE6;
}

/**
 * Sends an order once. Must not be interrupted.
 *
 * The venue may refuse it for certain because it follows outdated rules, because the balance does
 * not cover its fee, for its decimals, or because it does not see yet what was just bought. Then
 * the order is remade; the new bytes replace the old ones in the store, and it is sent once more.
 */
export const sendOrder = Effect.fnUntraced(function* (ready: ReadyOrder) {
  const { command, wallet, priced, claim } = ready;
  const store = yield* OrderStore;
  const signed = yield* signOrder(ready);
  const isReserved = yield* claim.isReserved;
  const order = yield* newOrder(ready, signed);
  const { sentMs } = order.state;
  const stored = yield* store.add({
    order,
    dayMaxE6: wallet.wallet.limits.dayMaxE6,
    lookUpAtMs: sentMs + LOOKUP_AFTER_MS,
    isReserved,
  }).pipe(Effect.catchTag("StoreFailed", (failure) => notStored(order, failure)));
  if (stored.kind === "duplicate") return stored satisfies SendResult;
  if (stored.kind === "limited") return yield* stored.limit;
  if (stored.kind === "unreserved") {
    // Only a request with a key reserves one.
    return yield* new KeyBusy({ key: Option.getOrThrow(command.idempotency).key });
  }
  // Noted before the venue can refuse the market's rules, which drops what is noted of it; the rest
  // is done while the venue works: the order goes first.
  const recording = (yield* TradedMarkets).recordTrade(priced.instruction.slug, priced.market);
  yield* Effect.forkDetach(recording, { startImmediately: true });
  const outcome = yield* sendInTime({ signed, sentMs }, wallet.holder);
  const last = yield* reviseAndResend({ ready, order, outcome });
  yield* countSent(last.outcome);
  const noted = yield* noteOutcome(last, command);
  if (Option.isSome(last.unsent)) {
    yield* noteOutcome({ order: last.unsent.value, outcome: last.outcome }, command);
  }
  return { kind: "sent", order: noted, outcome: last.outcome } satisfies SendResult;
});

/**
 * Sends an order once more where the venue has refused it and a revision could pass. Returns the
 * last order that was sent, and what to report of it. `unsent`: the remade order, if the store may
 * have it in place of that one; it was not sent, and is over as well.
 */
const reviseAndResend = Effect.fnUntraced(function* (
  { ready, order, outcome }: {
    readonly ready: ReadyOrder;
    readonly order: StoredOrder<SentState>;
    readonly outcome: SendOutcome;
  },
) {
  const { wallet } = ready;
  const revision = yield* reviseOrder(outcome, ready);
  const refused = { order, outcome: revision.conclude(outcome), unsent: NO_ORDER };
  if (Option.isNone(revision.priced)) return refused;
  const priced = revision.priced.value;
  const resent = yield* Effect.result(resendOrder({ ...ready, priced }, order));
  if (Result.isFailure(resent)) {
    const { failure } = resent;
    return failure instanceof NotReplaced
      ? { ...refused, unsent: Option.some(failure.by) }
      : refused;
  }
  const again = resent.success;
  // Where it is refused for another reason, that one has its own report.
  const { conclude } = isRefusedAlike(outcome, again.outcome)
    ? revision
    : yield* reviseOrder(again.outcome, { priced, wallet });
  return { ...again, outcome: conclude(again.outcome), unsent: NO_ORDER };
});

const NO_ORDER = Option.none<StoredOrder<SentState>>();

/** The store does not say whether it has replaced an order by another one. */
class NotReplaced
  extends Data.TaggedError("NotReplaced")<{ readonly by: StoredOrder<SentState> }> {}

function isRefusedAlike(a: SendOutcome, b: SendOutcome): boolean {
  return a.kind === "refused" && b.kind === "refused" && a.refusal.reason === b.refusal.reason;
}

/**
 * Sends bytes unless storing them took so long that they could arrive after the order was given
 * up. Then it is certain that nothing was sent.
 */
const sendInTime = Effect.fnUntraced(function* (
  { signed, sentMs }: { readonly signed: SignedOrder; readonly sentMs: number },
  holder: OrderHolder,
): Effect.fn.Return<SendOutcome, never, OrderVenue> {
  const nowMs = yield* (yield* MachineTime).nowMs;
  if (nowMs - sentMs >= STORING_MS_MAX) return STORED_TOO_LATE;
  return yield* (yield* OrderVenue).send(signed, holder);
});

const signOrder = Effect.fnUntraced(function* ({ wallet, priced }: ReadyOrder) {
  const venue = yield* OrderVenue;
  const box = yield* SecretBox;
  const { order: { orderType }, instruction: { tokenId }, market: { kind } } = priced;
  const order = yield* venue.prepare({
    wallet: wallet.wallet,
    tokenId,
    kind,
    order: priced.order,
  });
  return yield* box.open(
    wallet.secrets.signingKey,
    secretLocation(wallet.wallet.id, "signingKey"),
    (signingKey) => venue.sign({ order, orderType, owner: wallet.owner, signingKey }),
  );
});

/** Returns the order as it is stored before its bytes are sent. */
const newOrder = Effect.fnUntraced(function* (
  { command, priced }: ReadyOrder,
  signed: SignedOrder,
): Effect.fn.Return<StoredOrder<SentState>> {
  const { id, accountId, walletId } = command;
  return {
    id,
    accountId,
    walletId,
    idempotency: Option.map(command.idempotency, (key) => ({ ...key, accountId })),
    instruction: priced.instruction,
    body: signed.body,
    notionalE6: notionalE6(priced.order),
    loweredToE6: Option.none(),
    priceE6: Option.some(priced.order.priceE6),
    state: yield* sentState(signed.orderId),
    createdMs: yield* Clock.currentTimeMillis,
    latencyMs: Option.none(),
  };
});

const sentState = Effect.fnUntraced(function* (orderId: string): Effect.fn.Return<SentState> {
  return { name: "sent", orderId, sentMs: yield* (yield* MachineTime).nowMs };
});

/**
 * Sends the remade order as soon as the venue's limit allows one more of this signer's. Where that
 * fails, the order stays refused.
 */
const resendOrder = Effect.fnUntraced(function* (ready: ReadyOrder, order: StoredOrder<SentState>) {
  const { holder } = ready.wallet;
  const resending = Effect.gen(function* () {
    const remade = yield* remakeOrder(ready, order);
    return { order: remade.order, outcome: yield* sendInTime(remade, holder) };
  });
  return yield* (yield* OrderVenue).withinLimits(holder, resending);
});

/** Fails where the order cannot replace the one before it, which then stays refused. */
const remakeOrder = Effect.fnUntraced(function* (ready: ReadyOrder, order: StoredOrder<SentState>) {
  const { priced } = ready;
  const remadeE6 = notionalE6(priced.order);
  // The wallet's limits were checked against the first notional, and are not checked again.
  if (remadeE6 > order.notionalE6) return yield* Effect.fail("larger than before");
  const nowMs = yield* (yield* MachineTime).nowMs;
  if (nowMs - order.state.sentMs >= REMAKING_MS_MAX) return yield* Effect.fail("too late");
  const signed = yield* signOrder(ready);
  const to = {
    body: signed.body,
    notionalE6: remadeE6,
    loweredToE6: loweredToE6(order.instruction.amount, priced.order.makerAmountE6),
    priceE6: Option.some(priced.order.priceE6),
    state: yield* sentState(signed.orderId),
  };
  const { id, state } = order;
  const remade = { ...order, ...to };
  const isReplaced = yield* Effect.catchTag(
    (yield* OrderStore).replace({ id, from: state.orderId, to }),
    "StoreFailed",
    () => new NotReplaced({ by: remade }),
  );
  if (!isReplaced) return yield* Effect.fail("final meanwhile");
  return { order: remade, signed, sentMs: to.state.sentMs };
});
