/**
 * What the service answers about targets.
 *
 * Made by `bun run client-types` from the service's document: do not edit.
 *
 * @module
 */
import type { Asset, Interval, Provider } from "./names.ts";

export interface ActiveTargets {
  readonly now: string;
  readonly asset: Asset;
  readonly results: ReadonlyArray<ActiveTarget>;
}

/** The target of one interval's current window */
export interface ActiveTarget {
  readonly marketType: Interval;
  readonly ok: boolean;
  /** First second of the window, unix seconds */
  readonly windowStart: number;
  /** First second after the window, unix seconds */
  readonly windowEnd: number;
  /** Slug of the event on the primary venue */
  readonly slug: string;
  /** Page of the event on the primary venue */
  readonly url: string;
  readonly windowStartIso: string;
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
}

export interface ActiveTargetsByAsset {
  readonly now: string;
  /** By asset, in the order requested */
  readonly assets: Readonly<Record<string, AssetTargets>>;
}

export interface AssetTargets {
  readonly asset: Asset;
  readonly results: ReadonlyArray<ActiveTarget>;
}

export interface TargetAt {
  readonly now: string;
  readonly asset: Asset;
  readonly marketType: Interval;
  /** `oracle` for 5min, 15min and 4hour; `exchange` for 1hour and daily */
  readonly provider: Provider;
  /** The requested instant, unix seconds */
  readonly requestedTimestamp: number;
  readonly requestedTimestampIso: string;
  /** First second of the window, unix seconds */
  readonly windowStart: number;
  /** First second after the window, unix seconds */
  readonly windowEnd: number;
  /** Slug of the event on the primary venue */
  readonly slug: string;
  /** Page of the event on the primary venue */
  readonly url: string;
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
  readonly evidence?: Evidence | null;
}

export type Evidence = {
  readonly kind: "report";
  /** `spot`, `twap_30` or `twap_60` */
  readonly stream: string;
  /** The oracle's id of the stream */
  readonly feedId: string;
  /** First second the report covers */
  readonly validFromSec: number;
  /** Last second the report covers */
  readonly observedSec: number;
  /** The price times 10^18, an integer as text */
  readonly priceE18: string;
  /** The signed report, hex */
  readonly fullReport: string;
  /**
   * Prices of other sources that differ by more than the rounding of a double; absent if
   * none does
   */
  readonly disputed?: ReadonlyArray<{
    /** The source of the other price */
    readonly source: "report" | "relay" | "site" | "metadata";
    /** Its price, decimal text */
    readonly price: string;
  }>;
} | {
  readonly kind: "trade";
  /** `spot` or `futures` */
  readonly market: string;
  /** The exchange's symbol */
  readonly symbol: string;
  /** The exchange's aggregate trade id */
  readonly tradeId: number;
  /** Unix milliseconds */
  readonly tradedAtMs: number;
  /** Decimal text as the exchange sent it */
  readonly price: string;
  /** Decimal text as the exchange sent it */
  readonly quantity: string;
} | {
  readonly kind: "kline";
  /** `spot` or `futures` */
  readonly market: string;
  /** The exchange's symbol */
  readonly symbol: string;
  /** The candle's interval, such as `1h` */
  readonly klineInterval: string;
  /** `open` or `close`: the price that was used */
  readonly field: string;
  /** The candle as the exchange sent it */
  readonly row: ReadonlyArray<string | number>;
  /**
   * The file of the exchange's public archive that has the candle; absent if it came from
   * the REST interface
   */
  readonly archive?: string;
} | {
  readonly kind: "relay";
  /** The point as the venue sent it */
  readonly point: {
    /** The venue's name of the pair */
    readonly symbol: string;
    /** Unix milliseconds: the window's first second */
    readonly timestamp: number;
    /** The price, exact decimal text */
    readonly full_accuracy_value: string;
    /** The look-back of the average */
    readonly window_seconds: number;
    /** Who computed the average, according to the venue */
    readonly source: string;
  };
  /** The number of its frame on the connection */
  readonly seq: number;
  readonly receivedAt: string;
  readonly isSignedByOracle: false;
  /**
   * Prices of other sources that differ by more than the rounding of a double; absent if
   * none does
   */
  readonly disputed?: ReadonlyArray<{
    /** The source of the other price */
    readonly source: "report" | "relay" | "site" | "metadata";
    /** Its price, decimal text */
    readonly price: string;
  }>;
} | {
  readonly kind: "published";
  /** Where the venue publishes it */
  readonly by: "venue_site" | "venue_metadata";
  /** The double that the venue wrote, as decimal text */
  readonly price: string;
  /** The price at the window's end, if the venue published it */
  readonly finalPrice?: string;
  readonly receivedAt: string;
  /** True until the venue's metadata agree: they may correct the price, once */
  readonly provisional: boolean;
  /**
   * Prices of other sources that differ by more than the rounding of a double; absent if
   * none does
   */
  readonly disputed?: ReadonlyArray<{
    /** The source of the other price */
    readonly source: "report" | "relay" | "site" | "metadata";
    /** Its price, decimal text */
    readonly price: string;
  }>;
};

export interface TargetBatch {
  readonly now: string;
  readonly marketType: Interval;
  /** `oracle` for 5min, 15min and 4hour; `exchange` for 1hour and daily */
  readonly provider: Provider;
  /** The requested instant, unix seconds */
  readonly requestedTimestamp: number;
  readonly requestedTimestampIso: string;
  readonly results: ReadonlyArray<{
    readonly asset: Asset;
    readonly ok: boolean;
    /** First second of the window, unix seconds */
    readonly windowStart: number;
    /** First second after the window, unix seconds */
    readonly windowEnd: number;
    /** Slug of the event on the primary venue */
    readonly slug: string;
    /** Page of the event on the primary venue */
    readonly url: string;
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
  }>;
}

/** The requests about targets: what each takes, and its answer. */
export interface TargetOperations {
  /** Targets of the open windows */
  readonly "GET targets/active": {
    readonly input: {
      /**
       * One of btc, eth, sol, xrp, hype, doge, bnb, in any case, or a comma-separated list of
       * them: two or more are answered by asset
       */
      readonly asset?: string | ReadonlyArray<string>;
      /** Comma-separated intervals or aliases; default: all five */
      readonly types?: string | ReadonlyArray<string>;
    };
    readonly answer: ActiveTargets | ActiveTargetsByAsset;
  };
  /** The target at an instant */
  readonly "GET targets/timestamp": {
    readonly input: {
      /** The asset, in any case */
      readonly asset: Asset;
      /** The interval or an alias of it, in any case */
      readonly type: Interval | "5m" | "15m" | "1h" | "1hr" | "4h" | "day";
      /** Any instant inside the window */
      readonly timestamp: string | number | Date;
      /**
       * Adds `evidence`: the signed report, the relayed point, the published price, the trade
       * or the candle that the price comes from
       */
      readonly evidence?: boolean;
    };
    readonly answer: TargetAt;
  };
  /** The targets of several assets at an instant */
  readonly "GET targets/timestamp/batch": {
    readonly input: {
      /** Comma-separated assets; default: all seven */
      readonly assets?: string | ReadonlyArray<string>;
      /** The interval or an alias of it, in any case */
      readonly type: Interval | "5m" | "15m" | "1h" | "1hr" | "4h" | "day";
      /** Any instant inside the window */
      readonly timestamp: string | number | Date;
    };
    readonly answer: TargetBatch;
  };
}
