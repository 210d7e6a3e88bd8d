/**
 * The subscriptions of a connection, and when to renew them for a snapshot.
 *
 * It has no clock and no network: callers pass the machine's time in milliseconds, and the
 * connection.
 *
 * @module
 */
import { type Asset, ASSETS } from "../../../core/market/mod.ts";
import { pairsText } from "./client_frame.ts";

/** The dependencies of the subscriptions. */
export interface SubscriptionsOptions {
  readonly send: (text: string) => void;
  /** Returns the service's clock, in unix seconds. */
  readonly nowSec: () => number;
}

/** The subscriptions of one connection. */
export interface Subscriptions {
  /** Subscribes to all assets for the first time. */
  readonly begin: (nowMs: number) => void;
  readonly acknowledged: (rid: unknown) => void;
  /** Called for each frame of an asset. */
  readonly received: (asset: Asset, nowMs: number) => void;
  /**
   * Called for a snapshot. Returns the second of the service's clock at which it was requested, if
   * it was.
   */
  readonly snapshot: (asset: Asset) => number | undefined;
  /** Called when frames of unknown assets were lost. */
  readonly lostFrames: () => void;
  /** Requests snapshots that are due, including for the doubtful assets. */
  readonly heal: (nowMs: number, doubtful: ReadonlyArray<Asset>) => void;
  /** Call a few times a second. Returns why the connection is useless, if it is. */
  readonly judge: (nowMs: number) => "unacknowledged" | "no snapshot" | undefined;
}

/** How long the venue may take to send the first snapshot of a subscription. */
const SNAPSHOT_MS_MAX = 4_000;
/** The shortest interval between snapshot requests: far below 20 frames a second. */
const HEAL_EVERY_MS = 5_000;
/** An asset that is silent this long, while others are not, may have lost its subscription. */
const QUIET_MS_MAX = 20_000;
/** How often an asset that the venue does not seem to serve is requested. */
const UNSERVED_EVERY_MS = 60_000;

/** Pairs that were subscribed together, until their snapshots arrive. */
interface Asked {
  readonly rid: string;
  readonly atMs: number;
  readonly atSec: number;
  readonly count: number;
  acknowledged: number;
  /** The assets without a snapshot so far. */
  readonly missing: Set<Asset>;
}

/** Creates the state without any subscription. */
export function makeSubscriptions({ send, nowSec }: SubscriptionsOptions): Subscriptions {
  let asked: Asked | undefined;
  let askedCount = 0;
  let askedMs = -Infinity;
  let hasSnapshots = false;
  /** Assets to subscribe again, because their frames may be lost. */
  let owed: ReadonlyArray<Asset> = [];
  const receivedMs = new Map<Asset, number>();
  /** Assets without a snapshot although others received one. */
  const unserved = new Set<Asset>();

  /** Unsubscribing and subscribing again makes the venue send a snapshot. */
  const ask = (assets: ReadonlyArray<Asset>, nowMs: number) => {
    askedCount += 1;
    [askedMs, owed] = [nowMs, []];
    const rid = `s${askedCount}`;
    if (askedCount > 1) send(pairsText("unsubscribe", { rid: `u${askedCount}`, assets }));
    send(pairsText("subscribe", { rid, assets }));
    const missing = new Set(assets);
    const { size: count } = missing;
    asked = { rid, atMs: nowMs, atSec: nowSec(), count, acknowledged: 0, missing };
    for (const asset of assets) receivedMs.set(asset, nowMs);
  };

  const isQuiet = (asset: Asset, nowMs: number) =>
    nowMs - (receivedMs.get(asset) ?? nowMs) >=
      (unserved.has(asset) ? UNSERVED_EVERY_MS : QUIET_MS_MAX);

  return {
    begin: (nowMs) => ask(ASSETS, nowMs),
    acknowledged: (rid) => {
      if (asked !== undefined && asked.rid === rid) asked.acknowledged += 1;
    },
    received: (asset, nowMs) => {
      receivedMs.set(asset, nowMs);
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
        // Lost frames are detected by their numbers, so these pairs are not served.
        for (const asset of missing) unserved.add(asset);
        return undefined;
      }
      if (ASSETS.every((asset) => unserved.has(asset) || !missing.has(asset))) return undefined;
      // Another connection would probably bring no snapshot either, and this one has points.
      if (acknowledged > 0 && !hasSnapshots) return undefined;
      if (count === ASSETS.length) return acknowledged > 0 ? "no snapshot" : "unacknowledged";
      owed = ASSETS;
      return undefined;
    },
  };
}
