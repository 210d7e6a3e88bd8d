/**
 * A new fill of a paper wallet.
 *
 * @module
 */
import type { BigDecimal } from "effect";
import type { Level } from "../order/mod.ts";
import { paperFeeE6, type PaperFill, type PaperOrder } from "./account.ts";
import { settlementOf, type SettlementTerms } from "./settlement.ts";

/** Makes a fill of an order. `at`: how many it had before. */
export function paperFill(
  { orderId, tokenId, conditionId, side }: PaperOrder,
  { fill, at, role, feeRate, settlement, nowMs }: {
    readonly fill: Level;
    readonly at: number;
    readonly role: PaperFill["role"];
    readonly feeRate: BigDecimal.BigDecimal;
    readonly settlement: SettlementTerms;
    readonly nowMs: number;
  },
): PaperFill {
  const tradeId = `paper-${orderId}-${at}`;
  const traded = { role, priceE6: fill.priceE6, sharesE6: fill.sizeE6 };
  return {
    ...{ tradeId, orderId, tokenId, conditionId, side, ...traded },
    feeE6: paperFeeE6(traded, feeRate),
    matchedMs: nowMs,
    state: "matched",
    ...settlementOf({ tradeId, matchedMs: nowMs }, settlement),
  };
}
