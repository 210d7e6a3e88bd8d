/**
 * Port: the events that price providers push, as they arrive.
 *
 * @module
 */
import { Context, type Effect } from "effect";
import type { Asset, Provider } from "../market/mod.ts";
import type { HourRollover, OracleStream, RelayPoint, Report, Trade } from "../price/mod.ts";

/**
 * The oracle published a new report. Reports come in order of arrival: mostly in order of their
 * seconds, but one that was missed and fetched comes after later ones.
 */
export interface LiveReport {
  readonly kind: "report";
  readonly asset: Asset;
  readonly report: Report;
}

/**
 * The venue's relay passed on a new point of the oracle. Points come in order of arrival, as
 * reports do.
 */
export interface LivePoint {
  readonly kind: "point";
  readonly asset: Asset;
  readonly point: RelayPoint;
}

/** No report for these seconds (both included) was obtained, and none will follow. */
export interface LostReports {
  readonly kind: "lost_reports";
  readonly asset: Asset;
  readonly stream: OracleStream;
  readonly fromSec: number;
  readonly toSec: number;
}

/**
 * The oracle has no such stream, or none that these credentials may read: no reports of it follow.
 * Published each time this is detected. A later report of the stream means that it exists after
 * all.
 */
export interface MissingFeed {
  readonly kind: "missing_feed";
  readonly asset: Asset;
  readonly stream: OracleStream;
}

/**
 * A trade at the exchange. Trades of an asset come in order of arrival, and some of them may be
 * left out or repeated.
 */
export interface LiveTrade {
  readonly kind: "trade";
  readonly asset: Asset;
  readonly trade: Trade;
}

/** A trade proven to be the first of its hour. Unproven ones are not published. */
export interface LiveRollover {
  readonly kind: "rollover";
  readonly asset: Asset;
  readonly rollover: HourRollover;
}

/** Whether the provider's stream is running. Published only when that changes. */
export interface LiveStreamState {
  readonly kind: "stream_state";
  readonly provider: Provider;
  readonly isUp: boolean;
}

/** Any event of a provider's stream. */
export type LiveEvent =
  | LiveReport
  | LivePoint
  | LostReports
  | MissingFeed
  | LiveTrade
  | LiveRollover
  | LiveStreamState;

/** The streams of all providers. */
export class LivePrices extends Context.Service<LivePrices, {
  /**
   * Listens until interrupted, and reconnects whenever a connection breaks.
   *
   * The listener is called synchronously for every event and must not throw.
   */
  readonly listen: (listener: (event: LiveEvent) => void) => Effect.Effect<never>;
  /**
   * Takes an event that another replica received: what it covers need not be fetched when this
   * process listens itself. Absent where that makes no difference.
   */
  readonly receive?: (event: LiveEvent) => void;
}>()("core/port/LivePrices") {}
