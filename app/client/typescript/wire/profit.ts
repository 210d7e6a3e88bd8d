/**
 * What the service answers about profit.
 *
 * Made by `bun run client-types` from the service's document: do not edit.
 *
 * @module
 */

export interface Profit {
  readonly now: string;
  /**
   * Until when what was done elsewhere is counted, claims too: minutes ago, as the
   * venue's index is behind. Null while nothing was read of it
   */
  readonly venue_at: string | null;
  /** By name */
  readonly data: ReadonlyArray<ProfitRow>;
  readonly total: ProfitTotal;
}

export interface ProfitRow {
  /**
   * The UTC day, the market's slug, or `asset:interval`, as `by` says; `other` for a
   * market of no series
   */
  readonly key: string;
  /** Null where a cost is not known */
  readonly realized_usdc: number | null;
  /** Null where one is not known */
  readonly fees_usdc: number | null;
  /** What claims paid */
  readonly claimed_usdc: number;
  /** What was traded, bought and sold alike */
  readonly volume_usdc: number;
  /** How many trades that was */
  readonly trades: number;
}

export interface ProfitTotal {
  /** Null where a cost is not known */
  readonly realized_usdc: number | null;
  /** Null where one is not known */
  readonly fees_usdc: number | null;
  /** What claims paid */
  readonly claimed_usdc: number;
  /** What was traded, bought and sold alike */
  readonly volume_usdc: number;
  /** How many trades that was */
  readonly trades: number;
}

/** The requests about profit: what each takes, and its answer. */
export interface ProfitOperations {
  /** Profit of a wallet by day, market or series */
  readonly "GET pnl": {
    readonly input: {
      /** A trading wallet of your account, as `GET /api/v1/account` lists it */
      readonly walletId: string;
      /** Only what happened at this instant or later */
      readonly from?: string | number | Date;
      /** Only what happened before this instant; default: now */
      readonly to?: string | number | Date;
      /** What is added up: a UTC day, a market, or a series of windows */
      readonly by?: "day" | "market" | "series";
    };
    readonly answer: Profit;
  };
}
