/**
 * Profit, added up by whatever name things have: a day, a market, a series.
 *
 * @module
 */
import { type Realization, sumKnown } from "./position.ts";

/** What things of one name come to. Amounts are USDC times 10^6. */
export interface ProfitRow {
  readonly key: string;
  /** Proceeds less cost, without fees; null where a cost is not known. */
  realizedE6: bigint | null;
  /** Null where one is not known. */
  feesE6: bigint | null;
  /** What claims paid. */
  claimedE6: bigint;
  /** What was traded, bought and sold alike. */
  volumeE6: bigint;
  trades: number;
}

/** Adds up, in the order in which the names come first. */
export function profitBy(
  realizations: ReadonlyArray<Realization>,
  keyOf: (one: Realization) => string,
): ReadonlyArray<ProfitRow> {
  const rows = new Map<string, ProfitRow>();
  for (const one of realizations) {
    const key = keyOf(one);
    const row = rows.getOrInsertComputed(key, () => ({
      key,
      realizedE6: 0n,
      feesE6: 0n,
      claimedE6: 0n,
      volumeE6: 0n,
      trades: 0,
    }));
    const isTrade = one.kind === "fill" || one.kind === "trade";
    row.realizedE6 = sumKnown(row.realizedE6, one.realizedE6);
    row.feesE6 = sumKnown(row.feesE6, one.feesE6);
    if (one.kind === "claim") row.claimedE6 += one.movedE6;
    if (isTrade) row.volumeE6 += one.movedE6;
    if (isTrade) row.trades += 1;
  }
  return [...rows.values()];
}
