/**
 * Signs an order, stores the signed bytes, sends them, and notes what came of it.
 *
 * @module
 */
import { Clock, Effect, Option, Schedule } from "effect";
import {
  type MarketOrder,
  type Outcome,
  RECEIVED,
  SENDING_MS_MAX,
  stepIntent,
} from "../order/mod.ts";
import {
  type IdempotencyKey,
  type NewOrder,
  type OrderHolder,
  OrderStore,
  OrderVenue,
  SecretBox,
  secretPlace,
  type SignedOrder,
  type StoredOrder,
} from "../port/mod.ts";
import { MachineTime } from "./machine_time.ts";
import { mendOrder } from "./mend_order.ts";
import { OrderDesk } from "./order_desk.ts";
import { type OrderWish, type PricedWish } from "./order_wish.ts";
import { settleOrder } from "./settle_order.ts";
import { type TradingWallet } from "./trading_wallet.ts";

/** A request for an order. */
export interface OrderQuestion {
  /** Of the order to be: a UUID of version 7. */
  readonly id: string;
  readonly accountId: string;
  readonly walletId: string;
  readonly idempotency: Option.Option<Pick<IdempotencyKey, "key" | "requestSha256">>;
  readonly wish: OrderWish;
  /** When the request came, by the machine's clock. */
  readonly arrivedMs: number;
}

/** An order that is ready to be signed. */
export interface Transmission {
  readonly question: OrderQuestion;
  readonly wallet: TradingWallet;
  readonly priced: PricedWish;
}

/** `held`: nothing was sent, as the key has an order already. `outcome`: of the sending itself. */
export type Transmitted =
  | { readonly kind: "sent"; readonly order: StoredOrder; readonly outcome: Outcome }
  | { readonly kind: "held"; readonly by: StoredOrder };

/** Bytes that took this long to be stored are not sent: the venue's answer takes 8 s at most. */
const STORING_MS_MAX = 2_000;
/** Only so soon after it was first stored is an order made anew: later nobody wishes for it. */
const REMAKING_MS_MAX = 5_000;
/** When the job looks at an order that it has heard nothing of: its process must be gone. */
const LOOK_AFTER_MS = SENDING_MS_MAX + 1_000;
/** An order whose fate is unknown is looked up as soon as this. */
const LOOK_SOON_MS = 500;

/** What an order may trade: what a buyer spends, or what a seller would get now. */
export function worthE6({ side, makerAmountE6, quote }: MarketOrder): bigint {
  return side === "BUY" ? makerAmountE6 : quote.usdcE6;
}

/**
 * Sends an order once. Not to be interrupted.
 *
 * The venue may refuse it for certain as made by rules that have changed, or for want of its fee:
 * then it is made anew by the new rules, or smaller, the new bytes are stored in the place of the
 * old, and it is sent again, once.
 */
export const transmitOrder = Effect.fnUntraced(function* (transmission: Transmission) {
  const { question, wallet, priced } = transmission;
  const store = yield* OrderStore;
  const signed = yield* signOrder(transmission);
  const order = yield* newOrder(transmission, signed);
  const { sentMs } = order.state;
  const stored = yield* store.add({
    order,
    dayMaxE6: wallet.wallet.limits.dayMaxE6,
    lookUpAtMs: sentMs + LOOK_AFTER_MS,
  });
  if (stored.kind === "held") return stored satisfies Transmitted;
  if (stored.kind === "limited") return yield* stored.limit;
  // Later, while the venue is at work: the order goes first.
  yield* Effect.forkDetach((yield* OrderDesk).traded(priced.request.slug, priced.market));
  const outcome = yield* sendInTime({ signed, sentMs }, wallet.holder);
  const mending = yield* mendOrder(outcome, { ...transmission, wish: question.wish });
  const resent = mending.kind === "mended"
    ? yield* Effect.option(resendOrder({ ...transmission, priced: mending.priced }, order))
    : Option.none();
  const last = Option.getOrElse(resent, () => ({
    order,
    outcome: mending.kind === "final" ? mending.outcome : outcome,
  }));
  const noted = yield* noteOutcome(last, question);
  return { kind: "sent", order: noted, outcome: last.outcome } satisfies Transmitted;
});

/**
 * Sends bytes unless storing them has taken so long that they could arrive after the order was
 * given up. Then nothing is sent, which is certain.
 */
const sendInTime = Effect.fnUntraced(function* (
  { signed, sentMs }: { readonly signed: SignedOrder; readonly sentMs: number },
  holder: OrderHolder,
): Effect.fn.Return<Outcome, never, OrderVenue> {
  const nowMs = yield* (yield* MachineTime).nowMs;
  if (nowMs - sentMs >= STORING_MS_MAX) return STORED_TOO_LATE;
  return yield* (yield* OrderVenue).send(signed, holder);
});

const STORED_TOO_LATE: Outcome = {
  kind: "refused",
  refusal: {
    reason: "not_sent",
    words: "storing it took too long, so that it was not sent",
    retryAfterSec: Option.none(),
  },
};

const signOrder = Effect.fnUntraced(function* ({ wallet, priced }: Transmission) {
  const venue = yield* OrderVenue;
  const box = yield* SecretBox;
  const { order: { orderType }, request: { tokenId }, market: { kind } } = priced;
  const order = yield* venue.prepare({
    wallet: wallet.wallet,
    tokenId,
    kind,
    order: priced.order,
  });
  return yield* box.open(
    wallet.secrets.signingKey,
    secretPlace(wallet.wallet.id, "signingKey"),
    (signingKey) => venue.sign({ order, orderType, owner: wallet.owner, signingKey }),
  );
});

/** The order as it is stored before its bytes are sent. */
const newOrder = Effect.fnUntraced(function* (
  { question, priced }: Transmission,
  signed: SignedOrder,
): Effect.fn.Return<NewOrder["order"]> {
  const { id, accountId, walletId } = question;
  return {
    id,
    accountId,
    walletId,
    idempotency: Option.map(question.idempotency, (key) => ({ ...key, accountId })),
    request: priced.request,
    body: signed.body,
    worthE6: worthE6(priced.order),
    state: yield* sentState(signed.orderId),
    createdMs: yield* Clock.currentTimeMillis,
    latencyMs: Option.none(),
  };
});

const sentState = Effect.fnUntraced(function* (orderId: string) {
  const atMs = yield* (yield* MachineTime).nowMs;
  const signed = yield* Effect.fromResult(stepIntent(RECEIVED, { kind: "signed", orderId }));
  const sent = yield* Effect.fromResult(stepIntent(signed, { kind: "sent", atMs }));
  return sent as NewOrder["order"]["state"];
}, Effect.orDie);

/** Sends it anew as soon as the venue takes one more of the signer's; else it stays refused. */
const resendOrder = Effect.fnUntraced(function* (
  transmission: Transmission,
  order: NewOrder["order"],
) {
  const { holder } = transmission.wallet;
  const resending = Effect.gen(function* () {
    const remade = yield* remakeOrder(transmission, order);
    return { order: remade.order, outcome: yield* sendInTime(remade, holder) };
  });
  return yield* (yield* OrderVenue).withinLimits(holder, resending);
});

/** Fails where it cannot be put in the place of the one before; then that stays refused. */
const remakeOrder = Effect.fnUntraced(function* (
  transmission: Transmission,
  order: NewOrder["order"],
) {
  const { priced } = transmission;
  const worth = worthE6(priced.order);
  // The wallet's limits were held against what it was worth, and are not asked again.
  if (worth > order.worthE6) return yield* Effect.fail("worth more than before");
  const nowMs = yield* (yield* MachineTime).nowMs;
  if (nowMs - order.state.sentMs >= REMAKING_MS_MAX) return yield* Effect.fail("too late");
  const signed = yield* signOrder(transmission);
  const to = { body: signed.body, worthE6: worth, state: yield* sentState(signed.orderId) };
  const { id, state } = order;
  const isReplaced = yield* (yield* OrderStore).replace({ id, from: state.orderId, to });
  if (!isReplaced) return yield* Effect.fail("settled meanwhile");
  return { order: { ...order, ...to }, signed, sentMs: to.state.sentMs };
});

/** How often, and how soon, a note is tried again that could not be stored. */
const NOTE_AGAIN = Schedule.exponential("1 second").pipe(Schedule.upTo({ times: 6 }));

/**
 * Notes how it went. What the venue has said is true whether or not it is noted, so only the next
 * request of the same key waits for that: should it fail, or this replica die, the order is found
 * as one that was sent, and the venue is asked.
 */
const noteOutcome = Effect.fnUntraced(function* (
  { order, outcome }: { readonly order: NewOrder["order"]; readonly outcome: Outcome },
  { arrivedMs }: OrderQuestion,
): Effect.fn.Return<
  StoredOrder,
  never,
  OrderDesk | Effect.Services<ReturnType<typeof settleOrder>>
> {
  const nowMs = yield* (yield* MachineTime).nowMs;
  const state = yield* Effect.orDie(
    Effect.fromResult(stepIntent(order.state, { kind: "answered", outcome })),
  ) as Effect.Effect<StoredOrder["state"]>;
  const latencyMs = Option.some(Math.round(nowMs - arrivedMs));
  const noted: StoredOrder = { ...order, state, latencyMs };
  const lookUpAtMs = nowMs + LOOK_SOON_MS;
  const note = (yield* OrderStore).note({ id: order.id, state, latencyMs, lookUpAtMs });
  const noting = Effect.catch(
    note,
    (failure) =>
      Effect.annotateLogs(Effect.logError("Cannot note what became of an order", failure), {
        orderId: state.orderId,
      }).pipe(
        Effect.andThen(Effect.forkDetach(Effect.ignore(Effect.retry(note, NOTE_AGAIN)))),
        Effect.asVoid,
      ),
  );
  if (state.name === "settled") {
    yield* (yield* OrderDesk).putOff(order.idempotency, noting);
    return noted;
  }
  yield* noting;
  if (outcome.kind !== "unknown" || outcome.isAtVenue !== true) return noted;
  return yield* Effect.orElseSucceed(settleOrder(noted), () => noted);
});
