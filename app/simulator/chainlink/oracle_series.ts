/**
 * The reports of every feed of a world, with recorded ones in place of the world's.
 *
 * @module
 */
import { type Asset, ASSETS } from "../../../core/market/mod.ts";
import { type OracleStream, twapWindowOf } from "../../../core/price/mod.ts";
import { type World } from "../world/world.ts";
import { ORACLE_FEEDS, type OracleFeed } from "./feed.ts";
import { makeRecordedReports, type RecordedReports } from "./recorded_reports.ts";
import { makeOverlaidSeries, makeWorldSeries, type ReportSeries } from "./report_series.ts";
import { makeTwapSeries } from "./twap_series.ts";

/** All feeds, published or not. Ids are known ones, in lower case. */
export interface OracleSeries {
  /** By feed id: receives recorded reports. */
  readonly recorded: ReadonlyMap<string, RecordedReports>;
  /** By feed id. */
  readonly series: ReadonlyMap<string, ReportSeries>;
  /** Returns an asset's stream; undefined if the oracle has no such feed. */
  of(asset: Asset, stream: OracleStream): ReportSeries | undefined;
  /** Returns whether a stream's value for a second depends on recorded reports. */
  isRecorded(asset: Asset, stream: OracleStream, sec: number): boolean;
}

/**
 * Makes the feeds of a world. Simulators of one process that share them see the same recordings.
 */
export function makeOracleSeries(world: World): OracleSeries {
  const feeds = [...ORACLE_FEEDS.values()];
  const recorded = new Map(feeds.map(({ feedId }) => [feedId, makeRecordedReports()]));
  const overlaid = (feed: OracleFeed, base: ReportSeries) =>
    makeOverlaidSeries(base, recorded.get(feed.feedId) ?? makeRecordedReports());
  const series = new Map<string, ReportSeries>();
  for (const asset of ASSETS) {
    const ofAsset = feeds.filter((feed) => feed.asset === asset);
    const spotFeed = ofAsset.find(({ stream }) => stream === "spot");
    const ofWorld = makeWorldSeries(world, asset);
    const spot = spotFeed === undefined ? ofWorld : overlaid(spotFeed, ofWorld);
    for (const feed of ofAsset) {
      const windowSec = twapWindowOf(feed.stream);
      // Averages include recorded spot reports, unless averages were recorded too.
      series.set(
        feed.feedId,
        windowSec === undefined ? spot : overlaid(feed, makeTwapSeries(spot, windowSec)),
      );
    }
  }
  const feedOf = (asset: Asset, stream: OracleStream) =>
    feeds.find((feed) => feed.asset === asset && feed.stream === stream);
  const isCovered = (feed: OracleFeed | undefined, range: { from: number; to: number }) => {
    const coverage = feed && recorded.get(feed.feedId)?.coverage;
    if (coverage === undefined) return false;
    const next = coverage.nextFrom(range.from);
    return coverage.at(range.from) !== undefined || (next !== undefined && next.from < range.to);
  };
  return {
    recorded,
    series,
    of(asset, stream) {
      const feed = feedOf(asset, stream);
      return feed && series.get(feed.feedId);
    },
    isRecorded(asset, stream, sec) {
      if (isCovered(feedOf(asset, stream), { from: sec, to: sec + 1 })) return true;
      const lookBackSec = twapWindowOf(stream);
      return lookBackSec !== undefined &&
        isCovered(feedOf(asset, "spot"), { from: sec - lookBackSec + 1, to: sec + 1 });
    },
  };
}
