/**
 * Coin names: `BTC` is a perpetual, `#950` the first side of outcome 95.
 *
 * @module
 */

/** One side of an outcome. */
export interface OutcomeSide {
  readonly outcome: number;
  readonly side: 0 | 1;
}

const SIDES = 10;

/** Returns the coin of a side. */
export function coinOf({ outcome, side }: OutcomeSide): string {
  return `#${outcome * SIDES + side}`;
}

/** Returns the side of a coin; undefined for another kind of coin. */
export function sideOf(coin: string): OutcomeSide | undefined {
  if (!/^#(0|[1-9]\d{0,14})$/.test(coin)) return undefined;
  const encoding = Number(coin.slice(1));
  const side = encoding % SIDES;
  return side === 0 || side === 1 ? { outcome: Math.floor(encoding / SIDES), side } : undefined;
}
