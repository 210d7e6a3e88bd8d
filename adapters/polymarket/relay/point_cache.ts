/**
 * A cache of the newest points of each asset, by second.
 *
 * @module
 */
import { type Asset, ASSETS } from "../../../core/market/mod.ts";
import type { RelayPoint } from "../../../core/price/mod.ts";

/** Keeps the newest points of each asset: at one per second, those of the last 15 minutes. */
export interface PointCache {
  /**
   * Adds a point. `new`: its second had no point. `corrected`: it replaces another value. The
   * others change nothing: `same` repeats the value, `old` is older than everything kept.
   */
  readonly take: (asset: Asset, point: RelayPoint) => "new" | "corrected" | "same" | "old";
  /** Returns the point of exactly this second. */
  readonly at: (asset: Asset, sec: number) => RelayPoint | undefined;
  /** Returns the point of the latest second. */
  readonly latest: (asset: Asset) => RelayPoint | undefined;
  /**
   * Returns the latest second of any asset: how far the relay has come; -Infinity before the first.
   */
  readonly reachedSec: () => number;
}

/** How many points of an asset are kept: 15 minutes, and a minute of clock difference. */
export const POINTS_KEPT = 960;
/** How many more are kept before the oldest are dropped, since dropping scans all of them. */
const SLACK = 100;

/** The points of one asset. */
interface Points {
  readonly bySec: Map<number, RelayPoint>;
  /** Older points were dropped. */
  fromSec: number;
  latestSec: number;
}

/** Creates an empty cache. */
export function makePointCache(): PointCache {
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
