/**
 * Waits until every series of a service has the target of its open window.
 *
 * @module
 */
import { Schema } from "effect";
import { type Asset, ASSETS, seriesOf } from "../../../core/market/mod.ts";

/** Which series have a target, and why another one has none yet. */
export interface SeriesReport {
  readonly served: number;
  readonly total: number;
  /** A line for each series without one. */
  readonly missing: ReadonlyArray<string>;
}

const Answer = Schema.Struct({
  results: Schema.Array(Schema.Struct({
    marketType: Schema.String,
    ok: Schema.Boolean,
    error: Schema.optionalKey(Schema.String),
  })),
});

/** A new service has less than the requests of a minute for this. */
const AGAIN_MS = 5_000;
const PATIENCE_MS = 120_000;

/** Asks until all have one, for two minutes at most; `heard` hears of every change but the last. */
export async function untilSeriesServed(
  url: string,
  heard: (report: SeriesReport) => void,
): Promise<SeriesReport> {
  let servedBefore: number | undefined;
  for (let waitedMs = 0;; waitedMs += AGAIN_MS) {
    const report = await readSeries(url);
    if (report.missing.length === 0 || waitedMs >= PATIENCE_MS) return report;
    if (report.served !== servedBefore) heard(report);
    servedBefore = report.served;
    await Bun.sleep(AGAIN_MS);
  }
}

async function readSeries(url: string): Promise<SeriesReport> {
  const missing = (await Promise.all(ASSETS.map((asset) => lackingOf(url, asset)))).flat();
  const total = seriesOf(ASSETS).length;
  return { served: total - missing.length, total, missing };
}

/** A service that starts again answers later. */
async function lackingOf(url: string, asset: Asset): Promise<ReadonlyArray<string>> {
  try {
    const response = await fetch(`${url}/api/v1/targets/active?asset=${asset}`);
    if (!response.ok) throw new Error(`the answer was ${response.status}`);
    const { results } = Schema.decodeUnknownSync(Answer)(await response.json());
    return results.filter(({ ok }) => !ok)
      .map(({ marketType, error = "no answer" }) => `${asset} ${marketType}: ${error}`);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return seriesOf([asset]).map(({ interval }) => `${asset} ${interval}: ${why}`);
  }
}
