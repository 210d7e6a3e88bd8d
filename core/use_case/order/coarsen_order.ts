/**
 * Makes an order anew on a coarser grid, where the venue has refused it for its decimals.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { formatDecimal } from "../../fee/mod.ts";
import { type Accuracy, amountStepE6, floorTo, fromE6, type SendOutcome } from "../../order/mod.ts";
import { type PricedOrder, priceOrder } from "./resolve_order.ts";

/**
 * Reprices an order at its own price for the largest amount, at most its own, whose decimals the
 * venue takes. None where that changes nothing, or nothing is left.
 */
export const coarsenOrder = Effect.fnUntraced(function* (priced: PricedOrder, accuracy: Accuracy) {
  const { order } = priced;
  const amountE6 = floorTo(order.makerAmountE6, amountStepE6(order, accuracy));
  if (amountE6 === 0n) return Option.none<PricedOrder>();
  const limitPrice = Option.some(fromE6(order.priceE6));
  const request = { ...priced.request, amount: fromE6(amountE6), limitPrice };
  const coarser = yield* priceOrder({ ...priced, request }, accuracy.taker);
  const isSame = coarser.order.makerAmountE6 === order.makerAmountE6 &&
    coarser.order.takerAmountE6 === order.takerAmountE6;
  return isSame ? Option.none<PricedOrder>() : Option.some(coarser);
});

/** Adds to a refusal for decimals which amounts pass. */
export function withPassingAmount(outcome: SendOutcome, { order }: PricedOrder): SendOutcome {
  if (outcome.kind !== "refused" || outcome.accuracy === undefined) return outcome;
  const { refusal, accuracy } = outcome;
  const stepE6 = amountStepE6(order, accuracy);
  const passingE6 = floorTo(order.makerAmountE6, stepE6);
  const what = order.side === "BUY" ? "USDC" : "shares";
  const text = (e6: bigint) => formatDecimal(fromE6(e6));
  const note =
    `at the price ${text(order.priceE6)} it takes multiples of ${text(stepE6)} ${what}, ` +
    `such as ${text(passingE6 === 0n ? stepE6 : passingE6)}`;
  return { ...outcome, refusal: { ...refusal, message: `${refusal.message} (${note})` } };
}
