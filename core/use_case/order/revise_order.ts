/**
 * Revises an order that the venue has refused for certain, where a changed order could pass.
 *
 * @module
 */
import { Effect, Option, Result } from "effect";
import type { SendOutcome } from "../../order/mod.ts";
import { OrderVenue } from "../../port/mod.ts";
import { BalanceShort, lowerForFee } from "./lower_for_fee.ts";
import { type PricedOrder, priceOrder } from "./resolve_order.ts";
import { type TradedMarket, TradedMarkets } from "./traded_markets.ts";
import type { TradingWallet } from "./trading_wallet.ts";

/** `revised`: the repriced order, to send. `final`: no revision helps; the outcome to report. */
export type Revision =
  | { readonly kind: "revised"; readonly priced: PricedOrder }
  | { readonly kind: "final"; readonly outcome: SendOutcome };

/**
 * Reprices an order: by the market's current rules where the venue says that they have changed, or
 * lowered by its fee where the venue says that the balance is short. Where the balance is too short
 * for that, the refusal's message states what would fit.
 */
export const reviseOrder = Effect.fnUntraced(function* (
  outcome: SendOutcome,
  order: { readonly priced: PricedOrder; readonly wallet: TradingWallet },
) {
  const revised = yield* Effect.result(repriced(outcome, order));
  if (Result.isSuccess(revised) && Option.isSome(revised.success)) {
    return { kind: "revised", priced: revised.success.value } satisfies Revision;
  }
  const isShort = Result.isFailure(revised) && revised.failure instanceof BalanceShort;
  const explained = isShort ? withExplanation(outcome, revised.failure) : outcome;
  return { kind: "final", outcome: explained } satisfies Revision;
});

const repriced = Effect.fnUntraced(function* (
  outcome: SendOutcome,
  { priced, wallet }: { readonly priced: PricedOrder; readonly wallet: TradingWallet },
) {
  const reason = outcome.kind === "refused" ? outcome.refusal.reason : undefined;
  if (reason === "stale") return yield* repricedByNewRules(priced);
  if (reason === "funds") return yield* lowerForFee(priced, wallet);
  return Option.none<PricedOrder>();
});

const repricedByNewRules = Effect.fnUntraced(function* (priced: PricedOrder) {
  yield* (yield* OrderVenue).forgetRules;
  const market = yield* (yield* TradedMarkets).reload(priced.instruction.slug);
  // A market that now trades on another contract or token needs another order, and a new request.
  if (!isSameTrade(market, priced)) return Option.none<PricedOrder>();
  return Option.some(yield* priceOrder({ ...priced, market }));
});

function isSameTrade(
  { kind, terms }: TradedMarket,
  { market, instruction: { tokenId } }: PricedOrder,
): boolean {
  return kind === market.kind && terms.tokens.some((token) => token.tokenId === tokenId);
}

/** Appends what would fit to the venue's message. */
function withExplanation(outcome: SendOutcome, { explanation }: BalanceShort): SendOutcome {
  if (outcome.kind !== "refused") return outcome;
  const { refusal } = outcome;
  return { ...outcome, refusal: { ...refusal, message: `${refusal.message} (${explanation})` } };
}
