/**
 * Sends an order on paper: waits as long as a real one would be on its way, and matches it with the
 * book that is there then.
 *
 * @module
 */
import { BigDecimal, Clock, Effect, Option, Result } from "effect";
import { ONE_E6 } from "../../fee/mod.ts";
import type { Book, Cancellation, SendOutcome } from "../../order/mod.ts";
import type { RefusalReason } from "../../order_reason.ts";
import { drawOf, type PaperRequest, placeOnPaper } from "../../paper/mod.ts";
import { type OrderHolder, OrderVenue, type SignedOrder } from "../../port/order_venue.ts";
import { PaperStore } from "../../port/paper_store.ts";
import { PaperWire, type SignedTerms } from "../../port/paper_wire.ts";
import { MachineTime } from "../time/machine_time.ts";
import { makeMeasuredConditions } from "./measured_conditions.ts";
import { paperWalletOf } from "./on_paper.ts";
import { PaperAccounts } from "./paper_accounts.ts";
import { paperStatus } from "./paper_status.ts";

/** How long a book may take to come, in machine time. */
const BOOK_MS_MAX = 5_000;
/** No order is longer on its way: whoever looks it up after ten seconds must find it. */
const WAITING_MS_MAX = 5_000;

const NO_BOOK = refused(
  "not_sent",
  `no order book of this outcome came within ${BOOK_MS_MAX / 1000} s, and nothing was placed`,
);
const NOT_KEPT: SendOutcome = { kind: "unknown", why: "the store did not answer" };

/** Makes the sender. The bytes of an order that was placed before place nothing more. */
export const makePaperSending = Effect.gen(function* () {
  const venue = yield* OrderVenue;
  const [accounts, store, wire] = [yield* PaperAccounts, yield* PaperStore, yield* PaperWire];
  const { sleep } = yield* MachineTime;
  const conditionsOf = yield* makeMeasuredConditions;

  /** The book of an outcome as it is now; none where it does not come in time. */
  const bookNow = (tokenId: string) =>
    Effect.option(venue.book(tokenId)).pipe(
      Effect.raceFirst(Effect.as(sleep(BOOK_MS_MAX), Option.none())),
    );

  const place = Effect.fnUntraced(function* ({ orderId, body }: SignedOrder, walletId: string) {
    const [known] = yield* store.orders({ walletId, orderIds: [orderId] });
    if (known !== undefined) return paperStatus(known);
    const kept = yield* accounts.read(walletId);
    const read = wire.readOrder(body);
    if (Option.isNone(kept) || Option.isNone(read)) {
      return refused("rejected", "Invalid order payload");
    }
    const { tokenId } = read.value;
    yield* venue.follow([tokenId]);
    const before = yield* bookNow(tokenId);
    if (Option.isNone(before)) return NO_BOOK;
    const { conditionId } = before.value;
    const terms = yield* Effect.option(venue.terms(conditionId));
    if (Option.isNone(terms)) return NO_BOOK;
    const { latenciesMs, settlement } = yield* conditionsOf(walletId);
    const latencyMs = Option.getOrElse(
      kept.value.latencyMs,
      () => drawOf(latenciesMs, `latency ${orderId}`) ?? 0,
    );
    const { takerDelayMs = 0 } = terms.value;
    const heldMs = wouldTrade(read.value, before.value) ? takerDelayMs : 0;
    yield* Effect.sleep(Math.min(latencyMs + heldMs, WAITING_MS_MAX));
    const after = yield* bookNow(tokenId);
    if (Option.isNone(after)) return NO_BOOK;
    const request: PaperRequest = { ...read.value, orderId, conditionId };
    const { feeSchedule } = terms.value.fee;
    const ground = {
      rules: { ...terms.value, tickE6: after.value.tickE6 },
      before: before.value,
      after: after.value,
      feeRate: Option.match(feeSchedule, { onNone: () => NO_FEE, onSome: ({ rate }) => rate }),
      settlement,
      nowMs: Math.floor(yield* Clock.currentTimeMillis),
    };
    const placed = yield* Effect.result(accounts.change(
      walletId,
      (account) => Effect.fromResult(placeOnPaper(account, request, ground)),
    ));
    if (Result.isSuccess(placed)) {
      const order = Option.getOrUndefined(placed.success)?.orders[0];
      return order === undefined ? NOT_KEPT : paperStatus(order);
    }
    const { failure } = placed;
    return "reason" in failure ? refused(failure.reason, failure.message) : NOT_KEPT;
  });

  return Effect.fnUntraced(function* (
    order: SignedOrder,
    holder: OrderHolder,
  ): Effect.fn.Return<SendOutcome> {
    const status: SendOutcome | Cancellation = yield* Effect.orElseSucceed(
      place(order, paperWalletOf(holder)),
      () => NOT_KEPT,
    );
    // Of an order that was placed before: how it ended since.
    return status.kind === "canceled" ? { kind: "matched", fill: status.fill } : status;
  }, Effect.uninterruptible);
});

/** Whether an order crosses the book. */
function wouldTrade(
  { side, makerAmountE6, takerAmountE6 }: SignedTerms,
  { bids: [bid], asks: [ask] }: Pick<Book, "bids" | "asks">,
): boolean {
  if (side === "BUY") {
    return ask !== undefined && ask.priceE6 * takerAmountE6 <= makerAmountE6 * ONE_E6;
  }
  return bid !== undefined && bid.priceE6 * makerAmountE6 >= takerAmountE6 * ONE_E6;
}

const NO_FEE = BigDecimal.fromBigInt(0n);

function refused(reason: RefusalReason, message: string) {
  const refusal = { reason, message, retryAfterSec: Option.none() };
  return { kind: "refused" as const, refusal };
}
