/**
 * Orders in exact words: amounts as they are sent and answered.
 *
 * @module
 */
import type { OrderPreview, PlacedOrder, SentOrder } from "../../client/typescript/mod.ts";
import { numberText, sharesText, usdcText } from "../part/number_text.ts";
import type { OrderBody } from "./order_fields.ts";

/** Returns what is traded, such as `Buy "Up" for 5 USDC`. */
export function tradeText(
  { side, outcome, amount }: Pick<OrderBody, "side" | "outcome" | "amount">,
): string {
  const given = givenText({ side }, amount);
  return side === "BUY" ? `Buy "${outcome}" for ${given}` : `Sell ${given} of "${outcome}"`;
}

/** Returns an amount that an order gives: money of a BUY, shares of a SELL. */
export function givenText({ side }: Pick<PlacedOrder["order"], "side">, amount: number): string {
  return side === "BUY" ? usdcText(amount) : sharesText(amount);
}

/** Returns what an order was lowered to, and why. */
export function loweredText(
  order: Pick<PlacedOrder["order"], "side" | "amount" | "loweredTo">,
): string {
  const why = order.side === "BUY"
    ? "so that the balance also covers the fee"
    : "as the venue takes fewer decimals";
  return `${givenText(order, order.loweredTo ?? order.amount)}, ${why}`;
}

/** Returns at which prices an order may trade. */
export function limitText({ side, limitPrice }: Pick<OrderBody, "side" | "limitPrice">): string {
  if (limitPrice === undefined) {
    return "at the prices that the order book has when the order is placed, which may be worse " +
      "than in the preview";
  }
  return side === "BUY"
    ? `at ${usdcText(limitPrice)} a share or less`
    : `at ${usdcText(limitPrice)} a share or more`;
}

/** Returns what the order book would give. */
export function quoteText({ order, quote }: Pick<OrderPreview, "order" | "quote">): string {
  const [shares, usdc] = [sharesText(quote.shares), usdcText(quote.usdc)];
  return order.side === "BUY" ? `${shares} for ${usdc}` : `${usdc} for ${shares}`;
}

/** Returns what was traded, such as `9.8 shares for 4.99 USDC, 0.51 on average`. */
export function filledText({ shares, usdc, averagePrice }: PlacedOrder["filled"]): string {
  if (shares === null || usdc === null) return "the venue has not said yet how much";
  const average = averagePrice === null ? "" : `, ${numberText(averagePrice)} a share on average`;
  return `${sharesText(shares)} for ${usdcText(usdc)} without the fee${average}`;
}

/** Returns what became of an order that was placed. */
export function placedText({ order, filled }: PlacedOrder): string {
  return `${order.side === "BUY" ? "Bought" : "Sold"} "${order.outcome}": ${filledText(filled)}`;
}

/** Returns what is known of an order in the history. */
export function sentText({ state, order, filled, refusal, why }: SentOrder): string {
  switch (state) {
    case "matched":
      return filled === null ? tradeText(order) : filledText(filled);
    case "refused":
      return refusal === null ? "not placed" : refusal.message;
    case "sent":
      return "on its way to the venue";
    case "unknown":
      return why ?? "it is not known yet how it ended";
  }
}
