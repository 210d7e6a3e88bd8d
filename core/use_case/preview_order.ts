/**
 * Shows what an order would be, and places nothing.
 *
 * @module
 */
import { type BigDecimal, Effect, Option } from "effect";
import { estimateFlatFee, type FlatEstimate, tradeOf } from "../fee/mod.ts";
import { fromE6, passedOrderLimit } from "../order/mod.ts";
import { OrderVenue, type UnsignedOrder } from "../port/mod.ts";
import { lowerForFee } from "./lower_for_fee.ts";
import { marketFee } from "./market_fee.ts";
import { findWish, type OrderWish, type PricedWish, priceWish } from "./order_wish.ts";
import { checkRights, tradingWallet, type WalletClaim } from "./trading_wallet.ts";
import { worthE6 } from "./transmit_order.ts";

/** An order that was not placed. */
export interface OrderPreview extends PricedWish {
  readonly fee: FlatEstimate;
  readonly unsigned: UnsignedOrder;
}

/** Does everything that placing does, up to the signing. */
export const previewOrder = Effect.fn("previewOrder")(function* (
  { wish, ...claim }: WalletClaim & { readonly wish: OrderWish },
) {
  const trading = yield* tradingWallet(claim);
  const { wallet } = trading;
  const placed = yield* findWish(wish);
  yield* checkRights(wallet, { kind: placed.market.kind, side: wish.side });
  const wished = yield* priceWish(wish, placed);
  const limit = passedOrderLimit(wallet.limits, worthE6(wished.order));
  if (Option.isSome(limit)) return yield* limit.value;
  const lowered = yield* lowerForFee({ wish, wallet: trading, priced: wished }).pipe(
    // What cannot be told of the balance now is told by the venue once an order is sent.
    Effect.catchIf(
      (failure) => failure._tag !== "BalanceShort",
      () => Effect.succeed(Option.none<PricedWish>()),
    ),
  );
  const priced = Option.getOrElse(lowered, () => wished);
  const { order, request: { tokenId }, market: { kind } } = priced;
  const unsigned = yield* (yield* OrderVenue).prepare({ wallet, tokenId, kind, order });
  return { ...priced, fee: yield* feeOf(priced), unsigned } satisfies OrderPreview;
});

const feeOf = Effect.fnUntraced(function* ({ market: { listed }, order }: PricedWish) {
  const { side, quote } = order;
  const [shares, usdc] = [fromE6(quote.sharesE6), fromE6(quote.usdcE6)];
  const amounts: { making: BigDecimal.BigDecimal; taking: BigDecimal.BigDecimal } = side === "BUY"
    ? { making: usdc, taking: shares }
    : { making: shares, taking: usdc };
  const trade = yield* Effect.fromResult(tradeOf(side, amounts));
  return estimateFlatFee(trade, (yield* marketFee(listed)).rate);
});
