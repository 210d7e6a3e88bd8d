/**
 * Port: a platform that lists games.
 *
 * @module
 */
import { Context, type Effect, type Result } from "effect";
import type { LeagueCode, PlatformFacts, PlatformGame, UnreadListing } from "../game/mod.ts";
import type { TimeRange } from "../time/mod.ts";
import type { ProviderFailed } from "./provider_failure.ts";

/** A platform's listing of a league. */
export interface LeagueListing {
  /** Every game that begins in the window, and possibly others. */
  readonly games: ReadonlyArray<PlatformGame>;
  /** Whether the last page was read. */
  readonly isComplete: boolean;
  /** Entries that could not be read as a game. */
  readonly unread: ReadonlyArray<UnreadListing>;
}

/** The outcome of scanning one league. */
export interface LeagueScan {
  readonly league: LeagueCode;
  readonly outcome: Result.Result<LeagueListing, ProviderFailed>;
}

/** A platform that lists games. */
export interface PlatformSource extends PlatformFacts {
  /** The leagues that can be scanned. */
  readonly leagues: ReadonlyArray<LeagueCode>;
  /**
   * Scans these leagues for games that begin in the window, including closed ones that the platform
   * still lists. Returns one outcome per league, in the requested order; leagues fail
   * independently.
   */
  readonly scan: (query: {
    readonly leagues: ReadonlyArray<LeagueCode>;
    readonly window: TimeRange;
  }) => Effect.Effect<ReadonlyArray<LeagueScan>>;
}

/** The platforms in use, in the order of their codes' list. */
export class PlatformSources
  extends Context.Service<PlatformSources, ReadonlyArray<PlatformSource>>()(
    "core/port/PlatformSources",
  ) {}
