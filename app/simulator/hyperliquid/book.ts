/**
 * Order books around mid prices, as `l2Book` answers them.
 *
 * @module
 */
import { hash32 } from "../world/hash.ts";
import { sideOf } from "./coin.ts";
import { PERPS, priceDecimals } from "./perp.ts";

/** A price level of a book. */
export interface BookLevel {
  readonly px: string;
  readonly sz: string;
  /** Number of orders at this price. */
  readonly n: number;
}

/** The price grouping: significant digits, and the multiple that the last digit is rounded to. */
export interface BookGrouping {
  readonly nSigFigs: number | undefined;
  readonly mantissa: number;
}

/** A book at an instant, in unix milliseconds. */
export interface Book {
  readonly coin: string;
  readonly time: number;
  /** Bids and asks, best first. */
  readonly levels: readonly [ReadonlyArray<BookLevel>, ReadonlyArray<BookLevel>];
}

/** Prices in whole steps of the last digit. */
interface Grid {
  readonly decimals: number;
  readonly mid: number;
  /** Distance from the mid to the best price. */
  readonly halfSpread: number;
  readonly step: number;
  /** Exclusive upper bound of prices. */
  readonly end: number;
  readonly lotDecimals: number;
}

const OUTCOME_DECIMALS = 5;
const LEVELS_MAX = 20;
const SIZE_MIN = 20;
const SIZE_SPREAD = 4_000;
const ORDERS_MAX = 9;

/** Returns the book around a mid price, which is its exact middle unless levels are grouped. */
export function bookAround(
  { coin, mid, nowMs, grouping }: {
    readonly coin: string;
    readonly mid: string;
    readonly nowMs: number;
    readonly grouping: BookGrouping;
  },
): Book {
  const grid = gridOf(coin, Number(mid));
  const side = (sign: 1 | -1) => {
    const found: Array<readonly [price: number, size: number, orders: number]> = [];
    for (let level = 0; level < LEVELS_MAX; level++) {
      const price = grid.mid + sign * (grid.halfSpread + level * grid.step);
      if (price <= 0 || price >= grid.end) break;
      const drawn = hash32(hash32(price, sign), Math.floor(nowMs / 60_000));
      found.push([price, SIZE_MIN + drawn % SIZE_SPREAD, 1 + (drawn >>> 16) % ORDERS_MAX]);
    }
    return group(found, stepOf(grid.mid, grouping), sign).map(([price, size, n]) => ({
      px: (price / 10 ** grid.decimals).toFixed(grid.decimals),
      sz: (size / 10 ** grid.lotDecimals).toFixed(Math.max(1, grid.lotDecimals)),
      n,
    }));
  };
  return { coin, time: nowMs, levels: [side(-1), side(1)] };
}

function gridOf(coin: string, mid: number): Grid {
  const perp = PERPS.get(coin);
  const isOutcome = sideOf(coin) !== undefined;
  const decimals = perp === undefined ? OUTCOME_DECIMALS : priceDecimals(perp);
  const ticks = Math.round(mid * 10 ** decimals);
  if (isOutcome) {
    return { decimals, mid: ticks, halfSpread: 50, step: 100, end: 10 ** decimals, lotDecimals: 0 };
  }
  const step = Math.max(1, Math.round(ticks / 20_000));
  const lotDecimals = perp?.szDecimals ?? 0;
  return { decimals, mid: ticks, halfSpread: step, step, end: Infinity, lotDecimals };
}

function stepOf(mid: number, { nSigFigs, mantissa }: BookGrouping): number {
  if (nSigFigs === undefined) return 1;
  return Math.max(1, 10 ** (String(mid).length - nSigFigs) * mantissa);
}

type Row = readonly [price: number, size: number, orders: number];

/** Rounds bids down and asks up, and merges levels at the same price. */
function group(rows: ReadonlyArray<Row>, step: number, sign: 1 | -1): ReadonlyArray<Row> {
  const found = new Map<number, Row>();
  for (const [price, size, orders] of rows) {
    const to = sign === 1 ? Math.ceil(price / step) * step : Math.floor(price / step) * step;
    const [, sizes = 0, count = 0] = found.get(to) ?? [];
    found.set(to, [to, sizes + size, count + orders]);
  }
  return [...found.values()].filter(([price]) => price > 0);
}
