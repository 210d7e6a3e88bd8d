/**
 * Reads the days of the schedule that were never read: today for every league, then outwards.
 *
 * @module
 */
import { Effect } from "effect";
import { firstRounds, type LeagueCode } from "../../game/mod.ts";
import type { ProviderFailed } from "../../port/provider_failure.ts";
import { type ScheduleSource, ScheduleSources } from "../../port/schedule_source.ts";
import { type CalendarDay, easternDay, easternDaysOf, toDayText } from "../../time/mod.ts";
import { GameReadModel } from "./game_read_model.ts";
import { GameGraph } from "./game_graph.ts";
import { Games, scheduleRange } from "./schedule_plan.ts";
import { nowSec } from "../price/opened_window.ts";
import { readDays } from "./read_days.ts";

/** The adapter of each schedule limits its own call rate. */
const LEAGUES_AT_ONCE = 4;
/** After this many failed leagues in a row, a schedule is not asked for the rest of the round. */
const FAILURES_MAX = 3;
/** Today is read again if its last reading is older than this. */
const STALE_SEC = 3_600;

/** Failures of the schedule as a whole, not of one question. */
const OF_SCHEDULE: ReadonlySet<ProviderFailed["reason"]> = new Set([
  "unreachable",
  "timeout",
  "limited",
]);

/** Whether every schedule answered. Days that are still missing are read by the usual plan. */
export interface FirstReading {
  readonly isReached: boolean;
}

/** A schedule and its answers in this round. */
interface RoundSource {
  readonly source: ScheduleSource;
  hasAnswered: boolean;
  /** Consecutive failures. */
  failures: number;
  lastReason: ProviderFailed["reason"] | undefined;
}

/**
 * Runs the first reading. Refreshes the read model after every round of a league, and runs
 * `afterRound` after each round.
 */
export const readFirst = Effect.fn("readFirst")(function* (afterRound: Effect.Effect<unknown>) {
  const plan = yield* Games;
  const readModel = yield* GameReadModel;
  const atSec = yield* nowSec;
  const days = easternDaysOf(scheduleRange(plan, atSec));
  const roundSources = (yield* ScheduleSources).map((source): RoundSource => {
    return { source, hasAnswered: false, failures: 0, lastReason: undefined };
  });
  for (const round of firstRounds(days, easternDay(atSec))) {
    for (const roundSource of roundSources) {
      Object.assign(roundSource, { hasAnswered: false, failures: 0 });
    }
    yield* Effect.forEach(
      plan.leagues,
      (league) => {
        const roundSource = roundSources.find(({ source }) => source.leagues.includes(league));
        return roundSource === undefined ? Effect.void : readRound(league, roundSource, round);
      },
      { concurrency: LEAGUES_AT_ONCE, discard: true },
    );
    yield* readModel.refresh;
    yield* afterRound;
    if (roundSources.some(isOut)) return { isReached: false } satisfies FirstReading;
  }
  return { isReached: true } satisfies FirstReading;
});

function isDown({ failures }: RoundSource): boolean {
  return failures >= FAILURES_MAX;
}

/** Whether every league of it failed in this round, however few. */
function isOut(roundSource: RoundSource): boolean {
  return isDown(roundSource) || (roundSource.failures > 0 && !roundSource.hasAnswered);
}

const readRound = Effect.fnUntraced(function* (
  league: LeagueCode,
  roundSource: RoundSource,
  round: ReadonlyArray<CalendarDay>,
) {
  const graph = yield* GameGraph;
  const atSec = yield* nowSec;
  const days = yield* unreadOf(league, round);
  if (days.length === 0) return;
  const { source, lastReason: reason } = roundSource;
  if (isDown(roundSource) && reason !== undefined) {
    return yield* graph.recordFailure({ league, days, atSec, reason, isAnswered: false });
  }
  const read = yield* readDays({ league, source, days, isOnce: false });
  roundSource.failures = read.reason !== undefined && OF_SCHEDULE.has(read.reason)
    ? roundSource.failures + 1
    : 0;
  roundSource.lastReason = read.reason;
  if (read.isAnswered) roundSource.hasAnswered = true;
  // Makes the first games visible immediately.
  if (read.isAnswered) yield* (yield* GameReadModel).refresh;
});

/** The days that were never read, and today unless it was read recently. */
const unreadOf = Effect.fnUntraced(function* (
  league: LeagueCode,
  round: ReadonlyArray<CalendarDay>,
) {
  const { stateOf } = (yield* GameGraph).readings;
  const atSec = yield* nowSec;
  const today = toDayText(easternDay(atSec));
  return round.filter((day) => {
    const { readSec } = stateOf(league, day, atSec);
    return readSec === null || (toDayText(day) === today && readSec < atSec - STALE_SEC);
  });
});
