/**
 * Orders in exact words: amounts as they are sent and answered.
 *
 * @module
 */
import type {
  LimitOrderInput,
  OrderInput,
  OrderPreview,
  PlacedOrder,
  ReplacedOrder,
  SentOrder,
} from "../../client/typescript/mod.ts";
import { numberText, sharesText, usdcText } from "../part/number_text.ts";
import { isLimit, type OrderBody } from "./order_fields.ts";

/** What an order trades: `amount` of a market order, `price` and `size` of a limit order. */
type Trade = Pick<PlacedOrder["order"], "side" | "outcome" | "price" | "size"> & {
  readonly amount?: number;
};

/** Returns what is traded, such as `Buy "Up" for 5 USDC`. */
export function tradeText(order: Trade): string {
  const { side, outcome, amount = 0, size } = order;
  if (size !== undefined) {
    return `${side === "BUY" ? "Buy" : "Sell"} ${sharesText(size)} of "${outcome}" ` +
      `at ${numberText(order.price ?? 0)}`;
  }
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
export function limitText(
  body: Pick<OrderInput, "side" | "limitPrice"> | Pick<LimitOrderInput, "side" | "price">,
): string {
  const { side } = body;
  const limitPrice = "price" in body ? body.price : body.limitPrice;
  if (limitPrice === undefined) {
    return "at the prices that the order book has when the order is placed, which may be worse " +
      "than in the preview";
  }
  return side === "BUY"
    ? `at ${usdcText(limitPrice)} a share or less`
    : `at ${usdcText(limitPrice)} a share or more`;
}

/** Returns what becomes of an order that the book does not fill at once. */
export function restText(body: OrderBody): string {
  if (isLimit(body)) return limitRestText(body);
  return body.orderType === "FOK"
    ? "All of it is filled immediately, or nothing is traded."
    : "What is available is filled immediately, and the rest dropped.";
}

function limitRestText({ expiresAt, lifeS, postOnly }: LimitOrderInput): string {
  const end = expiresAt !== undefined
    ? `until ${expiresAt}, UTC where it names no other`
    : lifeS !== undefined
    ? `for ${lifeS} s at most: then this service cancels it`
    : "until it is cancelled";
  return postOnly === true
    ? `It rests ${end}. The venue refuses it if it would trade at once.`
    : `What is not filled immediately rests ${end}.`;
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
export function placedText({ order, filled, status }: PlacedOrder): string {
  return status === "matched"
    ? `${order.side === "BUY" ? "Bought" : "Sold"} "${order.outcome}": ${filledText(filled)}`
    : `${tradeText(order)}: ${REST_WORDS[status]}${partText(filled)}`;
}

const REST_WORDS = {
  live: "it rests at the venue",
  delayed: "it is at the venue, which matches it in a moment",
  canceled: "what had not traded is cancelled",
} as const;

/** What a part of an order that is not all traded has. */
function partText(filled: PlacedOrder["filled"] | null): string {
  return filled === null || filled.shares === 0 ? "" : `; traded: ${filledText(filled)}`;
}

/** Returns what took the place of an order, or why nothing did. */
export function replacedText({ canceled, order, why }: ReplacedOrder): string {
  if (order !== null) return placedText(order);
  const former = canceled ? "The former order is cancelled, and none is in its place" : "";
  switch (why) {
    case "filled":
      return former || "The former order had traded before it could be cancelled";
    case "over":
      return "The former order was over before";
    case "below_minimum":
      return `${former}: what was left of it is less than the market takes`;
    default:
      return `${former}: the new one was refused (${why})`;
  }
}

/** Returns what is known of an order in the history. */
export function sentText({ state, order, filled, refusal, why }: SentOrder): string {
  switch (state) {
    case "matched":
      // Nothing is left where the chain has taken all of it back.
      return filled === null || filled.shares === 0 ? tradeText(order) : filledText(filled);
    case "live":
    case "delayed":
      return `${REST_WORDS[state]}${partText(filled)}`;
    case "canceled":
      return `${why ?? REST_WORDS[state]}${partText(filled)}`;
    case "refused":
      return refusal === null ? "not placed" : refusal.message;
    case "sent":
      return "on its way to the venue";
    case "unknown":
      return why ?? "it is not known yet how it ended";
  }
}

/** For how long after an order the service listens to the chain without hearing of it. */
const UNHEARD_MS_MAX = 86_400_000;

/** Returns what is not settled of what an order has traded; nothing where all of it is. */
export function chainText(
  { state, created_at, filled, settled, why }: SentOrder,
  { now }: { readonly now: string },
): string {
  const failed = state === "matched" || state === "live" ? why : null;
  const shares = settled?.shares ?? 0;
  const isSettled = (filled?.shares ?? 0) <= shares;
  const isHeard = Date.parse(now) - Date.parse(created_at) < UNHEARD_MS_MAX;
  const open = isSettled ? null : isHeard ? "settling" : "not heard to be confirmed";
  const part = isSettled || shares === 0 ? null : `${sharesText(shares)} confirmed`;
  return [failed, open, part].filter((each) => each !== null).join("; ");
}
