/**
 * A report of the oracle, before it is encoded.
 *
 * @module
 */

/** One report. It covers the seconds from `validFromSec` to `observedSec`, both included. */
export interface Report {
  readonly validFromSec: number;
  readonly observedSec: number;
  readonly priceE18: bigint;
}
