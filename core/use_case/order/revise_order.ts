/**
 * Revises an order that the venue has refused for certain, where a changed order could pass, or the
 * same one a moment later.
 *
 * @module
 */
import { Effect, Option, Result } from "effect";
import { floorTo, formatDecimal, fromE6 } from "../../fee/mod.ts";
import {
  type Accuracy,
  amountStepE6,
  type OrderRefusal,
  type SendOutcome,
} from "../../order/mod.ts";
import { OrderVenue } from "../../port/order_venue.ts";
import { BalanceShort, lowerForFee } from "./lower_for_fee.ts";
import { recheckShares } from "./recheck_shares.ts";
import {
  isMarketOrder,
  type PricedMarketOrder,
  type PricedOrder,
  priceOnBook,
  priceOrder,
} from "./price_order.ts";
import { type TradedMarket, TradedMarkets } from "./traded_markets.ts";
import type { TradingWallet } from "./trading_wallet.ts";

/**
 * `priced`: the order to send instead; none where no revision helps. `conclude`: what to report of
 * the last refusal.
 */
export interface Revision {
  readonly priced: Option.Option<PricedOrder>;
  readonly conclude: (last: SendOutcome) => SendOutcome;
}

/** When to try again to sell what was just bought. Most purchases settle within seconds. */
const UNSETTLED_SEC = 5;

const NO_REVISION: Revision = { priced: Option.none(), conclude: (last) => last };

type Refused = Extract<SendOutcome, { readonly kind: "refused" }>;

/** Appends a note to the venue's message, if there is one on the last refusal. */
const withNote =
  (noteOn: (last: Refused) => string | undefined, change?: Partial<OrderRefusal>) =>
  (last: SendOutcome): SendOutcome => {
    const note = last.kind === "refused" ? noteOn(last) : undefined;
    if (last.kind !== "refused" || note === undefined) return last;
    const message = `${last.refusal.message} (${note})`;
    return { ...last, refusal: { ...last.refusal, message, ...change } };
  };

/**
 * Reprices an order: by the market's current rules where the venue says that they have changed,
 * lowered by its fee where the balance is short, on a coarser grid where it has too many decimals.
 * A SELL of shares that were just bought stays as it is, once the venue has looked for them anew.
 * The report says what would fit, or when. Where a revision fails, the venue's refusal stands.
 */
export const reviseOrder = Effect.fnUntraced(function* (
  outcome: SendOutcome,
  { priced, wallet }: { readonly priced: PricedOrder; readonly wallet: TradingWallet },
) {
  if (outcome.kind !== "refused") return NO_REVISION;
  const { refusal: { reason }, accuracy } = outcome;
  if (reason === "stale") {
    return { ...NO_REVISION, priced: yield* orNone(repricedByNewRules(priced)) };
  }
  if (reason === "accuracy" && accuracy !== undefined && isMarketOrder(priced)) {
    return {
      priced: yield* orNone(coarsened(priced, accuracy)),
      conclude: withNote(({ accuracy }) => accuracy && passingAmount(priced, accuracy)),
    };
  }
  if (reason !== "balance") return NO_REVISION;
  if (priced.order.side === "SELL") return yield* onceSettled(priced, wallet);
  // A limit order is for its size, or not at all.
  return isMarketOrder(priced) ? yield* lowered(priced, wallet) : NO_REVISION;
});

const orNone = <A, E, R>(revising: Effect.Effect<Option.Option<A>, E, R>) =>
  Effect.orElseSucceed(revising, Option.none<A>);

const lowered = Effect.fnUntraced(function* (priced: PricedMarketOrder, wallet: TradingWallet) {
  const found = yield* Effect.result(lowerForFee(priced, wallet));
  if (Result.isSuccess(found)) return { ...NO_REVISION, priced: found.success };
  const { failure } = found;
  return failure instanceof BalanceShort
    ? { ...NO_REVISION, conclude: withNote(() => failure.explanation) }
    : NO_REVISION;
});

const onceSettled = Effect.fnUntraced(function* (priced: PricedOrder, wallet: TradingWallet) {
  const boughtMs = yield* orNone(recheckShares(priced, wallet));
  if (Option.isNone(boughtMs)) return NO_REVISION;
  const ageSec = Math.floor(boughtMs.value / 1000);
  return {
    priced: Option.some(priced),
    conclude: withNote(
      () => `shares that were bought ${ageSec} s ago may not be settled yet`,
      { reason: "unsettled", retryAfterSec: Option.some(UNSETTLED_SEC) },
    ),
  };
});

const repricedByNewRules = Effect.fnUntraced(function* (priced: PricedOrder) {
  yield* (yield* OrderVenue).forgetRules;
  const market = yield* (yield* TradedMarkets).reload(priced.instruction.slug);
  // A market that now trades on another contract or token needs another order, and a new request.
  if (!isSameTrade(market, priced)) return Option.none<PricedOrder>();
  const { request, instruction } = priced;
  return Option.some(yield* priceOrder({ request, instruction, market }));
});

function isSameTrade(
  { kind, terms }: TradedMarket,
  { market, instruction: { tokenId } }: PricedOrder,
): boolean {
  return kind === market.kind && terms.tokens.some((token) => token.tokenId === tokenId);
}

/**
 * Reprices an order at its own price for the largest amount, at most its own, whose decimals the
 * venue takes. None where that changes nothing, or nothing is left.
 */
const coarsened = Effect.fnUntraced(function* (priced: PricedMarketOrder, accuracy: Accuracy) {
  const { order } = priced;
  const amountE6 = floorTo(order.makerAmountE6, amountStepE6(order, accuracy));
  if (amountE6 === 0n) return Option.none<PricedOrder>();
  const limitPrice = Option.some(fromE6(order.priceE6));
  const request = { ...priced.request, amount: fromE6(amountE6), limitPrice };
  const coarser = yield* priceOnBook({ ...priced, request }, accuracy.taker);
  const isSame = coarser.order.makerAmountE6 === order.makerAmountE6 &&
    coarser.order.takerAmountE6 === order.takerAmountE6;
  return isSame ? Option.none<PricedOrder>() : Option.some(coarser);
});

/** Says which amounts pass. */
function passingAmount({ order }: PricedMarketOrder, accuracy: Accuracy): string {
  const stepE6 = amountStepE6(order, accuracy);
  const passingE6 = floorTo(order.makerAmountE6, stepE6);
  const what = order.side === "BUY" ? "USDC" : "shares";
  const text = (e6: bigint) => formatDecimal(fromE6(e6));
  return `at the price ${text(order.priceE6)} it takes multiples of ${text(stepE6)} ${what}, ` +
    `such as ${text(passingE6 === 0n ? stepE6 : passingE6)}`;
}
