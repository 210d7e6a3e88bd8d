/**
 * The rules for an order alone, checked before the book and the owner's wallet.
 *
 * @module
 */
import { Result } from "effect";
import { type Answer } from "../../kit/answer.ts";
import { formatE6, ONE_E6 } from "./micro_units.ts";
import {
  amountsOf,
  hasDecimals,
  impliedPriceE6,
  isImmediate,
  takerDecimalsMax,
  tickPriceE6,
} from "./order_price.ts";
import { invalidOrder, invalidPrice, REFUSAL, tooFine, tooLittle } from "./refusal.ts";
import { type SignedOrder, type Submission } from "./signed_order.ts";
import { type TradedMarket } from "./traded_market.ts";

/** The least time from an order's arrival to its expiration, in seconds. */
const EXPIRATION_SEC_MIN = 180;
/** How long before its expiration the venue ends an order, in seconds. */
const ENDS_SEC_EARLY = 60;
/** The smallest immediate purchase. */
const MONEY_MIN_E6 = ONE_E6;
const SIZE_DECIMALS_MAX = 2;

/** Returns the price of a valid order, in USDC times 10^6, or the refusal. */
export function checkOrder(
  submission: Submission,
  { id, market, nowSec }: {
    readonly id: string;
    readonly market: TradedMarket;
    readonly nowSec: number;
  },
): Result.Result<bigint, Answer> {
  const { order } = submission;
  const { tickE6 } = market;
  const isRounded = isImmediate(submission);
  const priceE6 = tickPriceE6({ order, isRounded }, tickE6);
  if (priceE6 === undefined) {
    const [price, tick] = [formatE6(impliedPriceE6(order)), formatE6(tickE6)];
    return Result.fail(
      invalidOrder(id, `Price (${price}) breaks minimum tick size rule: ${tick}`),
    );
  }
  if (priceE6 < tickE6 || priceE6 > ONE_E6 - tickE6) {
    const range = { min: formatE6(tickE6), max: formatE6(ONE_E6 - tickE6) };
    return Result.fail(invalidPrice(formatE6(priceE6), range));
  }
  const refusal = refuseSize(submission, { id, market }) ??
    refuseAmounts(submission, market) ?? refuseLife(submission, nowSec);
  return refusal === undefined ? Result.succeed(priceE6) : Result.fail(refusal);
}

/** Returns when the venue ends an order, in unix seconds; undefined for never. */
export function endSecOf(
  { expirationSec }: Pick<SignedOrder, "expirationSec">,
): number | undefined {
  return expirationSec === 0 ? undefined : expirationSec - ENDS_SEC_EARLY;
}

/** A market purchase is measured in money, everything else in shares. */
function refuseSize(
  submission: Submission,
  { id, market }: { readonly id: string; readonly market: TradedMarket },
): Answer | undefined {
  const { order } = submission;
  const { moneyE6, sharesE6 } = amountsOf(order);
  if (isImmediate(submission) && order.side === "BUY") return refuseMoney(moneyE6);
  if (sharesE6 >= market.sizeMinE6) return undefined;
  const [size, min] = [formatE6(sharesE6), formatE6(market.sizeMinE6)];
  return invalidOrder(id, `Size (${size}) lower than the minimum: ${min}`);
}

/** Refuses an immediate purchase for too little USDC, times 10^6. */
export function refuseMoney(moneyE6: bigint): Answer | undefined {
  return moneyE6 < MONEY_MIN_E6 ? tooLittle(formatE6(moneyE6)) : undefined;
}

function refuseAmounts(submission: Submission, { tickE6 }: TradedMarket): Answer | undefined {
  const { order } = submission;
  const { side, makerE6, takerE6 } = order;
  const takerDecimals = takerDecimalsMax(side, tickE6);
  if (isImmediate(submission)) {
    const isCoarse = hasDecimals(makerE6, SIZE_DECIMALS_MAX) && hasDecimals(takerE6, takerDecimals);
    return isCoarse ? undefined : tooFine(side === "BUY" ? "buy" : "sell", takerDecimals);
  }
  return hasDecimals(amountsOf(order).sharesE6, SIZE_DECIMALS_MAX) ? undefined : REFUSAL.payload;
}

function refuseLife(
  { order: { expirationSec }, orderType, isPostOnly }: Submission,
  nowSec: number,
): Answer | undefined {
  if (isPostOnly && orderType !== "GTC" && orderType !== "GTD") return REFUSAL.payload;
  const isRight = orderType === "GTD"
    ? expirationSec >= nowSec + EXPIRATION_SEC_MIN
    : expirationSec === 0;
  return isRight ? undefined : REFUSAL.expiration;
}
