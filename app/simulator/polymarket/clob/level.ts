/**
 * The simulated venue's order books: prices and sizes as exact integers.
 *
 * @module
 */

/** A price in USDC times 10^6 and the size at it in shares times 10^6. */
export interface Level {
  readonly priceE6: bigint;
  readonly sizeE6: bigint;
}

/** A token's levels, worst first on both sides, as the venue writes them. */
export interface Levels {
  readonly bids: ReadonlyArray<Level>;
  readonly asks: ReadonlyArray<Level>;
}

/** The full book of a token at an instant, in unix milliseconds. */
export interface TokenBook extends Levels {
  /** The market's protocol: `v1`, `v2`. */
  readonly version: string;
  readonly tokenId: string;
  /** `0x` and 64 hex digits. */
  readonly conditionId: string;
  /** Tick size, in USDC times 10^6. */
  readonly tickE6: bigint;
  /** Smallest order, in shares times 10^6. */
  readonly sizeMinE6: bigint;
  readonly isNegRisk: boolean;
  /** Undefined before the first trade. */
  readonly lastTradePriceE6: bigint | undefined;
  readonly timestampMs: number;
}
