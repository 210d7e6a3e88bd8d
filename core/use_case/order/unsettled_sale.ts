/**
 * Counts what of a sale is not settled before it is stored, for who asks first: where the caller
 * wants to sell settled shares only, and for a preview. Storing an order counts it as well.
 *
 * @module
 */
import { Effect, Schema } from "effect";
import { formatDecimal, fromE6 } from "../../fee/mod.ts";
import { unsettledInE6 } from "../../order/mod.ts";
import { FillStore } from "../../port/fill_store.ts";
import type { PricedOrder } from "./price_order.ts";

/** It sells more shares than the wallet has bought here, and the chain has confirmed. */
export class SharesUnsettled extends Schema.TaggedError<SharesUnsettled>()("SharesUnsettled", {
  /** Decimals. */
  asked: Schema.String,
  settled: Schema.String,
}) {
  override get message(): string {
    return `Cannot sell ${this.asked} settled shares: ${this.settled} are confirmed`;
  }
}

/** Returns how many shares an order sells, times 10^6. */
export function saleE6Of({ order: { side, makerAmountE6 } }: PricedOrder): bigint {
  return side === "SELL" ? makerAmountE6 : 0n;
}

/** Returns how many shares of an order count on purchases that may still fail, times 10^6. */
export const countUnsettled = Effect.fnUntraced(function* (priced: PricedOrder, walletId: string) {
  const saleE6 = saleE6Of(priced);
  return saleE6 === 0n ? 0n : unsettledInE6(saleE6, yield* tradedBefore(priced, walletId));
});

/** Fails where an order is to sell settled shares only, and sells others. */
export const checkSettled = Effect.fnUntraced(function* (priced: PricedOrder, walletId: string) {
  const saleE6 = saleE6Of(priced);
  if (!priced.request.isSettledOnly || saleE6 === 0n) return;
  const { settledE6 } = yield* tradedBefore(priced, walletId);
  if (saleE6 <= settledE6) return;
  return yield* new SharesUnsettled({
    asked: textOf(saleE6),
    settled: textOf(settledE6 > 0n ? settledE6 : 0n),
  });
});

const tradedBefore = Effect.fnUntraced(function* (
  { instruction: { tokenId } }: PricedOrder,
  walletId: string,
) {
  return yield* (yield* FillStore).tradedShares({ walletId, tokenId });
});

function textOf(sharesE6: bigint): string {
  return formatDecimal(fromE6(sharesE6));
}
