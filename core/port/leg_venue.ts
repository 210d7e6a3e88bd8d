/**
 * Port: a venue, beside the primary one, that has markets on the same windows.
 *
 * @module
 */
import { Context, type Effect } from "effect";
import type { LegId, LegMarket, LegSeries, LegVenueCode } from "../leg/mod.ts";
import type { TimeRange, UnixSec } from "../time/mod.ts";
import type { ProviderFailed } from "./provider_failure.ts";

/** A market as it is now, and its window. */
export interface SeenLeg {
  readonly id: LegId;
  readonly market: LegMarket;
}

/** A market of which something is not as it is known to be. */
export interface UnreadLeg {
  readonly id: string;
  readonly why: string;
  /** The start of its window; null if that cannot be read either: it may be of any window. */
  readonly startSec: UnixSec | null;
}

/** What was read, and what could not be. */
export interface SeenLegs {
  readonly seen: ReadonlyArray<SeenLeg>;
  readonly unread: ReadonlyArray<UnreadLeg>;
}

/** A venue. */
export interface LegVenue {
  readonly venue: LegVenueCode;
  /** The series that are looked for. One that the venue does not have has no market. */
  readonly series: ReadonlyArray<LegSeries>;
  /**
   * Every market of a series whose window starts inside the range, of any age: what is not among
   * them, and not unread, does not exist.
   */
  readonly listed: (
    series: LegSeries,
    range: TimeRange,
  ) => Effect.Effect<SeenLegs, ProviderFailed>;
  /** Markets by their ids, together and as they are now. Those that are not there are left out. */
  readonly current: (ids: ReadonlyArray<string>) => Effect.Effect<SeenLegs, ProviderFailed>;
  /** Whether the venue says that these markets are not traded now, as in a maintenance. */
  readonly isPaused: Effect.Effect<boolean, ProviderFailed>;
}

/** The venues. */
export class LegVenues extends Context.Service<LegVenues, ReadonlyArray<LegVenue>>()(
  "core/port/LegVenues",
) {}
