/**
 * Port: a platform, as far as it lists games.
 *
 * @module
 */
import { Context, type Effect, type Result } from "effect";
import type { LeagueCode, PlatformFacts, PlatformGame, UnreadListing } from "../game/mod.ts";
import type { TimeRange } from "../time/mod.ts";
import type { ProviderFailed } from "./provider_failure.ts";

/** What a platform lists of a league. */
export interface LeagueListing {
  /** Every game that begins in the window; others may be among them. */
  readonly games: ReadonlyArray<PlatformGame>;
  /** Whether the last page was read. */
  readonly isComplete: boolean;
  /** What is there and could not be read as a game. */
  readonly unread: ReadonlyArray<UnreadListing>;
}

/** How a look at one league went. */
export interface LeagueScan {
  readonly league: LeagueCode;
  readonly outcome: Result.Result<LeagueListing, ProviderFailed>;
}

/** One platform. */
export interface PlatformSource extends PlatformFacts {
  /** The leagues it can be asked for. */
  readonly leagues: ReadonlyArray<LeagueCode>;
  /**
   * Looks for games of these leagues that begin in the window, closed ones included as far as the
   * platform still lists them. One answer a league, in the order asked: what fails for one says
   * nothing of the others.
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
