/**
 * The fields of an order ticket, and the order that they make.
 *
 * @module
 */
import type {
  LimitOrderInput,
  OrderInput,
  ReplaceOrderInput,
} from "../../client/typescript/mod.ts";

/** What the reader has filled in. Fields of the other kind of order are kept, and not sent. */
export interface OrderFields {
  readonly kind: "market" | "limit";
  readonly slug: string;
  readonly outcome: string;
  readonly side: "BUY" | "SELL";
  readonly amount: string;
  readonly orderType: "FOK" | "FAK";
  /** Empty: as `isWorstLimit` says. */
  readonly limitPrice: string;
  /** Whether the worst price of the preview is the limit where none is written. */
  readonly isWorstLimit: boolean;
  readonly price: string;
  readonly size: string;
  readonly restType: "GTC" | "GTD";
  /** Of GTD. */
  readonly expiresAt: string;
  /** Of GTC. Empty: no end. */
  readonly lifeS: string;
  readonly isPostOnly: boolean;
}

/** The body of an order request. */
export type OrderBody = OrderInput | LimitOrderInput;

/** Whether an order may rest. */
export function isLimit(body: OrderBody): body is LimitOrderInput {
  return "price" in body;
}

/** Digits that a JSON number of this page carries unchanged: 15 at most. */
const AMOUNT_SHAPE = /^\d{1,9}(\.\d{1,6})?$/;
const PRICE_SHAPE = /^0?\.\d{1,6}$/;
const SECONDS_SHAPE = /^\d{1,5}$/;

/** Returns the order, or what is wrong with the fields. The service checks everything else. */
export function orderOf(fields: OrderFields, walletId: string): OrderBody | string {
  const { kind, side } = fields;
  const of = { walletId, slug: fields.slug.trim(), outcome: fields.outcome.trim(), side };
  return kind === "market" ? marketOf(fields, of) : limitOf(fields, of);
}

type Trade = Pick<OrderInput, "walletId" | "slug" | "outcome" | "side">;

function marketOf({ orderType, ...fields }: OrderFields, trade: Trade): OrderInput | string {
  const [amount, limitPrice] = [fields.amount.trim(), fields.limitPrice.trim()];
  if (!isAmount(amount)) return amountFault("amount", amount);
  if (limitPrice !== "" && !isPrice(limitPrice)) {
    return `${priceFault("limit price", limitPrice)}, or nothing`;
  }
  const limit = limitPrice === "" ? {} : { limitPrice: Number(limitPrice) };
  return { ...trade, amount: Number(amount), orderType, ...limit };
}

function limitOf(fields: OrderFields, trade: Trade): LimitOrderInput | string {
  const { restType, isPostOnly } = fields;
  const [price, size, expiresAt, lifeS] = [
    fields.price,
    fields.size,
    fields.expiresAt,
    fields.lifeS,
  ].map((text) => text.trim()) as [string, string, string, string];
  if (!isPrice(price)) return priceFault("price", price);
  if (!isAmount(size)) return amountFault("size", size);
  if (restType === "GTD" && expiresAt === "") {
    return "Cannot place a GTD order without its end: write when, such as 2026-11-27 17:00";
  }
  if (restType === "GTC" && lifeS !== "" && (!SECONDS_SHAPE.test(lifeS) || Number(lifeS) === 0)) {
    return `Cannot read the seconds "${lifeS}": write a whole number such as 30, or nothing`;
  }
  return {
    ...trade,
    price: Number(price),
    size: Number(size),
    orderType: restType,
    ...(restType === "GTD" ? { expiresAt } : lifeS === "" ? {} : { lifeS: Number(lifeS) }),
    ...(isPostOnly ? { postOnly: true } : {}),
  };
}

/**
 * Returns a previewed order with the worst price of the preview as its limit, where that is wished
 * for and no other is written. Null: nothing of it would trade at once.
 */
export function withWorstLimit(
  body: OrderBody,
  { isWorstLimit, worstPrice }: Pick<OrderFields, "isWorstLimit"> & {
    readonly worstPrice: number | null;
  },
): OrderBody {
  const isLimited = isLimit(body) || body.limitPrice !== undefined;
  return isLimited || !isWorstLimit || worstPrice === null
    ? body
    : { ...body, limitPrice: worstPrice };
}

/**
 * Returns what takes the place of an order, of which only what has changed is sent; or what is
 * wrong with its fields.
 */
export function replacementOf(
  fields: Pick<OrderFields, "price" | "size">,
  { former, ...of }: Pick<ReplaceOrderInput, "walletId" | "orderId"> & {
    readonly former: Pick<OrderFields, "price" | "size">;
  },
): ReplaceOrderInput | string {
  const [price, size] = [fields.price.trim(), fields.size.trim()];
  if (!isPrice(price)) return priceFault("price", price);
  if (!isAmount(size)) return amountFault("size", size);
  const changes = {
    ...(Number(price) === Number(former.price) ? {} : { price: Number(price) }),
    ...(Number(size) === Number(former.size) ? {} : { size: Number(size) }),
  };
  if (Object.keys(changes).length === 0) return "Change the price, the size or both";
  return { ...of, ...changes };
}

/** Whether a text is an amount above 0, of USDC or of shares. */
export function isAmount(text: string): boolean {
  return AMOUNT_SHAPE.test(text) && Number(text) > 0;
}

function isPrice(text: string): boolean {
  return PRICE_SHAPE.test(text) && Number(text) > 0;
}

/** Returns what is wrong with a text that is no amount. */
export function amountFault(name: string, text: string): string {
  return `Cannot read the ${name} "${text}": write digits such as 5 or 12.50`;
}

function priceFault(name: string, text: string): string {
  return `Cannot read the ${name} "${text}": write a price between 0 and 1, such as 0.55`;
}
