/**
 * Entries of the orders that were sent through this service.
 *
 * @module
 */
import { type BigDecimal, Option } from "effect";
import { type Side, toE6 } from "../fee/mod.ts";
import { fillFeeUsdc, fillIdOf, fillUsdcE6, type OrderFill } from "../order/mod.ts";
import type { ConditionId } from "../venue/mod.ts";
import type { LedgerEntry } from "./entry.ts";

/** A fill, and what it is of. */
export interface BookedFill extends OrderFill {
  readonly instruction: {
    readonly tokenId: string;
    readonly conditionId: ConditionId;
    readonly side: Side;
  };
  /** The fraction that takers pay in its market; none where that was not known. */
  readonly feeRate: Option.Option<BigDecimal.BigDecimal>;
}

/** Returns an entry for each fill that was not taken back. */
export function fillEntries(fills: ReadonlyArray<BookedFill>): ReadonlyArray<LedgerEntry> {
  return fills.filter(({ state }) => state !== "failed").map((fill): LedgerEntry => {
    const { instruction: { tokenId, conditionId, side }, sharesE6 } = fill;
    const sign = side === "BUY" ? 1n : -1n;
    return {
      id: fillIdOf(fill),
      kind: "fill",
      atMs: fill.matchedMs,
      conditionId,
      isFinal: fill.state === "confirmed",
      moves: [{ tokenId, sharesE6: sign * sharesE6, usdcE6: -sign * fillUsdcE6(fill) }],
      feeE6: Option.getOrNull(Option.map(fillFeeUsdc(fill, fill.feeRate), toE6)),
      tx: Option.getOrNull(fill.tx),
    };
  });
}
