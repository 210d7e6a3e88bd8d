/**
 * Previews an order without placing it.
 *
 * @module
 */
import { Effect, Option, Schema } from "effect";
import { type FlatFee, flatFee } from "../../fee/mod.ts";
import { crossingQuote, type Quote } from "../../order/mod.ts";
import { OrderVenue, type UnsignedOrder } from "../../port/order_venue.ts";
import { marketFee } from "../fee/market_fee.ts";
import { admitOrder, priceAdmitted } from "./admission.ts";
import { lowerForFee } from "./lower_for_fee.ts";
import type { OrderRequest } from "./order_request.ts";
import { isMarketOrder, type PricedMarketOrder, type PricedOrder } from "./price_order.ts";
import type { TradingWallet, WalletClaim } from "./trading_wallet.ts";
import { countUnsettled } from "./unsettled_sale.ts";

/** A post-only order would trade at once, which the venue refuses. Nothing was sent. */
export class PostOnlyCrosses extends Schema.TaggedError<PostOnlyCrosses>()("PostOnlyCrosses", {}) {
  override get message(): string {
    return "Cannot place the order: it is post-only, and would trade at once";
  }
}

/** What an order would trade at once. */
export interface PreviewQuote extends Omit<Quote, "exact"> {
  readonly fee: FlatFee;
}

/** An order that was priced and prepared, and not placed. */
export interface OrderPreview extends Pick<PricedOrder, "instruction" | "order"> {
  /** None where it would trade nothing at once, and rest. */
  readonly quote: Option.Option<PreviewQuote>;
  readonly unsigned: UnsignedOrder;
  /** Shares that count on purchases which may still fail, times 10^6. */
  readonly unsettledE6: bigint;
}

/** Takes every step of placing an order up to the signing. */
export const previewOrder = Effect.fn("previewOrder")(function* (
  command: WalletClaim & { readonly request: OrderRequest },
) {
  const admitted = yield* admitOrder(command);
  const { wallet } = admitted.wallet;
  const asRequested = yield* priceAdmitted(admitted);
  const unsettledE6 = yield* countUnsettled(asRequested, wallet.id);
  const priced = isMarketOrder(asRequested)
    ? yield* affordable(asRequested, admitted.wallet)
    : asRequested;
  const { order, instruction, market: { kind } } = priced;
  const quote = yield* quoteOf(priced);
  const { tokenId } = instruction;
  const unsigned = yield* (yield* OrderVenue).prepare({ wallet, tokenId, kind, order });
  return { instruction, order, quote, unsigned, unsettledE6 } satisfies OrderPreview;
});

/** The venue checks the balance again when an order is sent. */
const affordable = Effect.fnUntraced(function* (
  priced: PricedMarketOrder,
  wallet: TradingWallet,
) {
  const lowered = yield* Effect.catchIf(
    lowerForFee(priced, wallet),
    (failure) => failure._tag !== "BalanceShort",
    () => Effect.succeedNone,
  );
  return Option.getOrElse(lowered, () => priced);
});

const quoteOf = Effect.fnUntraced(function* (priced: PricedOrder) {
  const { instruction: { tokenId } } = priced;
  const quote = isMarketOrder(priced)
    ? Option.some(priced.order.quote)
    : crossingQuote(yield* (yield* OrderVenue).book(tokenId), priced.order);
  if (Option.isNone(quote)) return Option.none<PreviewQuote>();
  if (!isMarketOrder(priced) && priced.order.isPostOnly) return yield* new PostOnlyCrosses();
  const { exact, ...amounts } = quote.value;
  const { rate } = yield* marketFee(priced.market.listed);
  return Option.some<PreviewQuote>({ ...amounts, fee: flatFee(exact, rate) });
});
