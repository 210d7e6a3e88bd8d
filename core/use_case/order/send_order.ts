/**
 * Sending: stores the signed bytes, sends them only then, and learns what became of them.
 *
 * What the venue may have is in the store before, whatever dies, and is sent once. What the venue
 * said is stored; what it did not say is found out by looking the order up. An order is made anew
 * and sent once more only where the venue has refused it for certain.
 *
 * @module
 */
import { Clock, Effect, Option } from "effect";
import {
  loweredToE6,
  NO_TOTALS,
  notionalE6,
  type SendOutcome,
  type SentState,
} from "../../order/mod.ts";
import { type IdempotentRequest, OrderStore, type StoredOrder } from "../../port/order_store.ts";
import { OrderVenue, type SignedOrder } from "../../port/order_venue.ts";
import { SecretBox } from "../../port/secret_box.ts";
import { secretLocation } from "../../port/wallet_store.ts";
import { marketFee } from "../fee/market_fee.ts";
import { MachineTime } from "../time/machine_time.ts";
import { Idempotency } from "./idempotency.ts";
import type { IdempotencyClaim } from "./idempotency_claim.ts";
import { cancelAtMs, noteOutcome, type SentOrder } from "./note_outcome.ts";
import { reviseOrder } from "./revise_order.ts";
import type { OrderRequest } from "./order_request.ts";
import type { PricedOrder } from "./price_order.ts";
import { noteSent, sendInTime, sendOnce } from "./send_once.ts";
import type { TradingWallet } from "./trading_wallet.ts";
import { saleE6Of } from "./unsettled_sale.ts";

/** A command to place an order. */
export interface PlaceOrderCommand {
  /** The id of the order to place: a UUID of version 7. */
  readonly id: string;
  readonly accountId: string;
  readonly walletId: string;
  readonly idempotency: Option.Option<Omit<IdempotentRequest, "accountId">>;
  readonly request: OrderRequest;
  /** When the request arrived, by the machine's clock. */
  readonly arrivedMs: number;
  /** Sends the order in place of the venue's own call for one order. */
  readonly send?: OrderVenue["Service"]["send"];
}

/** A priced order that is ready to be signed. */
interface ReadyOrder {
  readonly command: PlaceOrderCommand;
  readonly wallet: TradingWallet;
  readonly priced: PricedOrder;
  readonly claim: IdempotencyClaim;
}

/** An order may be remade only this soon after it was first stored. Later it is out of date. */
const REMAKING_MS_MAX = 5_000;

/**
 * Sends an order once, and returns it with what its sending showed. Must not be interrupted.
 *
 * The venue may refuse it for certain because it follows outdated rules, because the balance does
 * not cover its fee, for its decimals, or because it does not see yet what was just bought. Then
 * the order is remade; the new bytes replace the old ones in the store, and it is sent once more.
 */
export const sendOrder = Effect.fnUntraced(function* (ready: ReadyOrder) {
  const { command, wallet, priced, claim } = ready;
  const signed = yield* signOrder(ready);
  yield* claim.reserved;
  const sent = yield* sendOnce(yield* newOrder(ready, signed), {
    wallet,
    market: priced.market,
    saleE6: saleE6Of(priced),
    claim,
    send: command.send,
  });
  return yield* noteSent(yield* reviseAndResend(ready, sent), command);
});

/**
 * Sends an order once more where the venue has refused it and a revision could pass. Returns the
 * last order that was sent, and what to report of it.
 */
const reviseAndResend = Effect.fnUntraced(function* (
  ready: ReadyOrder,
  { order, outcome }: SentOrder,
) {
  const revision = yield* reviseOrder(outcome, ready);
  const refused: SentOrder = { order, outcome: revision.conclude(outcome) };
  if (Option.isNone(revision.priced)) return refused;
  const revised = { ...ready, priced: revision.priced.value };
  const resent = yield* Effect.option(resendOrder(revised, refused));
  if (Option.isNone(resent)) return refused;
  const again = resent.value;
  // Where it is refused for another reason, that one has its own report.
  const { conclude } = isRefusedAlike(outcome, again.outcome)
    ? revision
    : yield* reviseOrder(again.outcome, revised);
  return { ...again, outcome: conclude(again.outcome) };
});

function isRefusedAlike(a: SendOutcome, b: SendOutcome): boolean {
  return a.kind === "refused" && b.kind === "refused" && a.refusal.reason === b.refusal.reason;
}

const signOrder = Effect.fnUntraced(function* ({ wallet, priced }: ReadyOrder) {
  const venue = yield* OrderVenue;
  const box = yield* SecretBox;
  const { order: { orderType }, instruction: { tokenId }, market: { kind } } = priced;
  const isPostOnly = priced.order.kind === "limit" && priced.order.isPostOnly;
  const order = yield* venue.prepare({
    wallet: wallet.wallet,
    tokenId,
    kind,
    order: priced.order,
  });
  return yield* box.open(
    wallet.secrets.signingKey,
    secretLocation(wallet.wallet.id, "signingKey"),
    (signingKey) => venue.sign({ order, orderType, isPostOnly, owner: wallet.owner, signingKey }),
  );
});

/** Returns the order as it is stored before its bytes are sent. */
const newOrder = Effect.fnUntraced(function* (
  { command, priced }: ReadyOrder,
  signed: SignedOrder,
): Effect.fn.Return<StoredOrder<SentState>> {
  const { id, accountId, walletId } = command;
  const createdMs = yield* Clock.currentTimeMillis;
  return {
    id,
    accountId,
    walletId,
    idempotency: Option.map(command.idempotency, (request) => ({ ...request, accountId })),
    instruction: priced.instruction,
    ...yield* bytesOf(priced, signed),
    loweredToE6: Option.none(),
    feeRate: Option.map(yield* Effect.option(marketFee(priced.market.listed)), ({ rate }) => rate),
    fills: NO_TOTALS,
    unsettledE6: 0n,
    cancelAtMs: cancelAtMs(priced.instruction, createdMs),
    cancelCause: Option.none(),
    createdMs,
    latencyMs: Option.none(),
  };
});

/** Returns the bytes of an order, as they are stored, with what they are worth. */
const bytesOf = Effect.fnUntraced(function* (
  { order }: PricedOrder,
  { orderId, body }: SignedOrder,
) {
  const sentMs = yield* (yield* MachineTime).nowMs;
  const state: SentState = { name: "sent", orderId, sentMs };
  return { body, notionalE6: notionalE6(order), priceE6: Option.some(order.priceE6), state };
});

/**
 * Sends the remade order as soon as the venue's limit allows one more of this signer's. Where that
 * fails, the order stays refused.
 */
const resendOrder = Effect.fnUntraced(function* (ready: ReadyOrder, refused: SentOrder) {
  const { holder } = ready.wallet;
  const resending = Effect.gen(function* () {
    const order = yield* remakeOrder(ready, refused);
    const { send } = yield* OrderVenue;
    return { order, outcome: yield* sendInTime(order, { holder, send }) };
  });
  return yield* (yield* OrderVenue).withinLimits(holder, resending);
});

/** Fails where the order cannot replace the one before it, which then stays refused. */
const remakeOrder = Effect.fnUntraced(function* (
  ready: ReadyOrder,
  { order, outcome }: SentOrder,
) {
  const { priced, command } = ready;
  // The wallet's limits were checked against the first notional, and are not checked again.
  if (notionalE6(priced.order) > order.notionalE6) return yield* Effect.fail("larger than before");
  const nowMs = yield* (yield* MachineTime).nowMs;
  if (nowMs - order.state.sentMs >= REMAKING_MS_MAX) return yield* Effect.fail("too late");
  const to = {
    ...yield* bytesOf(priced, yield* signOrder(ready)),
    loweredToE6: priced.order.kind === "market"
      ? loweredToE6(order.instruction.amount, priced.order.makerAmountE6)
      : Option.none<bigint>(),
  };
  const remade = { ...order, ...to };
  const isReplaced = yield* Effect.catchTag(
    (yield* OrderStore).replace({ id: order.id, from: order.state.orderId, to }),
    "StoreFailed",
    // The store may have it in place of the first one. It is not sent, and is over as well: the
    // wallet's next order does not wait for the store to say so.
    Effect.fnUntraced(function* () {
      const noting = Effect.ignore(noteOutcome({ order: remade, outcome }, command));
      yield* (yield* Idempotency).defer(order.idempotency, noting);
      return false;
    }),
  );
  if (!isReplaced) return yield* Effect.fail("not replaced");
  return remade;
});
