/**
 * What is kept of the readings of the schedule itself: when each day was read, and what cannot be.
 *
 * @module
 */
import type { LeagueCode } from "../game/mod.ts";
import type { CalendarDay, UnixSec } from "../time/mod.ts";
import type { PROVIDER_FAILURE_REASONS } from "./provider_failure.ts";

/** A US Eastern day of a league that was read, and when that began. */
export interface DayReading {
  readonly league: LeagueCode;
  readonly day: CalendarDay;
  readonly atSec: UnixSec;
}

/** A league whose schedule cannot be read, since when, and why at the last attempt. */
export interface ReadingTrouble {
  readonly league: LeagueCode;
  readonly sinceSec: UnixSec;
  readonly reason: (typeof PROVIDER_FAILURE_REASONS)[number];
}

/** All that is known of them. A league without trouble was read when last tried, or never tried. */
export interface ScheduleReadings {
  readonly readings: ReadonlyArray<DayReading>;
  readonly troubles: ReadonlyArray<ReadingTrouble>;
}
