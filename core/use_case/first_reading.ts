/**
 * Reads what was never read of the schedule: today of every league first, then day by day outwards.
 *
 * @module
 */
import { Effect } from "effect";
import { firstRounds, type LeagueCode } from "../game/mod.ts";
import { type ProviderFailed, type ScheduleSource, ScheduleSources } from "../port/mod.ts";
import { type CalendarDay, easternDay, easternDaysOf, toDayText } from "../time/mod.ts";
import { GameBook } from "./game_book.ts";
import { GameLedger } from "./game_ledger.ts";
import { Games, scheduleRange } from "./game_plan.ts";
import { nowSec } from "./opened_window.ts";
import { readDays } from "./read_days.ts";

/** A spine is asked politely by its own adapter. */
const LEAGUES_AT_ONCE = 4;
/** A spine that fails so many leagues in a row is not asked for the others of the round. */
const FAILURES_MAX = 3;
/** What was read of today this long before is read first as well. */
const STALE_SEC = 3_600;

/** These are of the spine as a whole, and not of what was asked of it. */
const OF_SPINE: ReadonlySet<ProviderFailed["reason"]> = new Set([
  "unreachable",
  "timeout",
  "limited",
]);

/** Whether every spine answered. What a league lacks all the same is read as days usually are. */
export interface FirstReading {
  readonly isReached: boolean;
}

/** A spine and how it has answered in this round. */
interface Spine {
  readonly source: ScheduleSource;
  hasAnswered: boolean;
  /** In a row. */
  failures: number;
  lastReason: ProviderFailed["reason"] | undefined;
}

/**
 * Reads it, and has readers see every round of a league as soon as it is read. `afterRound` is done
 * after each.
 */
export const readFirst = Effect.fn("readFirst")(function* (afterRound: Effect.Effect<unknown>) {
  const plan = yield* Games;
  const book = yield* GameBook;
  const atSec = yield* nowSec;
  const days = easternDaysOf(scheduleRange(plan, atSec));
  const spines = (yield* ScheduleSources).map((source): Spine => {
    return { source, hasAnswered: false, failures: 0, lastReason: undefined };
  });
  for (const round of firstRounds(days, easternDay(atSec))) {
    for (const spine of spines) Object.assign(spine, { hasAnswered: false, failures: 0 });
    yield* Effect.forEach(
      plan.leagues,
      (league) => {
        const spine = spines.find(({ source }) => source.leagues.includes(league));
        return spine === undefined ? Effect.void : readRound(league, spine, round);
      },
      { concurrency: LEAGUES_AT_ONCE, discard: true },
    );
    yield* book.refresh;
    yield* afterRound;
    if (spines.some(isOut)) return { isReached: false } satisfies FirstReading;
  }
  return { isReached: true } satisfies FirstReading;
});

function isDown({ failures }: Spine): boolean {
  return failures >= FAILURES_MAX;
}

/** Nothing of it was read, in however few leagues. */
function isOut(spine: Spine): boolean {
  return isDown(spine) || (spine.failures > 0 && !spine.hasAnswered);
}

const readRound = Effect.fnUntraced(function* (
  league: LeagueCode,
  spine: Spine,
  round: ReadonlyArray<CalendarDay>,
) {
  const ledger = yield* GameLedger;
  const atSec = yield* nowSec;
  const days = yield* unreadOf(league, round);
  if (days.length === 0) return;
  const { source, lastReason: reason } = spine;
  if (isDown(spine) && reason !== undefined) {
    return yield* ledger.takeFailure({ league, days, atSec, reason, isAnswered: false });
  }
  const read = yield* readDays({ league, source, days, isOnce: false });
  spine.failures = read.reason !== undefined && OF_SPINE.has(read.reason) ? spine.failures + 1 : 0;
  spine.lastReason = read.reason;
  if (read.isAnswered) spine.hasAnswered = true;
  // The first games are there for whoever waits for them.
  if (read.isAnswered) yield* (yield* GameBook).refresh;
});

/** The days that were never read; and today, unless that was lately. */
const unreadOf = Effect.fnUntraced(function* (
  league: LeagueCode,
  round: ReadonlyArray<CalendarDay>,
) {
  const { stateOf } = (yield* GameLedger).readings;
  const atSec = yield* nowSec;
  const today = toDayText(easternDay(atSec));
  return round.filter((day) => {
    const { readSec } = stateOf(league, day, atSec);
    return readSec === null || (toDayText(day) === today && readSec < atSec - STALE_SEC);
  });
});
