/**
 * What was looked at on a platform, which is what an absence is proved by.
 *
 * @module
 */
import { type TimeRange, type UnixSec } from "../time/mod.ts";
import { type LeagueCode } from "./league.ts";
import { type PlatformCode } from "./platform.ts";

/** One look at what a platform lists of a league. */
export interface Scan {
  readonly source: PlatformCode;
  readonly league: LeagueCode;
  /** Games that begin in here were asked for. */
  readonly window: TimeRange;
  /** When the look began: what was listed after it may have been missed. */
  readonly atSec: UnixSec;
  /** Every page was read, to the last one. A look that failed is not complete. */
  readonly isComplete: boolean;
}
