/**
 * The matching engine of the simulated venue: accepts checked orders, matches or rests them, and
 * ends them.
 *
 * Every call first applies the effects of time: orders expire, orders of closed markets end, and
 * resting orders that the world's price has crossed are filled.
 *
 * @module
 */
import { Result } from "effect";
import { type Answer } from "../../kit/answer.ts";
import { costE6 } from "./micro_units.ts";
import { type Limit, matchOffers, type Want } from "./matching.ts";
import { type Markets } from "./markets.ts";
import { amountsOf, isImmediate } from "./order_price.ts";
import { refuseMoney } from "./order_rules.ts";
import { refusePayment } from "./payment.ts";
import { filledE6, isResting, type PlacedOrder, restE6 } from "./placed_order.ts";
import { REFUSAL } from "./refusal.ts";
import { makeSettlement, type SettlementParts, type Take } from "./settlement.ts";
import { reservedFeeE6, tradingFeeE6 } from "./trading_fee.ts";
import { orderEvent } from "./user_event.ts";

/** A checked order, and whether it may trade immediately. */
export interface Entry {
  readonly placed: PlacedOrder;
  readonly isPostOnly: boolean;
}

/** The immediate result of an order: nothing while it is delayed. Amounts are times 10^6. */
export interface Outcome {
  readonly placed: PlacedOrder;
  readonly status: PlacedOrder["status"];
  readonly moneyE6: bigint;
  readonly sharesE6: bigint;
}

/** The reason an order was not cancelled. */
export type NotCanceled =
  | "already canceled or matched"
  | "cannot cancel because the order is in pending/delayed status";

/** The engine. */
export interface Engine {
  /** Applies the effects of time. */
  tend(): void;
  /**
   * Accepts an order that was admitted in the same synchronous step, so that nothing comes in
   * between. If the market delays its takers, the answer waits for the delay.
   */
  place(entry: Entry): Promise<Result.Result<Outcome, Answer>>;
  /** Returns undefined on success. */
  cancel(placed: PlacedOrder | undefined): NotCanceled | undefined;
}

/** Makes an engine without orders. */
export function makeEngine(parts: SettlementParts & { readonly markets: Markets }): Engine {
  const { accounts, books, clock, feed, ledger, liquidity, markets } = parts;
  const settlement = makeSettlement(parts);

  const marketNow = ({ market }: PlacedOrder) => {
    const found = markets.byCondition(market.conditionId);
    return found?.isOpen === true ? found : undefined;
  };
  const publishToUser = (
    placed: PlacedOrder,
    type: "PLACEMENT" | "UPDATE" | "CANCELLATION",
    status?: string,
  ) => {
    const change = status === undefined ? {} : { status };
    feed.publishToUser(orderEvent(placed, { type, nowMs: clock.nowMs(), ...change }));
  };
  const publishLevel = ({ market: { conditionId } }: PlacedOrder) =>
    feed.publish({ kind: "changes", conditionId });
  const end = (placed: PlacedOrder, status?: string) => {
    const stood = isResting(placed);
    ledger.mark(placed, "canceled");
    publishToUser(placed, "CANCELLATION", status);
    if (stood) publishLevel(placed);
  };

  /** Lets the world's traders take resting orders that cross their levels. */
  const hitByWorld = (placed: PlacedOrder) => {
    const { market, side, priceE6, order: { tokenId } } = placed;
    const { bids, asks } = liquidity.levels(market, tokenId);
    for (const level of (side === "BUY" ? asks : bids).toReversed()) {
      const crosses = side === "BUY" ? level.priceE6 <= priceE6 : level.priceE6 >= priceE6;
      const rest = restE6(placed);
      if (!crosses || rest === 0n) return;
      const sizeE6 = level.sizeE6 < rest ? level.sizeE6 : rest;
      liquidity.take(market, { tokenId, side, priceE6: level.priceE6, sizeE6 });
      settlement.hit(placed, sizeE6);
    }
  };
  let isTending = false;
  const tend = () => {
    if (isTending) return;
    isTending = true;
    try {
      const nowSec = clock.nowMs() / 1000;
      for (const placed of ledger.resting()) {
        const { expirationSec } = placed;
        const hasExpired = expirationSec !== 0 && expirationSec <= nowSec;
        if (hasExpired || marketNow(placed) === undefined) end(placed);
        else hitByWorld(placed);
      }
    } finally {
      isTending = false;
    }
  };

  /** Returns what it would take now, or the reason it cannot. */
  const match = ({ placed, isPostOnly }: Entry): Result.Result<ReadonlyArray<Take>, Answer> => {
    const { order, orderType, side } = placed;
    const market = marketNow(placed);
    if (market === undefined) return Result.fail(REFUSAL.notReady);
    const funds = {
      account: accounts.of(placed.payer),
      resting: ledger.resting().filter(({ payer }) => payer === placed.payer),
    };
    const isMarketBuy = side === "BUY" && isImmediate(placed);
    // Checked before a match, at the order's own price; resting orders never pay a fee.
    const ownFeeE6 = isMarketBuy ? tradingFeeE6(market.fee, placed) : 0n;
    const unpaid = refusePayment(placed, { ...funds, feeE6: ownFeeE6 });
    if (unpaid !== undefined) return Result.fail(unpaid);
    const offers = books.offers(market, order.tokenId, side);
    const { sizesE6, isComplete } = matchOffers(offers, {
      limit: { side, ...amountsOf(order) } satisfies Limit,
      want: wantOf(placed),
    });
    const takes = sizesE6.flatMap((sizeE6, i): ReadonlyArray<Take> => {
      const offer = offers[i];
      return offer === undefined ? [] : [{ offer, sizeE6 }];
    });
    const taken = takes.map(({ offer: { priceE6 }, sizeE6 }) => ({ priceE6, sizeE6 }));
    const feeE6 = isMarketBuy
      ? reservedFeeE6(market.fee, taken)
      : taken.reduce((sum, each) => sum + tradingFeeE6(market.fee, each), 0n);
    if (orderType === "FOK" && !isComplete) return Result.fail(REFUSAL.killed);
    if (orderType === "FAK" && takes.length === 0) return Result.fail(REFUSAL.unmatched);
    if (isPostOnly && takes.length > 0) return Result.fail(REFUSAL.crosses);
    const isMarketablePurchase = side === "BUY" && takes.length > 0;
    const refusal = (isMarketablePurchase ? refuseMoney(order.makerE6) : undefined) ??
      refusePayment(placed, { ...funds, feeE6 });
    return refusal === undefined ? Result.succeed(takes) : Result.fail(refusal);
  };
  const carryOut = (
    placed: PlacedOrder,
    takes: ReadonlyArray<Take>,
    resting: "live" | "unmatched" = "live",
  ): Outcome => {
    settlement.settle(placed, takes);
    const rests = !isImmediate(placed) && restE6(placed) > 0n;
    ledger.mark(placed, rests ? resting : "matched");
    publishToUser(placed, resting === "live" ? "PLACEMENT" : "UPDATE");
    if (rests) publishLevel(placed);
    return {
      placed,
      status: takes.length > 0 ? "matched" : placed.status,
      moneyE6: placed.fills.reduce((sum, fill) => sum + costE6(fill.sizeE6, fill.priceE6), 0n),
      sharesE6: filledE6(placed),
    };
  };
  const carryOutLate = (entry: Entry) => {
    tend();
    const found = match(entry);
    if (Result.isFailure(found)) return end(entry.placed, killedStatus(found.failure));
    carryOut(entry.placed, found.success, "unmatched");
  };

  return {
    tend,
    async place(entry) {
      tend();
      const { placed } = entry;
      const { takerDelayMs, delaySec } = placed.market;
      let found = match(entry);
      const takesAny = Result.isSuccess(found) && found.success.length > 0;
      if (takesAny && takerDelayMs > 0) {
        ledger.add(placed);
        await Bun.sleep(takerDelayMs);
        ledger.remove(placed.id);
        tend();
        found = match(entry);
      }
      if (Result.isFailure(found)) {
        if (found.failure === REFUSAL.killed || found.failure === REFUSAL.unmatched) {
          publishToUser(placed, "CANCELLATION", killedStatus(found.failure));
        }
        return Result.fail(found.failure);
      }
      ledger.add(placed);
      if (!takesAny || delaySec === 0) return Result.succeed(carryOut(placed, found.success));
      setTimeout(() => carryOutLate(entry), clock.realMs(delaySec * 1000)).unref();
      publishToUser(placed, "PLACEMENT");
      return Result.succeed({ placed, status: "delayed", moneyE6: 0n, sharesE6: 0n });
    },
    cancel(placed) {
      if (placed?.status === "delayed") {
        return "cannot cancel because the order is in pending/delayed status";
      }
      if (placed === undefined || !isResting(placed)) return "already canceled or matched";
      end(placed);
      return undefined;
    },
  };
}

/** Money for an immediate purchase, otherwise shares. */
function wantOf(placed: PlacedOrder): Want {
  const { order, side } = placed;
  return side === "BUY" && isImmediate(placed)
    ? { kind: "money", amountE6: order.makerE6 }
    : { kind: "shares", sizeE6: placed.sizeE6 };
}

/** Returns the status that the owner of a refused order sees. */
function killedStatus({ body }: Answer): string {
  return `CANCELED_${(body as { readonly error: string }).error}`;
}
