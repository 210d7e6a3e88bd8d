/**
 * Tells the points of all assets, each value of a second once, and the seconds that are not
 * waited for any more.
 *
 * It has no clock and no network: whoever has them tells the machine's time in milliseconds
 * (`nowMs`), in which a network is measured, and lends the service's clock (`nowSec`), in which
 * seconds are counted.
 *
 * @module
 */
import { type Asset, ASSETS } from "../../../core/market/mod.ts";
import type { LiveEvent } from "../../../core/port/mod.ts";
import type { RelayPoint } from "../../../core/price/mod.ts";
import { type Hole, makePointAccount, type PointAccount } from "./point_account.ts";
import type { PointMemory } from "./point_memory.ts";

/** How far back a snapshot reaches, in seconds. */
export const REACH_SEC = 120;
/** From so many seconds after its second on, a point that no snapshot has will not come. */
const SETTLED_AFTER_SEC = 10;
/** The machine's time for which a hole may hold up what comes after it. */
const HOLD_MS_MAX = 15_000;
/**
 * So long a hole waits before a snapshot is asked for because of it alone. On a fast clock it is
 * out of reach by then: what a simulator leaves out there is absent and not lost.
 */
const DOUBT_MS = 1_000;
/** A snapshot is as old as its way to us. */
const REACH_MARGIN_SEC = 5;
/** Points come 1 to 2 s after their second. */
const PUBLISHED_AFTER_SEC = 4;

/** What a desk works with. */
export interface PointDeskOptions {
  readonly memory: PointMemory;
  readonly tell: (event: LiveEvent) => void;
  readonly nowSec: () => number;
}

/** Points of one asset that came together, in the order of their seconds. */
export interface ArrivedPoints {
  readonly points: ReadonlyArray<RelayPoint>;
  /** The machine's time. */
  readonly nowMs: number;
}

/** Takes points of any connection. */
export interface PointDesk {
  /**
   * Says whether one of them was news. One that comes after its second was told as lost is told
   * all the same: a window may begin with it.
   */
  readonly take: (asset: Asset, arrived: ArrivedPoints) => boolean;
  /** A whole snapshot was taken, which was asked for at this second of the service's clock. */
  readonly answered: (asset: Asset, askedSec: number) => void;
  /** The assets of which a snapshot would tell more. */
  readonly doubtful: (nowMs: number) => ReadonlyArray<Asset>;
  /** To be called a few times a second: gives up what was waited for long enough. */
  readonly tend: (nowMs: number) => void;
}

/** Begins with what a snapshot reaches. What lies before is told as lost at once. */
export function makePointDesk({ memory, tell, nowSec }: PointDeskOptions): PointDesk {
  const beginSec = nowSec() - REACH_SEC;
  const accounts = new Map(ASSETS.map((asset) => [asset, makePointAccount(beginSec)]));
  for (const asset of ASSETS) tellLost(asset, { fromSec: 0, toSec: beginSec - 1 });

  function tellLost(
    asset: Asset,
    { fromSec, toSec }: { readonly fromSec: number; readonly toSec: number },
  ): void {
    tell({ kind: "lost_reports", asset, stream: "twap_60", fromSec, toSec });
  }

  const lose = (asset: Asset, untilSecOf: (hole: Hole) => number) => {
    for (const lost of accounts.get(asset)?.lose(untilSecOf) ?? []) tellLost(asset, lost);
  };

  /** A hole of which no snapshot can bring anything any more is lost as a whole. */
  const beyondReach = ({ toSec }: Hole) =>
    toSec <= nowSec() - REACH_SEC - REACH_MARGIN_SEC ? toSec : -Infinity;

  return {
    take: (asset, { points, nowMs }) => {
      const account = accounts.get(asset);
      if (account === undefined) return false;
      let isNews = false;
      for (const point of points) {
        const change = memory.take(asset, point);
        const isUntold = account.take(point.observedSec, nowMs);
        if (!isUntold && change !== "new" && change !== "corrected") continue;
        isNews = true;
        tell({ kind: "point", asset, point });
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
