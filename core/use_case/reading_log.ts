/**
 * When this process, or another before it, read each day of the schedule, and what it could not.
 *
 * @module
 */
import { Effect } from "effect";
import { type DayState, type LeagueCode, leagueDayKey } from "../game/mod.ts";
import {
  type DayReading,
  GameStore,
  type ReadingTrouble,
  type ScheduleReadings,
  type StoreFailed,
} from "../port/mod.ts";
import { addDays, type CalendarDay, easternDay, toDayText, UnixSec } from "../time/mod.ts";

/** Days of a league that could not be read together. */
export interface ReadingFailure {
  readonly league: LeagueCode;
  readonly days: ReadonlyArray<CalendarDay>;
  readonly atSec: UnixSec;
  readonly reason: ReadingTrouble["reason"];
  /** Whether others could be read, so that the league is in no trouble. */
  readonly isAnswered: boolean;
}

/** The log. What it has not loaded from the store it does not know. */
export interface ReadingLog {
  /** Takes over what is stored: what others have read meanwhile. */
  readonly load: Effect.Effect<void, StoreFailed, GameStore>;
  /** `nowSec`: since then it is to be read, if nothing is known of it. */
  readonly stateOf: (league: LeagueCode, day: CalendarDay, nowSec: UnixSec) => DayState;
  /** When a day was read last; undefined where it never was. */
  readonly readSec: (league: LeagueCode, day: CalendarDay) => UnixSec | undefined;
  /** Notes days that were read. */
  readonly noteRead: (
    readings: ReadonlyArray<DayReading>,
  ) => Effect.Effect<void, StoreFailed, GameStore>;
  /** Notes what could not be read. */
  readonly noteFailed: (failure: ReadingFailure) => Effect.Effect<void, StoreFailed, GameStore>;
  /** Whether the last attempt at a day failed. */
  readonly hasFailed: (league: LeagueCode, day: CalendarDay) => boolean;
}

/** Long after anything is read of a day. */
const FORGET_DAYS = 90;

/** Knows nothing yet. */
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
      // Since when it lasts is known already: it is written once.
      if (isAnswered || troubled.get(league) === reason) return;
      yield* write({ readings: [], troubles: [{ league, sinceSec: atSec, reason }] }, atSec);
      troubled.set(league, reason);
    }),
    hasFailed: (league, day) => (states.get(keyOf(league, day))?.failedSec ?? null) !== null,
  };
}
