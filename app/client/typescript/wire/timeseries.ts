/**
 * What the service answers about past windows, as series of points.
 *
 * Made by `bun run client-types` from the service's document: do not edit.
 *
 * @module
 */
import type { MarketHistory, RangeHistory } from "./history.ts";
import type { Asset, Interval } from "./names.ts";

/** The requests about past windows, as series of points: what each takes, and its answer. */
export interface TimeseriesOperations {
  /** One window and its target */
  readonly "GET timeseries/market": {
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
  readonly "GET timeseries/range": {
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
}
