/**
 * Counts what of a sale is not settled, and refuses it where the caller wants settled shares only.
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

/** Returns how many shares of an order count on purchases that may still fail, times 10^6. */
export const countUnsettled = Effect.fnUntraced(function* (
  { order, instruction, request }: PricedOrder,
  walletId: string,
) {
  if (order.side === "BUY") return 0n;
  const { tokenId } = instruction;
  const traded = yield* (yield* FillStore).tradedShares({ walletId, tokenId });
  const saleE6 = order.makerAmountE6;
  if (request.isSettledOnly && saleE6 > traded.settledE6) {
    const settledE6 = traded.settledE6 > 0n ? traded.settledE6 : 0n;
    return yield* new SharesUnsettled({ asked: textOf(saleE6), settled: textOf(settledE6) });
  }
  return unsettledInE6(saleE6, traded);
});

function textOf(sharesE6: bigint): string {
  return formatDecimal(fromE6(sharesE6));
}
