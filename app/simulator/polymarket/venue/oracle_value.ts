/**
 * The oracle's value for a second, as published by the venue and as used for its settlement.
 *
 * @module
 */
import { type Asset } from "../../../../core/market/mod.ts";
import { type OracleStream, twapWindowOf } from "../../../../core/price/mod.ts";
import { type OracleSeries } from "../../chainlink/oracle_series.ts";
import { makeWorldSeries, type ReportSeries } from "../../chainlink/report_series.ts";
import { makeTwapSeries } from "../../chainlink/twap_series.ts";
import { type RecordedPoints } from "../relay/recorded_points.ts";
import { makeCache } from "../../kit/cache.ts";
import { type World } from "../../world/world.ts";

/** Recorded points, which replace the world's in the seconds that they cover. */
export type RecordedValues = Pick<RecordedPoints, "covers" | "at" | "previous">;

/** Recorded oracle reports, which do the same. */
export type ReportedValues = Pick<OracleSeries, "of" | "isRecorded">;

/** The recordings that replace the world's numbers. Points take precedence over reports. */
export interface RecordedNumbers {
  readonly recorded?: RecordedValues | undefined;
  readonly reports?: ReportedValues | undefined;
}

/** An oracle number: an asset, one of its streams, and a unix second. */
export interface OracleInstant {
  readonly asset: Asset;
  readonly stream: OracleStream;
  readonly sec: number;
}

/** The oracle's numbers of one world in USD, scaled by 10^18. */
export interface OracleValues {
  /** Returns the published number; undefined if the recording lacks exactly this second. */
  published(instant: OracleInstant): bigint | undefined;
  /**
   * Returns the number used for settlement: the published one, or if the recording lacks the
   * second, the last recorded point before it. The real venue has the report of a second that a
   * recording lacks; the previous point is the closest one in the recording.
   */
  settled(instant: OracleInstant): bigint;
}

const PRICES_CACHED = 8_192;

/** Makes the numbers of a world. */
export function makeOracleValues(
  world: World,
  { recorded, reports }: RecordedNumbers = {},
): OracleValues {
  const cache = makeCache<string, bigint>(PRICES_CACHED);
  const ofWorld = ({ asset, stream, sec }: OracleInstant): bigint =>
    cache(
      `${asset}:${stream}:${sec}`,
      () => seriesOf(world, { asset, stream }).next(sec)?.priceE18 ?? 0n,
    );
  const hasPoint = ({ asset, sec }: OracleInstant) => recorded?.covers(asset, sec) === true;
  const hasReport = ({ asset, stream, sec }: OracleInstant) =>
    reports?.isRecorded(asset, stream, sec) === true;
  /** Returns the recorded report that covers the second. */
  const reportedAt = ({ asset, stream, sec }: OracleInstant): bigint | undefined => {
    const report = reports?.of(asset, stream)?.next(sec);
    return report !== undefined && report.validFromSec <= sec ? report.priceE18 : undefined;
  };
  return {
    published: (instant) => {
      if (hasPoint(instant)) return recorded?.at(instant.asset, instant.sec);
      return hasReport(instant) ? reportedAt(instant) : ofWorld(instant);
    },
    settled(instant) {
      const { asset, stream, sec } = instant;
      if (hasPoint(instant)) return recorded?.previous(asset, sec)?.valueE18 ?? ofWorld(instant);
      if (!hasReport(instant)) return ofWorld(instant);
      const last = reportedAt(instant) ?? reports?.of(asset, stream)?.previous(sec)?.priceE18;
      return last ?? ofWorld(instant);
    },
  };
}

function seriesOf(
  world: World,
  { asset, stream }: Pick<OracleInstant, "asset" | "stream">,
): ReportSeries {
  const spot = makeWorldSeries(world, asset);
  const windowSec = twapWindowOf(stream);
  return windowSec === undefined ? spot : makeTwapSeries(spot, windowSec);
}
