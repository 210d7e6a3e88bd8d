/**
 * Port: what the providers publish by themselves, the moment it reaches us.
 *
 * @module
 */
import { Context, type Effect } from "effect";
import type { Asset, Provider } from "../market/mod.ts";
import type { HourTurn, OracleStream, RelayPoint, Report } from "../price/mod.ts";

/**
 * The oracle published a report that was not seen before. They come as they arrive: mostly in
 * order of their seconds, but one that was missed and fetched comes after later ones.
 */
export interface LiveReport {
  readonly kind: "report";
  readonly asset: Asset;
  readonly report: Report;
}

/**
 * The venue's relay passed a point of the oracle on that was not seen before. They come as reports
 * do.
 */
export interface LivePoint {
  readonly kind: "point";
  readonly asset: Asset;
  readonly point: RelayPoint;
}

/** No report for these seconds (both included) could be had, and none will follow. */
export interface LostReports {
  readonly kind: "lost_reports";
  readonly asset: Asset;
  readonly stream: OracleStream;
  readonly fromSec: number;
  readonly toSec: number;
}

/**
 * The oracle has no such stream, or none that is ours to read: nothing of it will be heard. Told
 * again whenever that is found out anew; a report of the stream says that it has one after all.
 */
export interface MissingFeed {
  readonly kind: "missing_feed";
  readonly asset: Asset;
  readonly stream: OracleStream;
}

/** The first trade of an hour, proven to be the first. What cannot be proven is not told. */
export interface LiveTurn {
  readonly kind: "turn";
  readonly asset: Asset;
  readonly turn: HourTurn;
}

/** Whether the provider's own stream is running. Told when that changes, and not before. */
export interface LiveLink {
  readonly kind: "link";
  readonly provider: Provider;
  readonly isUp: boolean;
}

/** Anything that a provider's stream tells. */
export type LiveEvent =
  | LiveReport
  | LivePoint
  | LostReports
  | MissingFeed
  | LiveTurn
  | LiveLink;

/** The streams of all providers. */
export class LivePrices extends Context.Service<LivePrices, {
  /**
   * Listens until interrupted, whatever happens to the connections: they are made again.
   *
   * The listener is called at once for every event and must not throw.
   */
  readonly listen: (listener: (event: LiveEvent) => void) => Effect.Effect<never>;
}>()("core/port/LivePrices") {}
