/**
 * Places an order of a paper wallet: checks it as the venue does, matches it with the book that was
 * there after its delay, and rests what is left of it.
 *
 * Source of the texts of refusals: the venue's error messages, as its users have seen them.
 *
 * @module
 */
import { type BigDecimal, Option, Result } from "effect";
import { formatDecimal, fromE6, ONE_E6, type Side } from "../fee/mod.ts";
import {
  type Book,
  type ByEstimate,
  canRest,
  expiresSecOf,
  feeOfSpendingE6,
  fillUsdcE6,
  type Level,
  type LimitRules,
  nearestPriceE6,
  NOTHING_TRADED,
  type OrderType,
  type Traded,
} from "../order/mod.ts";
import type { RefusalReason } from "../order_reason.ts";
import type { ConditionId } from "../venue/mod.ts";
import {
  PAPER_ORDERS_MAX,
  type PaperAccount,
  type PaperChange,
  type PaperFill,
  type PaperOrder,
  payableE6,
  sellableE6,
  withFill,
} from "./account.ts";
import { leftLevels, withTaken } from "./impact.ts";
import { joinQueue } from "./queue.ts";
import { paperFill } from "./paper_fill.ts";
import type { SettlementTerms } from "./settlement.ts";
import { betterLevels, takeLevels, type Taker, tradedOf, worseLevels } from "./taking.ts";

/** An order as it was signed. */
export interface PaperRequest {
  readonly orderId: string;
  readonly tokenId: string;
  readonly conditionId: ConditionId;
  readonly side: Side;
  readonly orderType: OrderType;
  readonly isPostOnly: boolean;
  readonly makerAmountE6: bigint;
  readonly takerAmountE6: bigint;
  /** The venue's own field, in unix seconds: it ends the order a minute before. 0 for never. */
  readonly expirationSec: number;
}

/** What an order meets. */
export interface PaperGround {
  readonly rules: LimitRules & { readonly isAcceptingOrders: boolean };
  /** When it came. */
  readonly before: Pick<Book, "bids" | "asks">;
  /** After its delay. */
  readonly after: Pick<Book, "bids" | "asks">;
  /** The fraction that takers pay. */
  readonly feeRate: BigDecimal.BigDecimal;
  readonly settlement: SettlementTerms;
  readonly nowMs: number;
}

/** Why an order was not taken: in one word, and in the venue's. */
export interface PaperRefusal {
  readonly reason: RefusalReason;
  readonly message: string;
}

/** The smallest purchase that trades at once, USDC times 10^6. */
const PURCHASE_MIN_E6 = ONE_E6;
/** The least time from an order's arrival to that instant. */
const EXPIRATION_SEC_MIN = 180;

/** Places an order. The first of the changed orders is this one. */
export function placeOnPaper(
  account: PaperAccount,
  request: PaperRequest,
  ground: PaperGround,
): Result.Result<PaperChange, PaperRefusal> {
  return Result.gen(function* () {
    const priceE6 = yield* checkTerms(request, ground);
    const { orderId, tokenId, side, orderType } = request;
    const isBudget = side === "BUY" && !canRest(orderType);
    const sizeE6 = side === "BUY" ? request.takerAmountE6 : request.makerAmountE6;
    const amountE6 = isBudget ? request.makerAmountE6 : sizeE6;
    const taker: Taker = { side, priceE6, amountE6, unit: isBudget ? "usdc" : "shares" };
    const [before, after] = [ground.before, ground.after].map((book) =>
      leftLevels(side === "BUY" ? book.asks : book.bids, { taken: account.taken, tokenId, side })
    ) as [ReadonlyArray<Level>, ReadonlyArray<Level>];
    const likely = takeLevels(after, taker);
    if (orderType === "FOK" && !likely.isWhole) return yield* refused("killed", KILLED);
    const { fills } = likely;
    if (orderType === "FAK" && fills.length === 0) return yield* refused("no_liquidity", UNMATCHED);
    if (request.isPostOnly && fills.length > 0) return yield* refused("would_cross", CROSSES);
    const takenE6 = tradedOf(fills).sharesE6;
    const rests = canRest(orderType) && takenE6 < sizeE6;
    if (rests && account.orders.length >= PAPER_ORDERS_MAX) {
      return yield* refused("busy", `a paper wallet has at most ${PAPER_ORDERS_MAX} open orders`);
    }
    const estimateOf = (levels: ReadonlyArray<Level>): Traded => {
      const taking = takeLevels(levels, taker);
      return orderType === "FOK" && !taking.isWhole ? NOTHING_TRADED : tradedOf(taking.fills);
    };
    const traded: ByEstimate<Traded> = {
      pessimistic: estimateOf(worseLevels(before, after)),
      likely: tradedOf(fills),
      optimistic: estimateOf(betterLevels(before, after, side)),
    };
    const own = side === "BUY" ? ground.after.bids : ground.after.asks;
    const levelE6 = own.find((level) => level.priceE6 === priceE6)?.sizeE6 ?? 0n;
    const order: PaperOrder = {
      ...{ orderId, tokenId, conditionId: request.conditionId, side, orderType, priceE6 },
      // What is bought for a budget has no size of its own.
      sizeE6: isBudget ? takenE6 : sizeE6,
      traded,
      queue: joinQueue(levelE6),
      expiresMs: Option.getOrElse(expiresSecOf(request.expirationSec), () => 0) * 1000,
      createdMs: ground.nowMs,
      fills: fills.length,
      end: rests ? null : { kind: "matched", cause: "venue", atMs: ground.nowMs },
    };
    const made = fills.map((fill, at) => paperFill(order, { fill, at, role: "taker", ...ground }));
    yield* checkPayment(account, request, { priceE6, fills: made, feeRate: ground.feeRate });
    const moved = made.reduce((sum, fill) => withFill(sum, fill, 1n), account);
    return {
      account: {
        ...moved,
        orders: rests ? [...moved.orders, order] : moved.orders,
        taken: withTaken(moved.taken, {
          ...{ tokenId, side, fills },
          shown: side === "BUY" ? ground.after.asks : ground.after.bids,
        }),
        settling: [...moved.settling, ...made],
      },
      orders: [order],
      fills: made,
    };
  });
}

/** Returns the price of an order that the market takes, USDC times 10^6. */
function checkTerms(
  request: PaperRequest,
  { rules, nowMs }: PaperGround,
): Result.Result<bigint, PaperRefusal> {
  const { side, orderType, orderId, expirationSec } = request;
  const [usdcE6, sharesE6] = side === "BUY"
    ? [request.makerAmountE6, request.takerAmountE6]
    : [request.takerAmountE6, request.makerAmountE6];
  if (!rules.isAcceptingOrders) return refused("market_closed", NOT_READY);
  if (usdcE6 <= 0n || sharesE6 <= 0n) return refused("rejected", "Invalid order payload");
  const { tickE6 } = rules;
  const priceE6 = nearestPriceE6({ usdcE6, sharesE6 }, rules);
  const isExact = priceE6 * sharesE6 === usdcE6 * ONE_E6;
  if (canRest(orderType) && !isExact) {
    const price = textOf(usdcE6 * ONE_E6 / sharesE6);
    const rule = `Price (${price}) breaks minimum tick size rule: ${textOf(tickE6)}`;
    return refused("stale", `order ${orderId} is invalid. ${rule}`);
  }
  if (priceE6 < tickE6 || priceE6 > ONE_E6 - tickE6) {
    const range = `min: ${textOf(tickE6)} - max: ${textOf(ONE_E6 - tickE6)}`;
    return refused("terms", `invalid price (${textOf(priceE6)}), ${range}`);
  }
  if (side === "BUY" && !canRest(orderType)) {
    if (usdcE6 < PURCHASE_MIN_E6) return refused("too_small", tooLittle(usdcE6));
  } else if (sharesE6 < rules.sizeMinE6) {
    const rule = `Size (${textOf(sharesE6)}) lower than the minimum: ${textOf(rules.sizeMinE6)}`;
    return refused("too_small", `order ${orderId} is invalid. ${rule}`);
  }
  const isInTime = orderType === "GTD"
    ? expirationSec >= Math.floor(nowMs / 1000) + EXPIRATION_SEC_MIN
    : expirationSec === 0;
  return isInTime ? Result.succeed(priceE6) : refused("expiration", "invalid expiration");
}

/** A purchase needs its money and the fee of what it trades at once; a sale needs its shares. */
function checkPayment(
  account: PaperAccount,
  { side, orderType, makerAmountE6, tokenId }: PaperRequest,
  { priceE6, fills, feeRate }: {
    readonly priceE6: bigint;
    readonly fills: ReadonlyArray<PaperFill>;
    readonly feeRate: BigDecimal.BigDecimal;
  },
): Result.Result<void, PaperRefusal> {
  if (side === "SELL") {
    const sharesE6 = sellableE6(account, tokenId);
    return sharesE6 >= makerAmountE6 ? Result.void : short(sharesE6, makerAmountE6);
  }
  const spentE6 = fills.reduce((sum, fill) => sum + fillUsdcE6(fill), 0n);
  if (fills.length > 0 && makerAmountE6 < PURCHASE_MIN_E6) {
    return refused("too_small", tooLittle(makerAmountE6));
  }
  const ownFeeE6 = canRest(orderType) ? 0n : feeOfSpendingE6(makerAmountE6, { priceE6, feeRate });
  const takenFeeE6 = fills.reduce((sum, { feeE6 }) => sum + feeE6, 0n);
  const feeE6 = ownFeeE6 > takenFeeE6 ? ownFeeE6 : takenFeeE6;
  const costE6 = spentE6 > makerAmountE6 ? spentE6 : makerAmountE6;
  const usdcE6 = payableE6(account);
  return usdcE6 >= costE6 + feeE6 ? Result.void : short(usdcE6, costE6 + feeE6);
}

const KILLED = "order couldn't be fully filled. FOK orders are fully filled or killed.";
const UNMATCHED = "no orders found to match with FAK order. FAK orders are partially filled or " +
  "killed if no match is found.";
const CROSSES = "invalid post-only order: order crosses book";
const NOT_READY = "the market is not yet ready to process new orders";

function tooLittle(usdcE6: bigint): string {
  return `invalid amount for a marketable BUY order ($${textOf(usdcE6)}), min size: $1`;
}

function short(haveE6: bigint, needE6: bigint): Result.Result<never, PaperRefusal> {
  const why = `the balance is not enough -> balance: ${haveE6}, order amount: ${needE6}`;
  return refused("balance", `not enough balance / allowance: ${why}`);
}

function refused(reason: RefusalReason, message: string): Result.Result<never, PaperRefusal> {
  return Result.fail({ reason, message });
}

function textOf(e6: bigint): string {
  return formatDecimal(fromE6(e6));
}
