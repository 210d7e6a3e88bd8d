/**
 * The fields of an order ticket, and the order that they make.
 *
 * @module
 */

/** What the reader has filled in. */
export interface OrderFields {
  readonly slug: string;
  readonly outcome: string;
  readonly side: "BUY" | "SELL";
  readonly amount: string;
  readonly orderType: "FOK" | "FAK";
  /** Empty: no limit. */
  readonly limitPrice: string;
}

/** The body of an order request. */
export interface OrderBody {
  readonly walletId: string;
  readonly slug: string;
  readonly outcome: string;
  readonly side: "BUY" | "SELL";
  readonly amount: number;
  readonly orderType: "FOK" | "FAK";
  readonly limitPrice?: number;
}

/** Digits that a JSON number of this page carries unchanged: 15 at most. */
const AMOUNT_SHAPE = /^\d{1,9}(\.\d{1,6})?$/;
const PRICE_SHAPE = /^0?\.\d{1,6}$/;

/** Returns the order, or what is wrong with the fields. The service checks everything else. */
export function orderOf(fields: OrderFields, walletId: string): OrderBody | string {
  const [slug, outcome, amount, limitPrice] = [
    fields.slug,
    fields.outcome,
    fields.amount,
    fields.limitPrice,
  ].map((text) => text.trim()) as [string, string, string, string];
  if (!AMOUNT_SHAPE.test(amount) || Number(amount) === 0) {
    return `Cannot read the amount "${amount}": write digits such as 5 or 12.50`;
  }
  if (limitPrice !== "" && (!PRICE_SHAPE.test(limitPrice) || Number(limitPrice) === 0)) {
    return `Cannot read the limit price "${limitPrice}": write a price between 0 and 1, ` +
      "such as 0.55, or nothing";
  }
  return {
    walletId,
    slug,
    outcome,
    side: fields.side,
    amount: Number(amount),
    orderType: fields.orderType,
    ...(limitPrice === "" ? {} : { limitPrice: Number(limitPrice) }),
  };
}
