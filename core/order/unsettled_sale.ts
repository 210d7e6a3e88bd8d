/**
 * Sales of shares that were bought, and that the chain has not confirmed yet.
 *
 * @module
 */
import { least } from "../fee/mod.ts";

/** Shares of an outcome that a wallet has by what it traded here, times 10^6. */
export interface TradedShares {
  /** Bought and confirmed, less all that was sold and did not fail: may be below 0. */
  readonly settledE6: bigint;
  /** Bought, and neither confirmed nor failed. */
  readonly unsettledE6: bigint;
}

/** Returns how many shares of a sale count on purchases that may still fail. Times 10^6. */
export function unsettledInE6(
  saleE6: bigint,
  { settledE6, unsettledE6 }: TradedShares,
): bigint {
  const beyondE6 = saleE6 - (settledE6 > 0n ? settledE6 : 0n);
  if (beyondE6 <= 0n) return 0n;
  return least(beyondE6, unsettledE6);
}
