/**
 * A fixture of SX Bet, and its markets as served.
 *
 * @module
 */

/** A market as served. */
export type Market = Readonly<Record<string, unknown>>;

/** A market and its position in the list. */
export interface ListedMarket {
  /** 24 hex digits, by which the list is sorted. */
  readonly key: string;
  readonly market: Market;
}

/** A fixture and its listed markets. */
export interface Fixture {
  readonly markets: ReadonlyArray<ListedMarket>;
}

/** Returns a list position as its key. */
export function listKey(number: number): string {
  return number.toString(16).padStart(24, "0");
}
