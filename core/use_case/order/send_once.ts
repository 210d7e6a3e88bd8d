/**
 * Stores an order that is signed, sends its bytes only then, and notes what that showed.
 *
 * @module
 */
import { Effect, Option, Queue } from "effect";
import type { SendOutcome, SentState } from "../../order/mod.ts";
import type { StoredOrder } from "../../port/order_store.ts";
import { type OrderHolder, OrderVenue } from "../../port/order_venue.ts";
import { MachineTime } from "../time/machine_time.ts";
import type { IdempotencyClaim } from "./idempotency_claim.ts";
import {
  LOOKUP_AFTER_MS,
  noteOutcome,
  notStored,
  type SentOrder,
  STORED_TOO_LATE,
} from "./note_outcome.ts";
import { logOrder } from "./order_log.ts";
import { countSent } from "./order_metrics.ts";
import { OrderSignals } from "./order_signals.ts";
import { type TradedMarket, TradedMarkets } from "./traded_markets.ts";
import type { TradingWallet } from "./trading_wallet.ts";

/** What an order is stored and sent with. */
export interface Sending {
  readonly wallet: TradingWallet;
  readonly market: TradedMarket;
  /** Shares that it sells, times 10^6, to count which of them are settled. */
  readonly saleE6: bigint;
  readonly claim: IdempotencyClaim;
  /** Sends it in place of the venue's own call for one order. */
  readonly send?: OrderVenue["Service"]["send"] | undefined;
}

/** Bytes that took longer than this to store are not sent: the venue may take 8 s to answer. */
const STORING_MS_MAX = 2_000;

/** Stores an order, and sends it. Must not be interrupted. */
export const sendOnce = Effect.fnUntraced(function* (
  signed: StoredOrder<SentState>,
  { wallet, market, saleE6, claim, send }: Sending,
) {
  const { dayMaxE6 } = wallet.wallet.limits;
  const lookUpAtMs = signed.state.sentMs + LOOKUP_AFTER_MS;
  const unsettledE6 = yield* claim.add({ order: signed, saleE6, dayMaxE6, lookUpAtMs }).pipe(
    Effect.catchTag("StoreFailed", (failure) => notStored(signed, failure)),
  );
  const order = { ...signed, unsettledE6 };
  const signals = yield* OrderSignals;
  if (Option.isSome(order.cancelAtMs)) yield* Queue.offer(signals.lives, undefined);
  // Noted before the venue can refuse the market's rules, which drops what is noted of it; the rest
  // is done while the venue works: the order goes first.
  const recording = (yield* TradedMarkets).recordTrade(order.instruction.slug, market);
  yield* Effect.forkDetach(recording, { startImmediately: true });
  const outcome = yield* sendInTime(order, {
    holder: wallet.holder,
    send: send ?? (yield* OrderVenue).send,
  });
  return { order, outcome } satisfies SentOrder;
});

/**
 * Sends bytes unless storing them took so long that they could arrive after the order was given
 * up. Then it is certain that nothing was sent.
 */
export const sendInTime = Effect.fnUntraced(function* (
  { body, state: { orderId, sentMs } }: StoredOrder<SentState>,
  { holder, send }: {
    readonly holder: OrderHolder;
    readonly send: OrderVenue["Service"]["send"];
  },
): Effect.fn.Return<SendOutcome> {
  const nowMs = yield* (yield* MachineTime).nowMs;
  if (nowMs - sentMs >= STORING_MS_MAX) return STORED_TOO_LATE;
  return yield* send({ orderId, body }, holder);
});

/** Notes and logs what the last sending showed, and returns the order as it is then. */
export const noteSent = Effect.fnUntraced(function* (
  last: SentOrder,
  command: { readonly arrivedMs: number },
) {
  yield* countSent(last.outcome);
  yield* Queue.offer((yield* OrderSignals).sent, undefined);
  const order = yield* noteOutcome(last, command);
  // Reconciling it has its own line.
  if (order.state.name !== "final" || !order.state.isReconciled) {
    const tookMs = (yield* (yield* MachineTime).nowMs) - command.arrivedMs;
    yield* logOrder("Sent an order", { order, tookMs });
  }
  return { order, outcome: last.outcome };
});
