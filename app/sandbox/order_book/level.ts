/**
 * Order books as the simulated venue keeps them: prices and sizes in exact integers.
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

/** The whole book of a token at an instant, in unix milliseconds. */
export interface TokenBook extends Levels {
  /** Of the market's protocol: `v1`, `v2`. */
  readonly version: string;
  readonly tokenId: string;
  /** `0x` and 64 hex digits. */
  readonly conditionId: string;
  /** Smallest step of a price, in USDC times 10^6. */
  readonly tickE6: bigint;
  /** Smallest order, in shares times 10^6. */
  readonly sizeMinE6: bigint;
  readonly isNegRisk: boolean;
  /** Undefined where nobody has traded yet. */
  readonly lastTradePriceE6: bigint | undefined;
  readonly timestampMs: number;
}
