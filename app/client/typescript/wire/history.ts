/**
 * What the service answers about past windows.
 *
 * Made by `bun run client-types` from the service's document: do not edit.
 *
 * @module
 */
import type { MarketWindow } from "./market.ts";
import type { Asset, Interval, Provider } from "./names.ts";
import type { Evidence } from "./target.ts";

export interface MarketHistory {
  readonly now: string;
  readonly asset: Asset;
  readonly marketType: Interval;
  /** `oracle` for 5min, 15min and 4hour; `exchange` for 1hour and daily */
  readonly provider: Provider;
  /** First second of the window, unix seconds */
  readonly windowStart: number;
  /** First second after the window, unix seconds */
  readonly windowEnd: number;
  /** Slug of the event on the primary venue */
  readonly slug: string;
  /** Page of the event on the primary venue */
  readonly url: string;
  readonly market: MarketWindow;
  readonly datapoint: {
    /**
     * Where the price was found. `oracle_twap`: the oracle's report, or the venue's relay
     * of it. `_late`: the first report up to 5 s late. `venue_site`, `venue_metadata`: the
     * double that the primary venue publishes
     */
    readonly source:
      | "oracle"
      | "oracle_twap"
      | "oracle_late"
      | "oracle_twap_late"
      | "aggTrades"
      | "klines"
      | "klines_1m"
      | "venue_site"
      | "venue_metadata";
    /** Target (opening) price in US dollars */
    readonly price: number;
    /**
     * Only the venue's site has the price yet, and its metadata may correct it, once.
     * Absent: it is final
     */
    readonly provisional?: true;
  };
  readonly outcomeMeta?: OutcomeMeta;
  readonly evidence?: Evidence | null;
}

export interface OutcomeMeta {
  /** Closing price in US dollars */
  readonly closePrice: number | null;
  readonly outcome: "up" | "down" | "tie" | null;
  /** False until `outcome` is known, and while a price behind it may be corrected */
  readonly final: boolean;
  readonly resolution?: Resolution | null;
  /** Why there is no `resolution`; only if asking for it failed */
  readonly resolutionError?: string;
}

export interface Resolution {
  /** As the venue names it */
  readonly status: "active" | "resolved";
  /** Micro-USDC that a share pays, Up first; null until it is resolved */
  readonly payouts: ReadonlyArray<number> | null;
  /** The venue's source, such as `CHAINLINK` */
  readonly reporter: string | null;
  readonly resolvedAt: string | null;
  /** Whether the payouts say the same as `outcome`; null while either is unknown */
  readonly agrees: boolean | null;
}

export interface RangeHistory {
  readonly now: string;
  readonly asset: Asset;
  readonly marketType: Interval;
  /** `oracle` for 5min, 15min and 4hour; `exchange` for 1hour and daily */
  readonly provider: Provider;
  readonly range: Range;
  /** Length of `history` */
  readonly count: number;
  readonly history: ReadonlyArray<HistoryItem>;
  /** Only the windows that have a price */
  readonly timeseries: ReadonlyArray<{
    readonly timestamp_start: number;
    /** Target (opening) price in US dollars */
    readonly price: number;
  }>;
}

export interface Range {
  /** Unix seconds, included */
  readonly start: number;
  /** Unix seconds, not included */
  readonly end: number;
  readonly startIso: string;
  readonly endIso: string;
}

export interface HistoryItem {
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
  readonly ok: boolean;
  /** Where the price was found, or the provider that was asked */
  readonly source: string;
  /** Target (opening) price in US dollars */
  readonly price: number | null;
  /**
   * Only the venue's site has the price yet, and its metadata may correct it, once.
   * Absent: it is final
   */
  readonly provisional?: true;
  /** Why there is no price; only if not `ok` */
  readonly error?: string;
  readonly outcomeMeta?: OutcomeMeta;
}

export interface ExchangeRange {
  readonly now: string;
  readonly asset: Asset;
  readonly marketType: Interval;
  /** `oracle` for 5min, 15min and 4hour; `exchange` for 1hour and daily */
  readonly provider: Provider;
  readonly mode: "market" | "source";
  /**
   * The `source` of the items; if windows were read in several ways, the most frequent
   * one
   */
  readonly method:
    | "oracle"
    | "oracle_twap"
    | "oracle_late"
    | "oracle_twap_late"
    | "aggTrades"
    | "klines"
    | "klines_1m"
    | "venue_site"
    | "venue_metadata";
  readonly range: Range;
  /** Length of `history` or of `points` */
  readonly count: number;
  /** With `mode=market` */
  readonly history?: ReadonlyArray<HistoryItem>;
  /** Only the windows that have a price */
  readonly timeseries?: ReadonlyArray<{
    readonly timestamp_start: number;
    /** Target (opening) price in US dollars */
    readonly price: number;
  }>;
  /** With `mode=source` */
  readonly points?: ReadonlyArray<{
    /** Unix seconds */
    readonly timestamp: number;
    readonly timestamp_iso: string;
    /**
     * Where the price was found. `oracle_twap`: the oracle's report, or the venue's relay
     * of it. `_late`: the first report up to 5 s late. `venue_site`, `venue_metadata`: the
     * double that the primary venue publishes
     */
    readonly source:
      | "oracle"
      | "oracle_twap"
      | "oracle_late"
      | "oracle_twap_late"
      | "aggTrades"
      | "klines"
      | "klines_1m"
      | "venue_site"
      | "venue_metadata";
    /** Target (opening) price in US dollars */
    readonly price: number;
  }>;
}

/** The requests about past windows: what each takes, and its answer. */
export interface HistoryOperations {
  /** One window and its target */
  readonly "GET history/market": {
    readonly input: {
      /** The asset, in any case */
      readonly asset?: Asset;
      /** The interval or an alias of it, in any case */
      readonly type?: Interval | "5m" | "15m" | "1h" | "1hr" | "4h" | "day";
      /** Any instant inside the window; send one of marketStart, start, timestamp, or slug */
      readonly marketStart?: string | number | Date;
      /** Any instant inside the window; send one of marketStart, start, timestamp, or slug */
      readonly start?: string | number | Date;
      /** Any instant inside the window; send one of marketStart, start, timestamp, or slug */
      readonly timestamp?: string | number | Date;
      /**
       * The slug of the window's event, or the address of its page, which is not fetched; in
       * place of asset, type and instant. Of the two hours in November that share one it is
       * the later, once that is open
       */
      readonly slug?: string;
      /**
       * Adds `evidence`: the signed report, the relayed point, the published price, the trade
       * or the candle that the price comes from
       */
      readonly evidence?: boolean;
      /** Adds `outcomeMeta` to each window: its closing price and outcome */
      readonly includeOutcomeMeta?: boolean;
      /**
       * Adds the venue's own `resolution` to `outcomeMeta`, which it needs, for at most 50
       * windows
       */
      readonly includeResolution?: boolean;
    };
    readonly answer: MarketHistory;
  };
  /** The targets of a range */
  readonly "GET history/range": {
    readonly input: {
      /** The asset, in any case */
      readonly asset?: Asset;
      /** The interval or an alias of it, in any case */
      readonly type: Interval | "5m" | "15m" | "1h" | "1hr" | "4h" | "day";
      /** Start of the range, included */
      readonly start: string | number | Date;
      /** End of the range, not included; must be after the start */
      readonly end: string | number | Date;
      /** Adds `outcomeMeta` to each window: its closing price and outcome */
      readonly includeOutcomeMeta?: boolean;
      /**
       * Adds the venue's own `resolution` to `outcomeMeta`, which it needs, for at most 50
       * windows
       */
      readonly includeResolution?: boolean;
    };
    readonly answer: RangeHistory;
  };
  /** Exchange prices of a range */
  readonly "GET history/exchange/range": {
    readonly input: {
      /** The asset, in any case */
      readonly asset?: Asset;
      /** The market interval or an alias of it, in any case */
      readonly type: "1hour" | "1h" | "1hr" | "daily" | "day";
      /** Start of the range, included */
      readonly start: string | number | Date;
      /** End of the range, not included; must be after the start */
      readonly end: string | number | Date;
      /** `market`: one item a window. `source`: the exchange's own, denser points */
      readonly mode?: "market" | "source";
      /** Adds `outcomeMeta` to each window; requires `mode=market` */
      readonly includeOutcomeMeta?: boolean;
    };
    readonly answer: ExchangeRange;
  };
}
