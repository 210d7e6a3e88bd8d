/**
 * Reads the schedules immediately, however recent the last reading: all days, or those in play.
 *
 * @module
 */
import { Effect } from "effect";
import {
  EARLY_SEC,
  firstRounds,
  isPlayedAt,
  type LeagueCode,
  PLAYED_SEC_MAX,
} from "../../game/mod.ts";
import { GameStore } from "../../port/game_store.ts";
import { type CalendarDay, easternDay, easternDaysOf, toDayText, UnixSec } from "../../time/mod.ts";
import { Games, scheduleRange } from "./schedule_plan.ts";
import { nowSec } from "../price/opened_window.ts";
import { readDays, sourceOf } from "./read_days.ts";

/** The outcome of a job. */
export interface JobOutcome {
  /** False if part of it failed; the rest was done. */
  readonly ok: boolean;
}

/** The adapter of each schedule limits its own call rate. */
const LEAGUES_AT_ONCE = 6;

/** Reads every day of the plan. */
export const refreshSchedule = Effect.fn("refreshSchedule")(function* () {
  const plan = yield* Games;
  const atSec = yield* nowSec;
  const rounds = firstRounds(easternDaysOf(scheduleRange(plan, atSec)), easternDay(atSec));
  const days = rounds.flat();
  return yield* readAll(new Map(plan.leagues.map((league) => [league, days])));
});

/** Reads the days of games that are in play, or should be. */
export const refreshScores = Effect.fn("refreshScores")(function* () {
  const { leagues } = yield* Games;
  const atSec = yield* nowSec;
  const startSec = UnixSec(Math.max(0, atSec - PLAYED_SEC_MAX));
  const range = { startSec, endSec: UnixSec(atSec + EARLY_SEC) };
  const begun = yield* (yield* GameStore).gamesIn({ leagues, range });
  const days = new Map<LeagueCode, Map<string, CalendarDay>>();
  for (const { game } of begun) {
    if (!isPlayedAt(game, atSec)) continue;
    const day = easternDay(game.kickoffSec);
    const ofLeague = days.get(game.league) ?? new Map<string, CalendarDay>();
    days.set(game.league, ofLeague.set(toDayText(day), day));
  }
  return yield* readAll(
    new Map([...days].map(([league, ofLeague]) => [league, [...ofLeague.values()]])),
  );
});

/** Reads days by league. A league that cannot be read does not stop the others. */
const readAll = Effect.fnUntraced(function* (
  days: ReadonlyMap<LeagueCode, ReadonlyArray<CalendarDay>>,
) {
  const outcomes = yield* Effect.forEach(
    days,
    Effect.fnUntraced(function* ([league, days]) {
      const source = yield* sourceOf(league);
      if (source === undefined) return true;
      return (yield* readDays({ league, source, days, isOnce: false })).isWhole;
    }),
    { concurrency: LEAGUES_AT_ONCE },
  );
  return { ok: outcomes.every((isWhole) => isWhole) } satisfies JobOutcome;
});
