/**
 * A trade, and a candle of trades, as exact integers.
 *
 * @module
 */

/**
 * One aggregate trade. Both are scaled by 10^8; a price is a safe integer, a quantity unbounded.
 */
export interface Trade {
  /** Unix milliseconds. */
  readonly atMs: number;
  readonly priceE8: number;
  readonly quantityE8: bigint;
  /** Whether the buyer was the maker, so that the taker sold. */
  readonly isBuyerMaker: boolean;
}

/** The totals of a span's trades. Volumes exceed safe integers, so they are bigints. */
export interface Candle {
  readonly openE8: number;
  readonly highE8: number;
  readonly lowE8: number;
  readonly closeE8: number;
  readonly count: number;
  readonly volumeE8: bigint;
  /** The part bought by takers. */
  readonly takerVolumeE8: bigint;
}

/** Returns the candle of trades in order; undefined without trades. */
export function candleOf(trades: ReadonlyArray<Trade>): Candle | undefined {
  const [first] = trades;
  const last = trades.at(-1);
  if (first === undefined || last === undefined) return undefined;
  let highE8 = first.priceE8;
  let lowE8 = first.priceE8;
  let volumeE8 = 0n;
  let takerVolumeE8 = 0n;
  for (const { priceE8, quantityE8, isBuyerMaker } of trades) {
    if (priceE8 > highE8) highE8 = priceE8;
    if (priceE8 < lowE8) lowE8 = priceE8;
    volumeE8 += quantityE8;
    if (!isBuyerMaker) takerVolumeE8 += quantityE8;
  }
  const ends = { openE8: first.priceE8, closeE8: last.priceE8 };
  return { ...ends, highE8, lowE8, count: trades.length, volumeE8, takerVolumeE8 };
}

/** Returns the candle of two consecutive spans; either may have no trade. */
export function joinCandles(
  earlier: Candle | undefined,
  later: Candle | undefined,
): Candle | undefined {
  if (earlier === undefined || later === undefined) return earlier ?? later;
  return {
    openE8: earlier.openE8,
    highE8: Math.max(earlier.highE8, later.highE8),
    lowE8: Math.min(earlier.lowE8, later.lowE8),
    closeE8: later.closeE8,
    count: earlier.count + later.count,
    volumeE8: earlier.volumeE8 + later.volumeE8,
    takerVolumeE8: earlier.takerVolumeE8 + later.takerVolumeE8,
  };
}
