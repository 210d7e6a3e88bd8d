/**
 * What the oracle said of a second, as the venue publishes it and as the venue settles on it.
 *
 * @module
 */
import { type Asset } from "../../../core/market/mod.ts";
import { type OracleStream, twapWindowOf } from "../../../core/price/mod.ts";
import { type OracleSeries } from "../oracle/oracle_series.ts";
import { makeWorldSeries, type ReportSeries } from "../oracle/report_series.ts";
import { makeTwapSeries } from "../oracle/twap_series.ts";
import { type RecordedPoints } from "../relay/recorded_points.ts";
import { type World } from "../world/world.ts";
import { makeKeptPrices } from "./kept_price.ts";

/** Recorded points, which stand in place of the world's in the seconds that they cover. */
export type RecordedValues = Pick<RecordedPoints, "covers" | "at" | "previous">;

/** Reports that were put into the oracle, which stand likewise. */
export type PutReports = Pick<OracleSeries, "of" | "isPut">;

/** What stands in place of the world's numbers, where there is such. Points go before reports. */
export interface RecordedNumbers {
  readonly recorded?: RecordedValues | undefined;
  readonly reports?: PutReports | undefined;
}

/** A number of the oracle: of an asset, of one of its streams, of a unix second. */
export interface OracleInstant {
  readonly asset: Asset;
  readonly stream: OracleStream;
  readonly sec: number;
}

/** The oracle's numbers of one world in USD, scaled by 10^18. */
export interface OracleValues {
  /** The world's own, whatever was recorded. */
  ofWorld(instant: OracleInstant): bigint;
  /** What is published of the second: undefined where the recording misses exactly this one. */
  published(instant: OracleInstant): bigint | undefined;
  /**
   * What is settled on: what is published, or, where the recording misses the second, the last
   * recorded point before it. The real venue has the report of a second that a recording missed,
   * and nobody else has; the point before is the nearest that the recording knows.
   */
  settled(instant: OracleInstant): bigint;
}

/** The numbers of a world. */
export function makeOracleValues(
  world: World,
  { recorded, reports }: RecordedNumbers = {},
): OracleValues {
  const kept = makeKeptPrices();
  const ofWorld = ({ asset, stream, sec }: OracleInstant): bigint =>
    kept(
      `${asset}:${stream}:${sec}`,
      () => seriesOf(world, { asset, stream }).next(sec)?.priceE18 ?? 0n,
    );
  const isRecorded = ({ asset, sec }: OracleInstant) => recorded?.covers(asset, sec) === true;
  const isPut = ({ asset, stream, sec }: OracleInstant) =>
    reports?.isPut(asset, stream, sec) === true;
  /** The report that covers the second, of those that were put. */
  const putAt = ({ asset, stream, sec }: OracleInstant): bigint | undefined => {
    const report = reports?.of(asset, stream)?.next(sec);
    return report !== undefined && report.validFromSec <= sec ? report.priceE18 : undefined;
  };
  return {
    ofWorld,
    published: (instant) => {
      if (isRecorded(instant)) return recorded?.at(instant.asset, instant.sec);
      return isPut(instant) ? putAt(instant) : ofWorld(instant);
    },
    settled(instant) {
      const { asset, stream, sec } = instant;
      if (isRecorded(instant)) return recorded?.previous(asset, sec)?.valueE18 ?? ofWorld(instant);
      if (!isPut(instant)) return ofWorld(instant);
      const last = putAt(instant) ?? reports?.of(asset, stream)?.previous(sec)?.priceE18;
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
