/**
 * Reads days of leagues from their spines, and has the ledger take what they say.
 *
 * @module
 */
import { Clock, Effect, Result } from "effect";
import { type LeagueCode } from "../game/mod.ts";
import { type ProviderFailed, type ScheduleSource, ScheduleSources } from "../port/mod.ts";
import { type CalendarDay, toDayText } from "../time/mod.ts";
import { GameLedger } from "./game_ledger.ts";
import { type DayLook } from "./observe_looks.ts";
import { nowSec } from "./opened_window.ts";

/** A spine is asked politely by its own adapter. */
const DAYS_AT_ONCE = 6;

/** What came of reading days of a league. */
export interface DaysRead {
  /** False where some could not be read. */
  readonly isWhole: boolean;
  /** Whether any could be. */
  readonly isAnswered: boolean;
  /** Why the last one could not. */
  readonly reason: ProviderFailed["reason"] | undefined;
}

/** The spine of a league: the first that has it. */
export const spineOf = Effect.fnUntraced(function* (league: LeagueCode) {
  return (yield* ScheduleSources).find(({ leagues }) => leagues.includes(league));
});

/** Reads days of a league and takes those that could be read together. */
export const readDays = Effect.fnUntraced(function* (
  { league, source, days, isOnce }: {
    readonly league: LeagueCode;
    readonly source: ScheduleSource;
    readonly days: ReadonlyArray<CalendarDay>;
    /** Whether no call is repeated. */
    readonly isOnce: boolean;
  },
) {
  const looks = yield* Effect.forEach(
    days,
    (day) => Effect.result(lookAtDay({ league, source, day, isOnce })),
    { concurrency: DAYS_AT_ONCE },
  );
  const ledger = yield* GameLedger;
  const read = looks.filter(Result.isSuccess).map(({ success }) => success);
  const failed = looks.filter(Result.isFailure).map(({ failure }) => failure);
  yield* ledger.takeLooks({ league, source, looks: read });
  const isAnswered = read.length > 0;
  const reason = failed.at(-1)?.reason;
  if (reason !== undefined) {
    const unread = days.filter((_, at) => looks[at]?._tag === "Failure");
    const atSec = yield* nowSec;
    yield* ledger.takeFailure({ league, days: unread, atSec, reason, isAnswered });
  }
  return { isWhole: failed.length === 0, isAnswered, reason } satisfies DaysRead;
});

const lookAtDay = Effect.fnUntraced(function* (
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
    Effect.map((found): DayLook => ({ ...found, day, beganMs })),
    Effect.tapError((failure) => noted(Effect.logWarning(failure.message))),
  );
});
