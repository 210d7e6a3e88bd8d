/**
 * Records of schedule readings: when each day was read, and which leagues cannot be.
 *
 * @module
 */
import type { LeagueCode } from "../game/mod.ts";
import type { CalendarDay, UnixSec } from "../time/mod.ts";
import type { PROVIDER_FAILURE_REASONS } from "./provider_failure.ts";

/** A US Eastern day of a league that was read, and when the reading began. */
export interface DayReading {
  readonly league: LeagueCode;
  readonly day: CalendarDay;
  readonly atSec: UnixSec;
}

/** A league whose schedule cannot be read, since when, and why. */
export interface ReadingTrouble {
  readonly league: LeagueCode;
  readonly sinceSec: UnixSec;
  readonly reason: (typeof PROVIDER_FAILURE_REASONS)[number];
}

/** All stored readings. A league without trouble was read at the last attempt, or never tried. */
export interface ScheduleReadings {
  readonly readings: ReadonlyArray<DayReading>;
  readonly troubles: ReadonlyArray<ReadingTrouble>;
}
