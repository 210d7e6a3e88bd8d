/**
 * Previews an order without placing it.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { type FlatFee, flatFee } from "../../fee/mod.ts";
import { passedOrderLimit } from "../../order/mod.ts";
import { OrderVenue, type UnsignedOrder } from "../../port/mod.ts";
import { lowerForFee } from "./lower_for_fee.ts";
import { marketFee } from "../fee/market_fee.ts";
import { type OrderRequest, type PricedOrder, priceOrder, resolveOrder } from "./resolve_order.ts";
import { checkRights, tradingWallet, type WalletClaim } from "./trading_wallet.ts";
import { notionalE6 } from "./send_order.ts";

/** An order that was priced and prepared, and not placed. */
export interface OrderPreview extends PricedOrder {
  readonly fee: FlatFee;
  readonly unsigned: UnsignedOrder;
}

/** Takes every step of placing an order up to the signing. */
export const previewOrder = Effect.fn("previewOrder")(function* (
  { request, ...claim }: WalletClaim & { readonly request: OrderRequest },
) {
  const trading = yield* tradingWallet(claim);
  const { wallet } = trading;
  const resolved = yield* resolveOrder(request);
  yield* checkRights(wallet, { kind: resolved.market.kind, side: request.side });
  const asRequested = yield* priceOrder(resolved);
  const limit = passedOrderLimit(wallet.limits, notionalE6(asRequested.order));
  if (Option.isSome(limit)) return yield* limit.value;
  const lowered = yield* lowerForFee(asRequested, trading).pipe(
    // The venue checks the balance again when an order is sent.
    Effect.catchIf(
      (failure) => failure._tag !== "BalanceShort",
      () => Effect.succeed(Option.none<PricedOrder>()),
    ),
  );
  const priced = Option.getOrElse(lowered, () => asRequested);
  const { order, instruction: { tokenId }, market: { kind } } = priced;
  const unsigned = yield* (yield* OrderVenue).prepare({ wallet, tokenId, kind, order });
  return { ...priced, fee: yield* feeOf(priced), unsigned } satisfies OrderPreview;
});

const feeOf = Effect.fnUntraced(function* ({ market: { listed }, order }: PricedOrder) {
  return flatFee(order.quote.exact, (yield* marketFee(listed)).rate);
});
