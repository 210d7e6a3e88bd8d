/**
 * Previews an order without placing it.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { type FlatFee, flatFee } from "../../fee/mod.ts";
import { OrderVenue, type UnsignedOrder } from "../../port/order_venue.ts";
import { lowerForFee } from "./lower_for_fee.ts";
import { marketFee } from "../fee/market_fee.ts";
import { admitOrder, priceAdmitted } from "./admission.ts";
import type { OrderRequest, PricedOrder } from "./resolve_order.ts";
import type { WalletClaim } from "./trading_wallet.ts";

/** An order that was priced and prepared, and not placed. */
export interface OrderPreview extends PricedOrder {
  readonly fee: FlatFee;
  readonly unsigned: UnsignedOrder;
}

/** Takes every step of placing an order up to the signing. */
export const previewOrder = Effect.fn("previewOrder")(function* (
  command: WalletClaim & { readonly request: OrderRequest },
) {
  const admitted = yield* admitOrder(command);
  const { wallet } = admitted.wallet;
  const asRequested = yield* priceAdmitted(admitted);
  const lowered = yield* lowerForFee(asRequested, admitted.wallet).pipe(
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
