/**
 * What a connection is subscribed to, and when it subscribes again to be sent a snapshot.
 *
 * It has no clock and no network: whoever has them tells the machine's time, in milliseconds, and
 * lends the connection.
 *
 * @module
 */
import { type Asset, ASSETS } from "../../../core/market/mod.ts";
import { pairsText } from "./client_frame.ts";

/** What they work with. */
export interface SubscriptionsOptions {
  readonly send: (text: string) => void;
  /** The service's clock, in unix seconds. */
  readonly nowSec: () => number;
}

/** The subscriptions of one connection. */
export interface Subscriptions {
  /** Subscribes to everything, for the first time. */
  readonly begin: (nowMs: number) => void;
  readonly acknowledged: (rid: unknown) => void;
  /** A frame of the asset came. */
  readonly heard: (asset: Asset, nowMs: number) => void;
  /**
   * A snapshot came. Gives the second of the service's clock at which it was asked for, if it was.
   */
  readonly snapshot: (asset: Asset) => number | undefined;
  /** Frames were lost, and nobody knows whose. */
  readonly lostFrames: () => void;
  /** Asks for snapshots where it is time to; of the doubtful as well. */
  readonly heal: (nowMs: number, doubtful: ReadonlyArray<Asset>) => void;
  /**
   * To be called a few times a second. Says why the connection is of no use, if it is not.
   */
  readonly judge: (nowMs: number) => "unacknowledged" | "no snapshot" | undefined;
}

/** How long the venue may take to send the first snapshot of what was subscribed to. */
const SNAPSHOT_MS_MAX = 4_000;
/** Snapshots are asked for no more often, whatever is lost: far below 20 frames a second. */
const HEAL_EVERY_MS = 5_000;
/** An asset that is quiet for so long, while others are not, may have lost its subscription. */
const QUIET_MS_MAX = 20_000;
/** One that the venue seems not to have is asked for so often. */
const UNSERVED_EVERY_MS = 60_000;

/** Pairs that were subscribed to together, until their snapshots are there. */
interface Asked {
  readonly rid: string;
  readonly atMs: number;
  readonly atSec: number;
  readonly count: number;
  acknowledged: number;
  /** Of these no snapshot came yet. */
  readonly missing: Set<Asset>;
}

/** Subscribed to nothing yet. */
export function makeSubscriptions({ send, nowSec }: SubscriptionsOptions): Subscriptions {
  let asked: Asked | undefined;
  let askedCount = 0;
  let askedMs = -Infinity;
  let hasSnapshots = false;
  /** What has to be subscribed to again, as frames of it may be lost. */
  let owed: ReadonlyArray<Asset> = [];
  const heardMs = new Map<Asset, number>();
  /** Of these the venue sent no snapshot when it sent those of others. */
  const unserved = new Set<Asset>();

  /** A pair that is let go and subscribed to again gets a snapshot. */
  const ask = (assets: ReadonlyArray<Asset>, nowMs: number) => {
    askedCount += 1;
    [askedMs, owed] = [nowMs, []];
    const rid = `s${askedCount}`;
    if (askedCount > 1) send(pairsText("unsubscribe", { rid: `u${askedCount}`, assets }));
    send(pairsText("subscribe", { rid, assets }));
    const missing = new Set(assets);
    const { size: count } = missing;
    asked = { rid, atMs: nowMs, atSec: nowSec(), count, acknowledged: 0, missing };
    for (const asset of assets) heardMs.set(asset, nowMs);
  };

  const isQuiet = (asset: Asset, nowMs: number) =>
    nowMs - (heardMs.get(asset) ?? nowMs) >=
      (unserved.has(asset) ? UNSERVED_EVERY_MS : QUIET_MS_MAX);

  return {
    begin: (nowMs) => ask(ASSETS, nowMs),
    acknowledged: (rid) => {
      if (asked !== undefined && asked.rid === rid) asked.acknowledged += 1;
    },
    heard: (asset, nowMs) => {
      heardMs.set(asset, nowMs);
      unserved.delete(asset);
    },
    snapshot: (asset) => {
      hasSnapshots = true;
      if (asked?.missing.delete(asset) !== true) return undefined;
      const { atSec, missing } = asked;
      if (missing.size === 0) asked = undefined;
      return atSec;
    },
    lostFrames: () => void (owed = ASSETS),
    heal: (nowMs, doubtful) => {
      if (asked !== undefined || nowMs - askedMs < HEAL_EVERY_MS) return;
      const quiet = ASSETS.filter((asset) => isQuiet(asset, nowMs));
      const due = new Set([...owed, ...doubtful, ...quiet]);
      if (due.size > 0) ask([...due], nowMs);
    },
    judge: (nowMs) => {
      if (asked === undefined || nowMs - asked.atMs < SNAPSHOT_MS_MAX) return undefined;
      const { acknowledged, count, missing } = asked;
      asked = undefined;
      if (missing.size < count) {
        // A frame that was lost is missed by its number: these are pairs that are not served.
        for (const asset of missing) unserved.add(asset);
        return undefined;
      }
      if (ASSETS.every((asset) => unserved.has(asset) || !missing.has(asset))) return undefined;
      // Another connection would bring no snapshot either, as it seems, and this one has points.
      if (acknowledged > 0 && !hasSnapshots) return undefined;
      if (count === ASSETS.length) return acknowledged > 0 ? "no snapshot" : "unacknowledged";
      owed = ASSETS;
      return undefined;
    },
  };
}
