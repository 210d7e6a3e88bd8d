/**
 * A log of when any process read each day of the schedule, and of what could not be read.
 *
 * @module
 */
import { Effect } from "effect";
import { type DayState, type LeagueCode, leagueDayKey } from "../../game/mod.ts";
import { GameStore } from "../../port/game_store.ts";
import type { DayReading, ReadingTrouble, ScheduleReadings } from "../../port/schedule_reading.ts";
import type { StoreFailed } from "../../port/store_failure.ts";
import { addDays, type CalendarDay, easternDay, toDayText, UnixSec } from "../../time/mod.ts";

/** Days of a league that could not be read, from one attempt. */
export interface ReadingFailure {
  readonly league: LeagueCode;
  readonly days: ReadonlyArray<CalendarDay>;
  readonly atSec: UnixSec;
  readonly reason: ReadingTrouble["reason"];
  /** Whether other days of the attempt could be read, so that the league is reachable. */
  readonly isAnswered: boolean;
}

/** The log. It knows only what it has loaded or recorded. */
export interface ReadingLog {
  /** Loads the stored log, including the readings of other processes. */
  readonly load: Effect.Effect<void, StoreFailed, GameStore>;
  /** The state of a day. A day without a state is due from `nowSec`. */
  readonly stateOf: (league: LeagueCode, day: CalendarDay, nowSec: UnixSec) => DayState;
  /** When a day was last read; undefined if never. */
  readonly readSec: (league: LeagueCode, day: CalendarDay) => UnixSec | undefined;
  /** Records days that were read. */
  readonly noteRead: (
    readings: ReadonlyArray<DayReading>,
  ) => Effect.Effect<void, StoreFailed, GameStore>;
  /** Records days that could not be read. */
  readonly noteFailed: (failure: ReadingFailure) => Effect.Effect<void, StoreFailed, GameStore>;
  /** Whether the last attempt at a day failed. */
  readonly hasFailed: (league: LeagueCode, day: CalendarDay) => boolean;
}

/** Readings of days this long ago are deleted: such days are no longer read. */
const FORGET_DAYS = 90;

/** Makes an empty log. */
export function makeReadingLog(): ReadingLog {
  const states = new Map<string, DayState>();
  const troubled = new Map<LeagueCode, ReadingTrouble["reason"]>();
  const keyOf = (league: LeagueCode, day: CalendarDay) => leagueDayKey(league, toDayText(day));

  function take({ readings, troubles }: ScheduleReadings): void {
    for (const { league, day, atSec } of readings) {
      states.set(keyOf(league, day), { readSec: atSec, failedSec: null, sinceSec: atSec });
      troubled.delete(league);
    }
    for (const { league, reason } of troubles) troubled.set(league, reason);
  }

  function stateOf(league: LeagueCode, day: CalendarDay, nowSec: UnixSec): DayState {
    const key = keyOf(league, day);
    const known = states.get(key);
    if (known !== undefined) return known;
    const state = { readSec: null, failedSec: null, sinceSec: nowSec };
    states.set(key, state);
    return state;
  }

  const write = Effect.fnUntraced(function* (notes: ScheduleReadings, atSec: UnixSec) {
    const store = yield* GameStore;
    const forgetBefore = addDays(easternDay(atSec), -FORGET_DAYS);
    yield* store.noteReadings({ ...notes, forgetBefore });
    const oldest = toDayText(forgetBefore);
    for (const key of states.keys()) if (key.slice(-oldest.length) < oldest) states.delete(key);
  });

  return {
    load: Effect.gen(function* () {
      const found = yield* (yield* GameStore).readings;
      states.clear();
      troubled.clear();
      take(found);
    }),
    stateOf,
    readSec: (league, day) => states.get(keyOf(league, day))?.readSec ?? undefined,
    noteRead: Effect.fnUntraced(function* (readings) {
      if (readings.length === 0) return;
      yield* write({ readings, troubles: [] }, UnixSec(Math.max(...readings.map((r) => r.atSec))));
      take({ readings, troubles: [] });
    }),
    noteFailed: Effect.fnUntraced(function* ({ league, days, atSec, reason, isAnswered }) {
      for (const day of days) {
        const state = stateOf(league, day, atSec);
        states.set(keyOf(league, day), { ...state, failedSec: atSec });
      }
      // The start of a lasting trouble is written once.
      if (isAnswered || troubled.get(league) === reason) return;
      yield* write({ readings: [], troubles: [{ league, sinceSec: atSec, reason }] }, atSec);
      troubled.set(league, reason);
    }),
    hasFailed: (league, day) => (states.get(keyOf(league, day))?.failedSec ?? null) !== null,
  };
}
