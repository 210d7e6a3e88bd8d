/**
 * Shows what an order would be, and places nothing.
 *
 * @module
 */
import { type BigDecimal, Clock, Effect, Option } from "effect";
import {
  configOfRule,
  configOfSchedule,
  estimateFlatFee,
  feeRuleFor,
  type FlatEstimate,
  publishedFee,
  tradeOf,
} from "../fee/mod.ts";
import { fromE6, passedOrderLimit } from "../order/mod.ts";
import { OrderVenue, type UnsignedOrder } from "../port/mod.ts";
import { UnixSec } from "../time/mod.ts";
import { findWish, type OrderWish, type PricedWish, priceWish } from "./order_wish.ts";
import { tradingWallet, type WalletClaim } from "./trading_wallet.ts";
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
  const { wallet } = yield* tradingWallet(claim);
  const priced = yield* priceWish(wish, yield* findWish(wish));
  const limit = passedOrderLimit(wallet.limits, worthE6(priced.order));
  if (Option.isSome(limit)) return yield* limit.value;
  const { order, request: { tokenId }, market: { kind } } = priced;
  const unsigned = yield* (yield* OrderVenue).prepare({ wallet, tokenId, kind, order });
  return { ...priced, fee: yield* feeOf(priced), unsigned } satisfies OrderPreview;
});

/** By the schedule that the venue publishes for the market, else by the rule for its tags. */
const feeOf = Effect.fnUntraced(function* ({ market: { listed }, order }: PricedWish) {
  const { side, quote } = order;
  const [shares, usdc] = [fromE6(quote.sharesE6), fromE6(quote.usdcE6)];
  const amounts: { making: BigDecimal.BigDecimal; taking: BigDecimal.BigDecimal } = side === "BUY"
    ? { making: usdc, taking: shares }
    : { making: shares, taking: usdc };
  const trade = yield* Effect.fromResult(tradeOf(side, amounts));
  const published = publishedFee([listed.market]);
  const atSec = UnixSec(Math.floor((yield* Clock.currentTimeMillis) / 1000));
  const config = Option.isSome(published)
    ? yield* Effect.fromResult(
      configOfSchedule(published.value, `market slug "${listed.market.slug}"`),
    )
    : configOfRule(feeRuleFor(listed.tags, atSec));
  return estimateFlatFee(trade, config.rate);
});
