/**
 * What a test of the client needs from a service, the real one or a fake.
 *
 * @module
 */
import type { Fact } from "./fake_stream.ts";

/** The assets that a world has prices of. */
export const WORLD_ASSETS = ["btc", "eth"] as const;

/** One of {@linkcode WORLD_ASSETS}. */
export type WorldAsset = (typeof WORLD_ASSETS)[number];

/** A service and its oracle. */
export interface StreamWorld {
  readonly port: () => number;
  /** The service's clock, unix seconds. */
  readonly nowSec: () => number;
  /**
   * Moves the clock to this second, at which the oracle reports the prices of these assets. Where
   * windows open, those of the other assets never get a price.
   */
  readonly report: (sec: number, assets: ReadonlyArray<WorldAsset>) => Promise<void> | void;
  /** Restarts the service with what it stored. */
  readonly restart: () => Promise<void>;
  readonly stop: () => Promise<void> | void;
}

const LENGTHS_SEC = [["5min", 300], ["15min", 900]] as const;

/** What a service publishes for one report, in any order. */
export function factsOf(sec: number, assets: ReadonlyArray<WorldAsset>): ReadonlyArray<Fact> {
  return WORLD_ASSETS.flatMap((asset) => {
    const isMissing = !assets.includes(asset);
    const windows = LENGTHS_SEC.filter(([, lengthSec]) => sec % lengthSec === 0).map(
      ([interval, lengthSec]) => ({
        topic: `targets:${asset}:${interval}`,
        seq: sec,
        endSec: sec + lengthSec,
        isMissing,
      }),
    );
    if (isMissing) return windows;
    // An average counts as the current one for a minute.
    return [...windows, { topic: `twap:${asset}:60`, seq: sec, endSec: sec + 60, isMissing }];
  });
}

/** Everything a world has topics of. */
export const WORLD_TOPICS: ReadonlyArray<string> = WORLD_ASSETS.flatMap((asset) => [
  `targets:${asset}:5min`,
  `targets:${asset}:15min`,
  `twap:${asset}:60`,
]);
