/**
 * The series of 15-minute windows: an event every quarter of an hour, of one market, which asks
 * whether an asset's index ends at its target or above.
 *
 * @module
 */
import { type Asset } from "../../../core/market/mod.ts";

/** One series. */
export interface WindowSeries {
  readonly ticker: string;
  readonly asset: Asset;
  /** Decimals of its targets and values. */
  readonly digits: number;
}

/** The length of a window; they begin on the quarters of the UTC hour. */
export const QUARTER_SEC = 900;

const DIGITS = { btc: 2, eth: 2, sol: 4, xrp: 4, doge: 7, bnb: 2, hype: 4 } as const;

/** The series that have markets, by ticker. */
export const WINDOW_SERIES: ReadonlyMap<string, WindowSeries> = new Map(
  (Object.keys(DIGITS) as ReadonlyArray<keyof typeof DIGITS>).map((asset) => {
    const ticker = `KX${asset.toUpperCase()}15M`;
    return [ticker, { ticker, asset, digits: DIGITS[asset] }];
  }),
);

/** Returns whether a ticker is that of such a series, with markets or without, or of one in it. */
export function isOfWindows(ticker: string): boolean {
  return /^KX[A-Z0-9]+15M(-|$)/.test(ticker);
}
