/**
 * Port: a spine, which is a reference schedule with live scores.
 *
 * @module
 */
import { Context, type Effect } from "effect";
import type { LeagueCode, Redistribution, SpineGame, SpineName } from "../game/mod.ts";
import type { CalendarDay } from "../time/mod.ts";
import type { ProviderFailed } from "./provider_failure.ts";

/** What a spine has of one day of a league. */
export interface ScheduleDay {
  readonly games: ReadonlyArray<SpineGame>;
  /** Whether every list of the day was read, to its end. */
  readonly isWhole: boolean;
  /** What could not be read, one line each: the rest of the day stands. */
  readonly troubles: ReadonlyArray<string>;
}

/** One spine. */
export interface ScheduleSource {
  readonly name: SpineName;
  /** The leagues it has. */
  readonly leagues: ReadonlyArray<LeagueCode>;
  /** Whether what it says of a league may be passed on. */
  readonly redistributable: (league: LeagueCode) => Redistribution;
  /** What is known of its licence, in a sentence. */
  readonly licenseNote: (league: LeagueCode) => string;
  /** How many calls a day of a league takes, if none has to be repeated. */
  readonly callsOf: (league: LeagueCode) => number;
  /**
   * Games that begin on a US Eastern day, as they stand now. `isOnce`: no call is repeated,
   * whatever becomes of it.
   */
  readonly day: (query: {
    readonly league: LeagueCode;
    readonly day: CalendarDay;
    readonly isOnce?: boolean;
  }) => Effect.Effect<ScheduleDay, ProviderFailed>;
}

/** The spines in use. A league is read from the first that has it. */
export class ScheduleSources
  extends Context.Service<ScheduleSources, ReadonlyArray<ScheduleSource>>()(
    "core/port/ScheduleSources",
  ) {}
