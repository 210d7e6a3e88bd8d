/**
 * Revises an order that the venue has refused for certain, where a changed order could pass, or the
 * same one a moment later.
 *
 * @module
 */
import { Effect, Option, Result } from "effect";
import type { SendOutcome } from "../../order/mod.ts";
import { OrderVenue } from "../../port/mod.ts";
import { coarsenOrder, withPassingAmount } from "./coarsen_order.ts";
import { BalanceShort, lowerForFee } from "./lower_for_fee.ts";
import { recheckShares, whileUnsettled } from "./recheck_shares.ts";
import { type PricedOrder, priceOrder } from "./resolve_order.ts";
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

const asItIs = (last: SendOutcome) => last;
const FINAL: Revision = { priced: Option.none(), conclude: asItIs };

/**
 * Reprices an order: by the market's current rules where the venue says that they have changed,
 * lowered by its fee where the balance is short, on a coarser grid where it has too many decimals.
 * A SELL of shares that were just bought stays as it is, once the venue has looked for them anew.
 * The report says what would fit, or when.
 */
export const reviseOrder = Effect.fnUntraced(function* (
  outcome: SendOutcome,
  order: { readonly priced: PricedOrder; readonly wallet: TradingWallet },
) {
  if (outcome.kind !== "refused") return FINAL;
  const { priced, wallet } = order;
  switch (outcome.refusal.reason) {
    case "stale":
      return { ...FINAL, priced: yield* orNone(repricedByNewRules(priced)) };
    case "accuracy": {
      const { accuracy } = outcome;
      if (accuracy === undefined) return FINAL;
      const coarser = yield* orNone(coarsenOrder(priced, accuracy));
      return { priced: coarser, conclude: (last: SendOutcome) => withPassingAmount(last, priced) };
    }
    case "funds":
      return yield* priced.order.side === "BUY"
        ? lowered(priced, wallet)
        : Effect.map(orNone(recheckShares(priced, wallet)), (recent) => ({
          priced: Option.as(recent, priced),
          conclude: (last: SendOutcome) =>
            Option.match(recent, {
              onNone: () => last,
              onSome: (recent) => whileUnsettled(last, recent),
            }),
        }));
    default:
      return FINAL;
  }
});

/** No revision is possible where one fails: then the venue's refusal stands. */
const orNone = <A, E, R>(revising: Effect.Effect<Option.Option<A>, E, R>) =>
  Effect.orElseSucceed(revising, Option.none<A>);

const lowered = Effect.fnUntraced(function* (priced: PricedOrder, wallet: TradingWallet) {
  const found = yield* Effect.result(lowerForFee(priced, wallet));
  if (Result.isSuccess(found)) return { ...FINAL, priced: found.success };
  const { failure } = found;
  return failure instanceof BalanceShort
    ? { ...FINAL, conclude: (last: SendOutcome) => withExplanation(last, failure) }
    : FINAL;
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
