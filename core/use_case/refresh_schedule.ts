/**
 * Reads the spines: every day of every league now and then, and what is being played often.
 *
 * @module
 */
import { Clock, Effect } from "effect";
import { type LeagueCode } from "../game/mod.ts";
import { GameStore, type ScheduleSource, ScheduleSources } from "../port/mod.ts";
import { type CalendarDay, easternDay, easternDaysOf, toDayText, UnixSec } from "../time/mod.ts";
import { GameLedger } from "./game_ledger.ts";
import { Games, scheduleRange } from "./game_plan.ts";
import { type DayLook } from "./observe_looks.ts";
import { nowSec } from "./opened_window.ts";

/** How a job went. */
export interface JobOutcome {
  /** False where some of it could not be done; the rest was. */
  readonly ok: boolean;
}

/** Leagues and days at once: a spine is asked politely by its own adapter. */
const LEAGUES_AT_ONCE = 6;
const DAYS_AT_ONCE = 6;

/** Reads every day of the plan. */
export const refreshSchedule = Effect.fn("refreshSchedule")(function* () {
  const plan = yield* Games;
  const atSec = yield* nowSec;
  const days = nearestFirst(easternDaysOf(scheduleRange(plan, atSec)), plan.daysBack);
  return yield* lookAt(new Map(plan.leagues.map((league) => [league, days])));
});

/** Games that may be played now began at most so long ago: a rain delay takes its time. */
const PLAYED_SEC_MAX = 2 * 86_400;
/** A game may begin a little before its time. */
const EARLY_SEC = 600;

/** Reads the days of the games that are played now, or should be. */
export const refreshScores = Effect.fn("refreshScores")(function* () {
  const { leagues } = yield* Games;
  const atSec = yield* nowSec;
  const startSec = UnixSec(Math.max(0, atSec - PLAYED_SEC_MAX));
  const range = { startSec, endSec: UnixSec(atSec + EARLY_SEC) };
  const begun = yield* (yield* GameStore).gamesIn({ leagues, range });
  const days = new Map<LeagueCode, Map<string, CalendarDay>>();
  for (const { game: { league, status, kickoffSec } } of begun) {
    if (status !== "live" && status !== "scheduled") continue;
    const day = easternDay(kickoffSec);
    const ofLeague = days.get(league) ?? new Map<string, CalendarDay>();
    days.set(league, ofLeague.set(toDayText(day), day));
  }
  return yield* lookAt(
    new Map([...days].map(([league, ofLeague]) => [league, [...ofLeague.values()]])),
  );
});

/** One league that cannot be read must not keep the others from it. */
const lookAt = Effect.fnUntraced(function* (
  days: ReadonlyMap<LeagueCode, ReadonlyArray<CalendarDay>>,
) {
  const sources = yield* ScheduleSources;
  const outcomes = yield* Effect.forEach(days, ([league, days]) => {
    const source = sources.find(({ leagues }) => leagues.includes(league));
    return source === undefined ? Effect.succeed(true) : lookAtLeague(league, source, days);
  }, { concurrency: LEAGUES_AT_ONCE });
  return { ok: outcomes.every((isWhole) => isWhole) } satisfies JobOutcome;
});

/** Takes the days that could be read; says whether all could. */
const lookAtLeague = Effect.fnUntraced(function* (
  league: LeagueCode,
  source: ScheduleSource,
  days: ReadonlyArray<CalendarDay>,
) {
  const looks = yield* Effect.forEach(days, (day) => lookAtDay({ league, source, day }), {
    concurrency: DAYS_AT_ONCE,
  });
  const read = looks.filter((look) => look !== undefined);
  yield* (yield* GameLedger).takeLooks({ league, source, looks: read });
  return read.length === days.length;
});

const lookAtDay = Effect.fnUntraced(function* (
  { league, source, day }: {
    readonly league: LeagueCode;
    readonly source: ScheduleSource;
    readonly day: CalendarDay;
  },
) {
  const beganMs = yield* Clock.currentTimeMillis;
  const noted = Effect.annotateLogs({ league, day: toDayText(day) });
  return yield* source.day({ league, day }).pipe(
    Effect.tap(({ troubles }) =>
      Effect.forEach(troubles, (trouble) => noted(Effect.logDebug(trouble)), { discard: true })
    ),
    Effect.map((found): DayLook => ({ ...found, day, beganMs })),
    Effect.catch((failure) => Effect.as(noted(Effect.logWarning(failure.message)), undefined)),
  );
});

/** Today and the days about it are wanted most. */
function nearestFirst(
  days: ReadonlyArray<CalendarDay>,
  todayAt: number,
): ReadonlyArray<CalendarDay> {
  const distance = new Map(days.map((day, i) => [day, Math.abs(i - todayAt)]));
  return days.toSorted((a, b) => (distance.get(a) ?? 0) - (distance.get(b) ?? 0));
}
