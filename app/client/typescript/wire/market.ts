/**
 * What the service answers about windows of the primary venue.
 *
 * Made by `bun run client-types` from the service's document: do not edit.
 *
 * @module
 */
import type { Asset, Interval } from "./names.ts";

export interface MarketWindows {
  readonly now: string;
  readonly asset: Asset;
  readonly utc_date: string;
  /** First second of the day */
  readonly day_start_unix: number;
  /** Last second of the day */
  readonly day_end_unix: number;
  readonly intervals: ReadonlyArray<Interval>;
  /** By canonical interval */
  readonly data: Readonly<Record<string, IntervalWindows>>;
  /**
   * By canonical interval: the window that is open now and began before the day, so that
   * `data` lacks it; else null
   */
  readonly running: Readonly<Record<string, MarketWindow | null>>;
}

export interface IntervalWindows {
  /** How many windows start on that day */
  readonly count: number;
  readonly chronological_order: ReadonlyArray<MarketWindow>;
}

/** One window of one market */
export interface MarketWindow {
  /** First second of the window, unix seconds */
  readonly timestamp_start: number;
  /** Last second inside the window, unix seconds */
  readonly timestamp_end: number;
  readonly start_iso: string;
  readonly end_iso: string;
  /** Slug of the event on the primary venue */
  readonly slug: string;
  /** Page of the event on the primary venue */
  readonly url: string;
}

export interface MarketWindowsByAsset {
  readonly now: string;
  /** By asset, in the order requested */
  readonly assets: Readonly<Record<string, AssetWindows>>;
}

export interface AssetWindows {
  readonly asset: Asset;
  readonly utc_date: string;
  /** First second of the day */
  readonly day_start_unix: number;
  /** Last second of the day */
  readonly day_end_unix: number;
  readonly intervals: ReadonlyArray<Interval>;
  /** By canonical interval */
  readonly data: Readonly<Record<string, IntervalWindows>>;
  /**
   * By canonical interval: the window that is open now and began before the day, so that
   * `data` lacks it; else null
   */
  readonly running: Readonly<Record<string, MarketWindow | null>>;
}

/** The requests about windows of the primary venue: what each takes, and its answer. */
export interface MarketOperations {
  /** All windows of a UTC day */
  readonly "GET markets/timestamps": {
    readonly input: {
      /**
       * One of btc, eth, sol, xrp, hype, doge, bnb, in any case, or a comma-separated list of
       * them: two or more are answered by asset
       */
      readonly asset?: string | ReadonlyArray<string>;
      /**
       * Comma-separated intervals or aliases; default: all five. `interval` and `intervals`
       * mean the same
       */
      readonly interval?: string | ReadonlyArray<string>;
      /**
       * Comma-separated intervals or aliases; default: all five. `interval` and `intervals`
       * mean the same
       */
      readonly intervals?: string | ReadonlyArray<string>;
      /** The UTC day; alternatively send day, month and year */
      readonly date?: string;
      /** The UTC day; send day, month and year together instead of date */
      readonly day?: string | number;
      /** The UTC month; send day, month and year together instead of date */
      readonly month?: string | number;
      /** The UTC year; send day, month and year together instead of date */
      readonly year?: string | number;
    };
    readonly answer: MarketWindows | MarketWindowsByAsset;
  };
}
