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
  /** Whether the game is being played. */
  readonly isLive: boolean;
  readonly markets: ReadonlyArray<ListedMarket>;
}

/** Returns a list position as its key. */
export function listKey(number: number): string {
  return number.toString(16).padStart(24, "0");
}

/** The bet group of a market type. Source: the market types in docs.sx.bet. */
const GROUP_OF_TYPE: ReadonlyMap<number, string> = new Map([
  [1, "1X2"],
  [53, "first-half-lines"],
  [63, "first-half-lines"],
  [77, "first-half-lines"],
  [202, "first-period-lines"],
  [64, "first-period-lines"],
  [21, "first-period-lines"],
  [236, "first-five-innings"],
  [281, "first-five-innings"],
  [1618, "first-five-innings"],
  [274, "outright-winner"],
]);

/** Returns the bet group of a market. */
export function betGroupOf({ type }: Market): string {
  return GROUP_OF_TYPE.get(Number(type)) ?? "game-lines";
}
