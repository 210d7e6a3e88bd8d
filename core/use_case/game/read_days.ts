/**
 * Reads days of leagues from their schedules and applies them to the game graph.
 *
 * @module
 */
import { Clock, Effect, Result } from "effect";
import type { LeagueCode } from "../../game/mod.ts";
import type { ProviderFailed } from "../../port/provider_failure.ts";
import { type ScheduleSource, ScheduleSources } from "../../port/schedule_source.ts";
import { type CalendarDay, toDayText } from "../../time/mod.ts";
import { GameGraph } from "./game_graph.ts";
import type { ObservedDay } from "./observed_changes.ts";
import { nowSec } from "../price/opened_window.ts";

/** The adapter of each schedule limits its own call rate. */
const DAYS_AT_ONCE = 6;

/** The result of reading days of a league. */
export interface DaysRead {
  /** Whether every day could be read. */
  readonly isWhole: boolean;
  /** Whether any day could be read. */
  readonly isAnswered: boolean;
  /** The reason of the last failure. */
  readonly reason: ProviderFailed["reason"] | undefined;
}

/** Returns the schedule of a league: the first that has it. */
export const sourceOf = Effect.fnUntraced(function* (league: LeagueCode) {
  return (yield* ScheduleSources).find(({ leagues }) => leagues.includes(league));
});

/** Reads days of a league and applies those that could be read in one step. */
export const readDays = Effect.fnUntraced(function* (
  { league, source, days, isOnce }: {
    readonly league: LeagueCode;
    readonly source: ScheduleSource;
    readonly days: ReadonlyArray<CalendarDay>;
    /** Whether to make each call once, without retries. */
    readonly isOnce: boolean;
  },
) {
  const results = yield* Effect.forEach(
    days,
    (day) => Effect.result(readDay({ league, source, day, isOnce })),
    { concurrency: DAYS_AT_ONCE },
  );
  const graph = yield* GameGraph;
  const read = results.filter(Result.isSuccess).map(({ success }) => success);
  const failed = results.filter(Result.isFailure).map(({ failure }) => failure);
  yield* graph.applySchedule({ league, source, observations: read });
  const isAnswered = read.length > 0;
  const reason = failed.at(-1)?.reason;
  if (reason !== undefined) {
    const unread = days.filter((_, at) => results[at]?._tag === "Failure");
    const atSec = yield* nowSec;
    yield* graph.recordFailure({ league, days: unread, atSec, reason, isAnswered });
  }
  return { isWhole: failed.length === 0, isAnswered, reason } satisfies DaysRead;
});

const readDay = Effect.fnUntraced(function* (
  { league, source, day, isOnce }: {
    readonly league: LeagueCode;
    readonly source: ScheduleSource;
    readonly day: CalendarDay;
    readonly isOnce: boolean;
  },
) {
  const beganMs = yield* Clock.currentTimeMillis;
  const noted = Effect.annotateLogs({ league, day: toDayText(day) });
  return yield* source.day({ league, day, isOnce }).pipe(
    Effect.tap(({ troubles }) =>
      Effect.forEach(troubles, (trouble) => noted(Effect.logDebug(trouble)), { discard: true })
    ),
    Effect.map((found): ObservedDay => ({ ...found, day, beganMs })),
    Effect.tapError((failure) => noted(Effect.logWarning(failure.message))),
  );
});
