/**
 * Rows in the exchange's format.
 *
 * @module
 */
import { formatE8 } from "../kit/decimal.ts";
import { type ExchangeSymbol } from "../world/symbol.ts";
import { type Kline } from "./klines.ts";
import { type NumberedTrade } from "./trade_id.ts";

/** The number format of a symbol's rows. */
export interface RowFormat {
  readonly listing: ExchangeSymbol;
  /** As in the newer files of the archive. */
  readonly isMicroseconds: boolean;
}

/**
 * Returns the twelve elements of a candle.
 *
 * A quote volume is the volume times the mean of the four prices: no settlement uses it, and an
 * exact one would need every trade of a year.
 */
export function klineRow(
  { openMs, closeMs, candle }: Kline,
  { listing, isMicroseconds }: RowFormat,
): ReadonlyArray<string | number> {
  const { openE8, highE8, lowE8, closeE8, volumeE8, takerVolumeE8 } = candle;
  const meanE8 =
    [openE8, highE8, lowE8, closeE8].reduce((sum, priceE8) => sum + BigInt(priceE8), 0n) / 4n;
  const price = (valueE8: number) => formatE8(valueE8, listing.priceDigits);
  const volume = (valueE8: bigint) => formatE8(valueE8, listing.quantityDigits);
  const quote = (valueE8: bigint) => formatE8(valueE8 * meanE8 / 100_000_000n, 8);
  return [
    isMicroseconds ? openMs * 1000 : openMs,
    price(openE8),
    price(highE8),
    price(lowE8),
    price(closeE8),
    volume(volumeE8),
    isMicroseconds ? closeMs * 1000 + 999 : closeMs,
    quote(volumeE8),
    candle.count,
    volume(takerVolumeE8),
    quote(takerVolumeE8),
    "0",
  ];
}

/**
 * Returns one aggregate trade. It holds one fill, so its first and last trade ids equal its own id.
 */
export function aggTradeRow(
  { id, trade }: NumberedTrade,
  listing: ExchangeSymbol,
): Readonly<Record<string, string | number | boolean>> {
  const quantity = formatE8(trade.quantityE8, listing.quantityDigits);
  const isFutures = listing.market === "futures";
  return {
    a: id,
    p: formatE8(trade.priceE8, listing.priceDigits),
    q: quantity,
    // Futures also give the quantity that was not from retail improvement orders: here, all of it.
    ...(isFutures ? { nq: quantity } : {}),
    f: id,
    l: id,
    T: trade.atMs,
    m: trade.isBuyerMaker,
    ...(isFutures ? {} : { M: true }),
  };
}
