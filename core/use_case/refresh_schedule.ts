/**
 * Reads the spines at once, however lately that was done: all of the schedule, or what is played.
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
} from "../game/mod.ts";
import { GameStore } from "../port/mod.ts";
import { type CalendarDay, easternDay, easternDaysOf, toDayText, UnixSec } from "../time/mod.ts";
import { Games, scheduleRange } from "./game_plan.ts";
import { nowSec } from "./opened_window.ts";
import { readDays, spineOf } from "./read_days.ts";

/** How a job went. */
export interface JobOutcome {
  /** False where some of it could not be done; the rest was. */
  readonly ok: boolean;
}

/** A spine is asked politely by its own adapter. */
const LEAGUES_AT_ONCE = 6;

/** Reads every day of the plan. */
export const refreshSchedule = Effect.fn("refreshSchedule")(function* () {
  const plan = yield* Games;
  const atSec = yield* nowSec;
  const rounds = firstRounds(easternDaysOf(scheduleRange(plan, atSec)), easternDay(atSec));
  const days = rounds.flat();
  return yield* lookAt(new Map(plan.leagues.map((league) => [league, days])));
});

/** Reads the days of the games that are played now, or should be. */
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
  return yield* lookAt(
    new Map([...days].map(([league, ofLeague]) => [league, [...ofLeague.values()]])),
  );
});

/** One league that cannot be read must not keep the others from it. */
const lookAt = Effect.fnUntraced(function* (
  days: ReadonlyMap<LeagueCode, ReadonlyArray<CalendarDay>>,
) {
  const outcomes = yield* Effect.forEach(
    days,
    Effect.fnUntraced(function* ([league, days]) {
      const source = yield* spineOf(league);
      if (source === undefined) return true;
      return (yield* readDays({ league, source, days, isOnce: false })).isWhole;
    }),
    { concurrency: LEAGUES_AT_ONCE },
  );
  return { ok: outcomes.every((isWhole) => isWhole) } satisfies JobOutcome;
});
