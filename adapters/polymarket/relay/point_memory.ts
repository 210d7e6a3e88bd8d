/**
 * The newest points of each asset, by their seconds.
 *
 * @module
 */
import { type Asset, ASSETS } from "../../../core/market/mod.ts";
import type { RelayPoint } from "../../../core/price/mod.ts";

/** Keeps the newest points of each asset: at one a second, those of the last quarter of an hour. */
export interface PointMemory {
  /**
   * Takes a point. `new` is one of a second without a point, `corrected` one that stands in place
   * of another value from now on; the others change nothing: `same` repeats what is there, `old` is
   * older than everything that is kept.
   */
  readonly take: (asset: Asset, point: RelayPoint) => "new" | "corrected" | "same" | "old";
  /** The point of exactly this second. */
  readonly at: (asset: Asset, sec: number) => RelayPoint | undefined;
  /** The point of the latest second there is. */
  readonly latest: (asset: Asset) => RelayPoint | undefined;
  /** The latest second of any asset: how far the relay has come; -Infinity before the first. */
  readonly reachedSec: () => number;
}

/** How many points of an asset are kept: 15 minutes, and a minute that clocks may differ by. */
export const POINTS_KEPT = 960;
/** So many more are kept before the oldest are let go, as that takes looking at all of them. */
const SLACK = 100;

/** Of one asset. */
interface Points {
  readonly bySec: Map<number, RelayPoint>;
  /** What is older was let go. */
  fromSec: number;
  latestSec: number;
}

/** Remembers nothing yet. */
export function makePointMemory(): PointMemory {
  const byAsset = new Map(ASSETS.map((asset): [Asset, Points] => [
    asset,
    { bySec: new Map(), fromSec: -Infinity, latestSec: -Infinity },
  ]));
  return {
    take: (asset, point) => {
      const { observedSec } = point;
      const points = byAsset.get(asset);
      if (points === undefined || observedSec < points.fromSec) return "old";
      const known = points.bySec.get(observedSec);
      if (known?.priceE18 === point.priceE18) return "same";
      points.bySec.set(observedSec, point);
      points.latestSec = Math.max(points.latestSec, observedSec);
      if (points.bySec.size > POINTS_KEPT + SLACK) forgetOldest(points);
      return known === undefined ? "new" : "corrected";
    },
    at: (asset, sec) => byAsset.get(asset)?.bySec.get(sec),
    latest: (asset) => {
      const points = byAsset.get(asset);
      return points?.bySec.get(points.latestSec);
    },
    reachedSec: () => Math.max(...[...byAsset.values()].map(({ latestSec }) => latestSec)),
  };
}

function forgetOldest(points: Points): void {
  const secs = [...points.bySec.keys()].toSorted((a, b) => b - a);
  points.fromSec = secs[POINTS_KEPT - 1] ?? points.fromSec;
  for (const sec of secs.slice(POINTS_KEPT)) points.bySec.delete(sec);
}
