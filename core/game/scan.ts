/**
 * A scan of a platform, which can prove that a game is absent.
 *
 * @module
 */
import { type TimeRange, type UnixSec } from "../time/mod.ts";
import { type LeagueCode } from "./league.ts";
import { type PlatformCode } from "./platform.ts";

/** One scan of a platform's listing of a league. */
export interface Scan {
  readonly source: PlatformCode;
  readonly league: LeagueCode;
  /** The requested range of kickoffs. */
  readonly window: TimeRange;
  /** When the scan began: it may have missed what was listed later. */
  readonly atSec: UnixSec;
  /** Whether every page was read, to the last one. A failed scan is not complete. */
  readonly isComplete: boolean;
}
