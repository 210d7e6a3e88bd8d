/**
 * Publishes the points of all assets, each value of a second once, and the seconds that are given
 * up.
 *
 * It has no clock and no network: callers pass the machine's time in milliseconds (`nowMs`), which
 * measures the network, and the service's clock (`nowSec`), which counts seconds.
 *
 * @module
 */
import { type Asset, ASSETS } from "../../../core/market/mod.ts";
import type { LiveEvent } from "../../../core/port/live_prices.ts";
import type { RelayPoint } from "../../../core/price/mod.ts";
import { type Hole, makePointAccount, type PointAccount } from "./point_account.ts";
import type { PointCache } from "./point_cache.ts";

/** How far back a snapshot reaches, in seconds. */
export const REACH_SEC = 120;
/** This many seconds after its second, a point that no snapshot has will not come. */
const SETTLED_AFTER_SEC = 10;
/** How long, in machine time, a hole may delay the points after it. */
const HOLD_MS_MAX = 15_000;
/**
 * How long a hole exists before it alone causes a snapshot request. On a fast clock it is out of
 * reach by then: what a simulator omits there is absent, not lost.
 */
const DOUBT_MS = 1_000;
/** A snapshot is as old as its way to us. */
const REACH_MARGIN_SEC = 5;
/** Points arrive 1 to 2 s after their second. */
const PUBLISHED_AFTER_SEC = 4;

/** The dependencies of the point state. */
export interface PointStateOptions {
  readonly memory: PointCache;
  readonly publish: (event: LiveEvent) => void;
  readonly nowSec: () => number;
}

/** Points of one asset that arrived together, in the order of their seconds. */
export interface ArrivedPoints {
  readonly points: ReadonlyArray<RelayPoint>;
  /** Milliseconds of machine time. */
  readonly nowMs: number;
}

/** Receives points of any connection. */
export interface PointState {
  /**
   * Returns whether one of the points was new. A point whose second was already published as lost
   * is published nevertheless: a window may begin with it.
   */
  readonly take: (asset: Asset, arrived: ArrivedPoints) => boolean;
  /** Called after a whole snapshot that was requested at this second of the service's clock. */
  readonly answered: (asset: Asset, askedSec: number) => void;
  /** Returns the assets that a snapshot could complete. */
  readonly doubtful: (nowMs: number) => ReadonlyArray<Asset>;
  /** Call a few times a second: gives up seconds that were awaited long enough. */
  readonly tend: (nowMs: number) => void;
}

/** Starts at the reach of a snapshot. Everything before is published as lost immediately. */
export function makePointState({ memory, publish, nowSec }: PointStateOptions): PointState {
  const beginSec = nowSec() - REACH_SEC;
  const accounts = new Map(ASSETS.map((asset) => [asset, makePointAccount(beginSec)]));
  for (const asset of ASSETS) publishLost(asset, { fromSec: 0, toSec: beginSec - 1 });

  function publishLost(
    asset: Asset,
    { fromSec, toSec }: { readonly fromSec: number; readonly toSec: number },
  ): void {
    publish({ kind: "lost_reports", asset, stream: "twap_60", fromSec, toSec });
  }

  const lose = (asset: Asset, untilSecOf: (hole: Hole) => number) => {
    for (const lost of accounts.get(asset)?.lose(untilSecOf) ?? []) publishLost(asset, lost);
  };

  /** A hole that no snapshot can reach any more is lost as a whole. */
  const beyondReach = ({ toSec }: Hole) =>
    toSec <= nowSec() - REACH_SEC - REACH_MARGIN_SEC ? toSec : -Infinity;

  return {
    take: (asset, { points, nowMs }) => {
      const account = accounts.get(asset);
      if (account === undefined) return false;
      let isNews = false;
      for (const point of points) {
        const change = memory.take(asset, point);
        const isUnpublished = account.take(point.observedSec, nowMs);
        if (!isUnpublished && change !== "new" && change !== "corrected") continue;
        isNews = true;
        publish({ kind: "point", asset, point });
      }
      if (isNews) lose(asset, beyondReach);
      return isNews;
    },
    answered: (asset, askedSec) => lose(asset, () => askedSec - SETTLED_AFTER_SEC),
    doubtful: (nowMs) => {
      const [sec, reachSec] = [nowSec(), nowSec() - REACH_SEC];
      const isDoubtful = ({ fromSec, toSec, sinceMs }: Hole) =>
        toSec >= reachSec && fromSec <= sec - SETTLED_AFTER_SEC && nowMs - sinceMs >= DOUBT_MS;
      return ASSETS.filter((asset) => holesOf(accounts.get(asset)).some(isDoubtful));
    },
    tend: (nowMs) => {
      const settledSec = nowSec() - PUBLISHED_AFTER_SEC;
      const untilSecOf = (hole: Hole) =>
        nowMs - hole.sinceMs >= HOLD_MS_MAX ? settledSec : beyondReach(hole);
      for (const asset of ASSETS) lose(asset, untilSecOf);
    },
  };
}

function holesOf(account: PointAccount | undefined): ReadonlyArray<Hole> {
  return account?.holes() ?? [];
}
