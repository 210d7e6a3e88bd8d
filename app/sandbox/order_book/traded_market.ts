/**
 * A market as the simulated order book trades it, whatever it was made from.
 *
 * @module
 */

/** What takers pay: `shares * rate * (p * (1 - p)) ^ exponent` USDC. */
export interface TradingFee {
  readonly rate: number;
  readonly exponent: number;
}

/** The rules of one market. Index i of the tokens is index i of the outcomes. */
export interface TradedMarket {
  /** `v1` or `v2`; an event that was put may say something else, under which nobody can order. */
  readonly version: string;
  /** `0x` and 64 hex digits, under the second protocol as well. */
  readonly conditionId: string;
  /** Tokens of the first protocol, positions of the second. */
  readonly tokenIds: readonly [string, string];
  readonly outcomes: readonly [string, string];
  /** Smallest step of a price, in USDC times 10^6. */
  readonly tickE6: bigint;
  /** Smallest order, in shares times 10^6. */
  readonly sizeMinE6: bigint;
  readonly isNegRisk: boolean;
  /** Whether it takes orders. */
  readonly isOpen: boolean;
  /**
   * Undefined until it is resolved; then its books are gone. Where neither outcome wins, as in a
   * game that is not played, each pays half.
   */
  readonly winnerIndex: 0 | 1 | "neither" | undefined;
  /** For so many seconds of the clock an order that would match waits; 0: it does not. */
  readonly delaySec: number;
  /** For so many milliseconds of the machine the answer to such an order waits; 0: it does not. */
  readonly takerDelayMs: number;
  /** Undefined where trading is free. */
  readonly fee: TradingFee | undefined;
  /** When it began to take orders, in unix seconds. */
  readonly openedSec: number;
  /** When its game starts, in unix seconds; undefined where there is none. */
  readonly gameStartSec: number | undefined;
}

/** The place of a token in its market, 0 or 1. */
export function outcomeIndexOf({ tokenIds }: TradedMarket, tokenId: string): 0 | 1 {
  return tokenIds[0] === tokenId ? 0 : 1;
}

/** The token that pays where this one does not. */
export function otherTokenOf({ tokenIds }: TradedMarket, tokenId: string): string {
  return tokenIds[0] === tokenId ? tokenIds[1] : tokenIds[0];
}
