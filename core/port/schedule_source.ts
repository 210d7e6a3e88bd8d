/**
 * Port: a reference schedule with live scores.
 *
 * @module
 */
import { Context, type Effect } from "effect";
import type { LeagueCode, Redistribution, ScheduledGame, ScheduleName } from "../game/mod.ts";
import type { CalendarDay } from "../time/mod.ts";
import type { ProviderFailed } from "./provider_failure.ts";

/** One day of a league's schedule. */
export interface ScheduleDay {
  readonly games: ReadonlyArray<ScheduledGame>;
  /** Whether every list of the day was read to its end. */
  readonly isWhole: boolean;
  /** Entries that could not be read, one line each; the rest of the day is valid. */
  readonly troubles: ReadonlyArray<string>;
}

/** A reference schedule. */
export interface ScheduleSource {
  readonly name: ScheduleName;
  /** The leagues it has. */
  readonly leagues: ReadonlyArray<LeagueCode>;
  /** Whether its data about a league may be redistributed. */
  readonly redistributable: (league: LeagueCode) => Redistribution;
  /** A sentence about its licence. */
  readonly licenseNote: (league: LeagueCode) => string;
  /** The number of calls for a day of a league, without retries. */
  readonly callsOf: (league: LeagueCode) => number;
  /**
   * Reads the current state of the games that begin on a US Eastern day. `isOnce`: makes each call
   * once, without retries.
   */
  readonly day: (query: {
    readonly league: LeagueCode;
    readonly day: CalendarDay;
    readonly isOnce?: boolean;
  }) => Effect.Effect<ScheduleDay, ProviderFailed>;
}

/** The schedules in use. A league is read from the first that has it. */
export class ScheduleSources
  extends Context.Service<ScheduleSources, ReadonlyArray<ScheduleSource>>()(
    "core/port/ScheduleSources",
  ) {}
