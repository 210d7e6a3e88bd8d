/**
 * A market as the simulated order book trades it, from any source.
 *
 * @module
 */

/** The fee of takers: `shares * rate * (p * (1 - p)) ^ exponent` USDC. */
export interface TradingFee {
  readonly rate: number;
  readonly exponent: number;
}

/** The rules of one market. Index i of the tokens is index i of the outcomes. */
export interface TradedMarket {
  /** `v1` or `v2`; a staged event may name another one, under which no order is valid. */
  readonly version: string;
  /** `0x` and 64 hex digits, also under the second protocol. */
  readonly conditionId: string;
  /** Tokens of the first protocol, positions of the second. */
  readonly tokenIds: readonly [string, string];
  readonly outcomes: readonly [string, string];
  /** Tick size, in USDC times 10^6. */
  readonly tickE6: bigint;
  /** Smallest order, in shares times 10^6. */
  readonly sizeMinE6: bigint;
  readonly isNegRisk: boolean;
  /** Whether it accepts orders. */
  readonly isOpen: boolean;
  /**
   * Undefined until it is resolved; from then on it has no books. If neither outcome wins, as in a
   * game that is not played, each pays half.
   */
  readonly winnerIndex: 0 | 1 | "neither" | undefined;
  /** Seconds of the clock for which a matching order is delayed; 0 for none. */
  readonly delaySec: number;
  /** Real milliseconds by which the answer to such an order is delayed; 0 for none. */
  readonly takerDelayMs: number;
  /** Undefined if trading is free. */
  readonly fee: TradingFee | undefined;
  /** When it began to accept orders, in unix seconds. */
  readonly openedSec: number;
  /** When its game starts, in unix seconds; undefined without a game. */
  readonly gameStartSec: number | undefined;
  /** Whether its resting orders are cancelled when its game starts. */
  readonly clearsOnStart: boolean;
}

/** Returns the index of a token in its market, 0 or 1. */
export function outcomeIndexOf(
  { tokenIds }: Pick<TradedMarket, "tokenIds">,
  tokenId: string,
): 0 | 1 {
  return tokenIds[0] === tokenId ? 0 : 1;
}

/** Returns the token that pays if this one does not. */
export function otherTokenOf(
  { tokenIds }: Pick<TradedMarket, "tokenIds">,
  tokenId: string,
): string {
  return tokenIds[0] === tokenId ? tokenIds[1] : tokenIds[0];
}
