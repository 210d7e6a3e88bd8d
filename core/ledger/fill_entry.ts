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
  /** When its final state was heard; none before. */
  readonly settledMs: Option.Option<number>;
}

/** What an order traded in all, by the venue's answer. */
export interface AnsweredTrades extends Pick<BookedFill, "orderId" | "instruction"> {
  readonly sharesE6: bigint;
  /** None where the answer did not say it. */
  readonly usdcE6: Option.Option<bigint>;
  readonly createdMs: number;
}

/**
 * Returns an entry for each order that traded more than its fills, which stands until all of them
 * are heard of. What it cost in fees is not known, and who came to the book is not either.
 * `unclear`: conditions of those entries that have no USDC, as the answer did not say it.
 * `fills`: all that were heard of, those that failed included.
 */
export function answeredEntries(
  answered: ReadonlyArray<AnsweredTrades>,
  fills: ReadonlyArray<BookedFill>,
): { readonly entries: ReadonlyArray<LedgerEntry>; readonly unclear: ReadonlySet<ConditionId> } {
  const byOrder = Map.groupBy(fills, ({ orderId }) => orderId);
  const unclear = new Set<ConditionId>();
  const entries = answered.flatMap(({ orderId, instruction, createdMs, ...all }) => {
    const heard = byOrder.get(orderId) ?? [];
    const sharesE6 = heard.reduce((left, fill) => left - fill.sharesE6, all.sharesE6);
    if (sharesE6 <= 0n) return [];
    const { tokenId, conditionId, side } = instruction;
    if (Option.isNone(all.usdcE6)) unclear.add(conditionId);
    const allE6 = Option.getOrElse(all.usdcE6, () => 0n);
    const leftE6 = heard.reduce((left, fill) => left - fillUsdcE6(fill), allE6);
    const usdcE6 = leftE6 > 0n ? leftE6 : 0n;
    const sign = side === "BUY" ? 1n : -1n;
    return [{
      id: orderId,
      kind: "fill" as const,
      atMs: createdMs,
      conditionId,
      isFinal: false,
      settledMs: createdMs,
      moves: [{ tokenId, sharesE6: sign * sharesE6, usdcE6: -sign * usdcE6 }],
      feeE6: null,
      tx: null,
    }];
  });
  return { entries, unclear };
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
      settledMs: Option.getOrElse(fill.settledMs, () => fill.matchedMs),
      moves: [{ tokenId, sharesE6: sign * sharesE6, usdcE6: -sign * fillUsdcE6(fill) }],
      feeE6: Option.getOrNull(Option.map(fillFeeUsdc(fill, fill.feeRate), toE6)),
      tx: Option.getOrNull(fill.tx),
    };
  });
}
