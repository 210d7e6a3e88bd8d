/**
 * What can still be made of an order that the venue has refused for certain.
 *
 * @module
 */
import { Effect, Option, Result } from "effect";
import type { Outcome } from "../order/mod.ts";
import { OrderVenue } from "../port/mod.ts";
import { BalanceShort, lowerForFee, type PricedOrder } from "./lower_for_fee.ts";
import { OrderDesk, type TradedMarket } from "./order_desk.ts";
import { type PricedWish, priceWish } from "./order_wish.ts";

/** `mended`: the order priced anew, to be sent. `final`: nothing helps; what is to be told. */
export type Mending =
  | { readonly kind: "mended"; readonly priced: PricedWish }
  | { readonly kind: "final"; readonly outcome: Outcome };

/**
 * Prices the order anew: by the market's rules of now where the venue says that they have changed,
 * or lowered by its fee where it says that the balance is short. Where the balance is too short for
 * that, the words say what would fit.
 */
export const mendOrder = Effect.fnUntraced(function* (outcome: Outcome, order: PricedOrder) {
  const mended = yield* Effect.result(pricedAnew(outcome, order));
  if (Result.isSuccess(mended) && Option.isSome(mended.success)) {
    return { kind: "mended", priced: mended.success.value } satisfies Mending;
  }
  const isShort = Result.isFailure(mended) && mended.failure instanceof BalanceShort;
  const told = isShort ? explained(outcome, mended.failure) : outcome;
  return { kind: "final", outcome: told } satisfies Mending;
});

const pricedAnew = Effect.fnUntraced(function* (outcome: Outcome, order: PricedOrder) {
  const reason = outcome.kind === "refused" ? outcome.refusal.reason : undefined;
  if (reason === "stale") return yield* repriced(order);
  if (reason === "funds") return yield* lowerForFee(order);
  return Option.none<PricedWish>();
});

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

/** The refusal in the venue's words, and what would fit in ours. */
function explained(outcome: Outcome, { explanation }: BalanceShort): Outcome {
  if (outcome.kind !== "refused") return outcome;
  const { refusal } = outcome;
  return { ...outcome, refusal: { ...refusal, words: `${refusal.words} (${explanation})` } };
}
