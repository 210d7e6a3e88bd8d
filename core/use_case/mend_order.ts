/**
 * What can still be made of an order that the venue has refused for certain.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { formatDecimal } from "../fee/mod.ts";
import { fromE6, type Outcome } from "../order/mod.ts";
import { OrderVenue } from "../port/mod.ts";
import { lowerForFee, type PricedOrder, spendableFor } from "./lower_for_fee.ts";
import { OrderDesk, type TradedMarket } from "./order_desk.ts";
import { type PricedWish, priceWish } from "./order_wish.ts";

/**
 * The order priced anew: by the market's rules of now where the venue says that they have changed,
 * or lowered by its fee where it says that the balance is short. None where neither helps.
 */
export const mendOrder = Effect.fnUntraced(function* (outcome: Outcome, order: PricedOrder) {
  if (outcome.kind !== "refused") return Option.none<PricedWish>();
  switch (outcome.refusal.reason) {
    case "stale":
      return yield* repriced(order);
    case "funds":
      return yield* lowerForFee(order);
    default:
      return Option.none<PricedWish>();
  }
}, Effect.catch(() => Effect.succeed(Option.none<PricedWish>())));

const repriced = Effect.fnUntraced(function* ({ wish, priced }: PricedOrder) {
  yield* (yield* OrderVenue).relearn;
  const market = yield* (yield* OrderDesk).askAnew(priced.request.slug);
  // What is traded now by another contract or token is another order, and for another request.
  if (!isSameTrade(market, priced)) return Option.none<PricedWish>();
  return Option.some(yield* priceWish(wish, { ...priced, market }));
});

function isSameTrade(
  { kind, terms }: TradedMarket,
  { market, request: { tokenId } }: PricedWish,
): boolean {
  return kind === market.kind && terms.tokens.some((token) => token.tokenId === tokenId);
}

/** The outcome, which tells of a BUY that the balance is short of how much of it would fit. */
export const explainOutcome = Effect.fnUntraced(function* (outcome: Outcome, order: PricedOrder) {
  const isShort = outcome.kind === "refused" && outcome.refusal.reason === "funds";
  if (!isShort || order.priced.order.side !== "BUY") return outcome;
  const { balanceE6, spendableE6 } = yield* spendableFor(order);
  // The balance is enough: the venue minds something else, and has said what.
  if (spendableE6 >= order.priced.order.makerAmountE6) return outcome;
  const [has, fits] = [balanceE6, spendableE6].map((e6) => formatDecimal(fromE6(e6)));
  const words = `${outcome.refusal.words} (the wallet has ${has} USDC, of which at most ${fits} ` +
    "can be spent here, as the fee is paid from them as well)";
  return { ...outcome, refusal: { ...outcome.refusal, words } } satisfies Outcome;
}, (explained, outcome) => Effect.orElseSucceed(explained, () => outcome));
