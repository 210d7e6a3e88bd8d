/**
 * Port: prices between the openings of windows, which only the exchange keeps.
 *
 * @module
 */
import { Context, type Effect, type Option } from "effect";
import type { Asset, MarketWindow } from "../market/mod.ts";
import type { TargetSource } from "../price/mod.ts";
import type { TimeRange, UnixSec } from "../time/mod.ts";
import type { ProviderFailed, ProviderOff } from "./provider_failure.ts";

/** One price at one second. */
export interface PricePoint {
  readonly atSec: UnixSec;
  readonly priceE18: bigint;
  readonly source: TargetSource;
}

/** The density of points: first trade of a second, open of a minute, or open of an hour. */
export type Granularity = "second" | "minute" | "hour";

/** Points in order of time, and the provider's method that returned them. */
export interface PricePoints {
  readonly method: TargetSource;
  readonly points: ReadonlyArray<PricePoint>;
}

/** A query for price points. */
export interface PointsQuery {
  readonly asset: Asset;
  readonly range: TimeRange;
  readonly granularity: Granularity;
}

/** A query for the closes of windows: all 1hour, or all daily on the UTC grid, oldest first. */
export interface ClosesQuery {
  readonly asset: Asset;
  readonly windows: ReadonlyArray<MarketWindow>;
}

/** Reads the exchange's price history. */
export class PriceHistory extends Context.Service<PriceHistory, {
  /**
   * Returns points inside the range, up to now. A second, minute or hour without a trade has none.
   *
   * Where the provider no longer serves trades (futures, after 48 hours), `second` falls back to
   * minute opens and says so in `method` and `source`.
   */
  readonly points: (
    query: PointsQuery,
  ) => Effect.Effect<PricePoints, ProviderFailed | ProviderOff>;

  /**
   * Returns the last traded price of each 1hour or UTC-day window, in query order. None while the
   * window is open, and for a window without a trade.
   */
  readonly closes: (
    query: ClosesQuery,
  ) => Effect.Effect<ReadonlyArray<Option.Option<bigint>>, ProviderFailed | ProviderOff>;
}>()("core/port/PriceHistory") {}
