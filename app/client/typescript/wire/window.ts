/**
 * What the service answers about windows.
 *
 * Made by `bun run client-types` from the service's document: do not edit.
 *
 * @module
 */
import type { Leg, LegBasis } from "./leg.ts";
import type { Asset, Interval } from "./names.ts";

export interface ActiveWindows {
  readonly now: string;
  /** One of each series, assets first */
  readonly data: ReadonlyArray<ActiveWindow>;
}

/** An open window */
export interface ActiveWindow {
  readonly asset: Asset;
  readonly interval: Interval;
  /** First second of the window, unix seconds */
  readonly start: number;
  /** First second after the window, unix seconds */
  readonly end: number;
  readonly start_iso: string;
  readonly end_iso: string;
  /** Slug of the event on the primary venue */
  readonly slug: string;
  /** Page of the event on the primary venue */
  readonly url: string;
  /** Until `end`, and 0 from then on */
  readonly seconds_left: number;
  readonly target: WindowTarget;
  /** Null while nothing new is known, and once the window has ended */
  readonly price: WindowPrice | null;
  /** `stale`: the newest number is over 10 s old, or none of the window's */
  readonly price_state: "live" | "stale";
  /** Null while the venue's is not known */
  readonly market: WindowMarket | null;
  /** The closing price, once it is final: by the source of the target */
  readonly close: WindowClose | null;
  /** Equal prices are `up`, and of a day `tie` */
  readonly outcome: "up" | "down" | "tie" | null;
  /** The venue's own, official one, once there is one */
  readonly resolution: WindowResolution | null;
  /** Only if asked for: the market of each venue, the primary venue's first */
  readonly legs?: ReadonlyArray<Leg>;
  /** Only if legs are asked for: how far their targets are apart */
  readonly basis?: ReadonlyArray<LegBasis>;
  /** The window after it; null until a minute before that opens */
  readonly next: Window | null;
}

export interface WindowTarget {
  /** In US dollars, with all digits of its source; null while `pending` */
  readonly price: number | null;
  /** As of targets */
  readonly source:
    | "oracle"
    | "oracle_twap"
    | "oracle_late"
    | "oracle_twap_late"
    | "aggTrades"
    | "klines"
    | "klines_1m"
    | "venue_site"
    | "venue_metadata"
    | null;
  /**
   * `pending`: not known yet, or not opened. `provisional`: a better source may still
   * correct it, once. `final`: it never changes
   */
  readonly state: "pending" | "provisional" | "final";
  /** When the number itself was made; null where nothing says it */
  readonly at: string | null;
}

export interface WindowPrice {
  /**
   * The newest number of the source that settles the window: the oracle's average or, for
   * 1hour and daily, the exchange's trade
   */
  readonly value: number;
  /** As of targets */
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
  /** When the number itself was made: at most 10 s ago */
  readonly at: string;
  /** `value` less the target: above it is positive. Null without a target */
  readonly distance: number | null;
  /** The same in hundredths of a percent of the target, to four decimals */
  readonly distance_bps: number | null;
}

export interface WindowMarket {
  /** Null until the market is deployed */
  readonly condition_id: string | null;
  /** Null where the venue is not clear */
  readonly protocol: "v1" | "v2" | null;
  /** Smallest step of a price, USDC */
  readonly tick: number | null;
  /** Smallest order, shares */
  readonly min_size: number | null;
  readonly accepting_orders: boolean;
  /** As the venue publishes it for this market */
  readonly fee: WindowFee | null;
  /** Up, then Down */
  readonly outcomes: ReadonlyArray<WindowToken>;
}

export interface WindowFee {
  /** A fraction */
  readonly rate: number;
  readonly exponent: number;
  readonly taker_only: boolean;
}

export interface WindowToken {
  readonly name: string;
  /** Null until the market is deployed */
  readonly token_id: string | null;
  /** Highest price that is bid, USDC a share */
  readonly best_bid: number | null;
  /** Shares bid there */
  readonly bid_size: number | null;
  /** Lowest price that is asked, USDC a share */
  readonly best_ask: number | null;
  /** Shares asked there */
  readonly ask_size: number | null;
  /** When the book was so; null while it is not known */
  readonly at: string | null;
}

export interface WindowClose {
  /** In US dollars, with all digits of its source */
  readonly price: number;
  /** As of targets */
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
  /** When the number itself was made */
  readonly at: string | null;
}

export interface WindowResolution {
  readonly outcome: "up" | "down" | "tie";
  /** When the venue resolved the market */
  readonly at: string | null;
  /** Who reported it, such as `CHAINLINK` */
  readonly source: string | null;
}

/** A window */
export interface Window {
  readonly asset: Asset;
  readonly interval: Interval;
  /** First second of the window, unix seconds */
  readonly start: number;
  /** First second after the window, unix seconds */
  readonly end: number;
  readonly start_iso: string;
  readonly end_iso: string;
  /** Slug of the event on the primary venue */
  readonly slug: string;
  /** Page of the event on the primary venue */
  readonly url: string;
  /** Until `end`, and 0 from then on */
  readonly seconds_left: number;
  readonly target: WindowTarget;
  /** Null while nothing new is known, and once the window has ended */
  readonly price: WindowPrice | null;
  /** `stale`: the newest number is over 10 s old, or none of the window's */
  readonly price_state: "live" | "stale";
  /** Null while the venue's is not known */
  readonly market: WindowMarket | null;
  /** The closing price, once it is final: by the source of the target */
  readonly close: WindowClose | null;
  /** Equal prices are `up`, and of a day `tie` */
  readonly outcome: "up" | "down" | "tie" | null;
  /** The venue's own, official one, once there is one */
  readonly resolution: WindowResolution | null;
  /** Only if asked for: the market of each venue, the primary venue's first */
  readonly legs?: ReadonlyArray<Leg>;
  /** Only if legs are asked for: how far their targets are apart */
  readonly basis?: ReadonlyArray<LegBasis>;
}

export interface OneWindow {
  readonly now: string;
  readonly window: Window;
}

export interface Windows {
  readonly now: string;
  /** Newest first */
  readonly data: ReadonlyArray<Window>;
  /** Send it as `cursor` for the next page; null on the last */
  readonly next_cursor: string | null;
}

/** The requests about windows: what each takes, and its answer. */
export interface WindowOperations {
  /** The open windows */
  readonly "GET windows/active": {
    readonly input: {
      /** Comma-separated assets; default: all of them */
      readonly asset?: string | ReadonlyArray<string>;
      /** Comma-separated intervals or aliases; default: all five */
      readonly interval?: string | ReadonlyArray<string>;
      /** `legs`: the same window at other venues, and how far their targets are apart */
      readonly include?: string | ReadonlyArray<string>;
    };
    readonly answer: ActiveWindows;
  };
  /** One window by its slug */
  readonly "GET windows/{slug}": {
    readonly input: {
      /** The window's slug, or its page's address */
      readonly slug: string;
      /** `legs`: the same window at other venues, and how far their targets are apart */
      readonly include?: string | ReadonlyArray<string>;
    };
    readonly answer: OneWindow;
  };
  /** Past windows with their ends */
  readonly "GET windows": {
    readonly input: {
      /** The asset, in any case */
      readonly asset?: Asset;
      /** The interval or an alias of it, in any case */
      readonly interval: Interval | "5m" | "15m" | "1h" | "1hr" | "4h" | "day";
      /** Only windows that start at this instant or later */
      readonly from?: string | number | Date;
      /** Only windows that start before this instant; default: now */
      readonly to?: string | number | Date;
      /** Maximum number of windows on a page */
      readonly limit?: number;
      /** `legs`: the same window at other venues, and how far their targets are apart */
      readonly include?: string | ReadonlyArray<string>;
      /** `next_cursor` of the previous page, with the same filters; `limit` may differ */
      readonly cursor?: string;
    };
    readonly answer: Windows;
  };
}
