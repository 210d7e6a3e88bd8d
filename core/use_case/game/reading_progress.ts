/**
 * The progress of the first reading of the schedule.
 *
 * @module
 */
import type { LeagueCode } from "../../game/mod.ts";
import type { ReadingTrouble, ScheduleReadings } from "../../port/schedule_reading.ts";
import { type CalendarDay, easternDay, easternDaysOf, toDayText, UnixSec } from "../../time/mod.ts";
import { type SchedulePlan, scheduleRange } from "./schedule_plan.ts";

/** The progress for some leagues, and what cannot be read. */
export interface ReadingProgress {
  readonly today: CalendarDay;
  readonly leagues: ReadonlyArray<LeagueCode>;
  /** Leagues for which today was read. */
  readonly leaguesRead: ReadonlyArray<LeagueCode>;
  /** Number of league days in the plan for these leagues, and of those that were read. */
  readonly days: number;
  readonly daysRead: number;
  /** When the last reading began; null if there was none. */
  readonly lastSec: UnixSec | null;
  /** Troubles of these leagues. */
  readonly troubles: ReadonlyArray<ReadingTrouble>;
}

/** Returns the progress according to these readings. */
export function readingProgress(
  { readings, troubles }: ScheduleReadings,
  { leagues, plan, nowSec }: {
    readonly leagues: ReadonlyArray<LeagueCode>;
    readonly plan: SchedulePlan;
    readonly nowSec: UnixSec;
  },
): ReadingProgress {
  const today = easternDay(nowSec);
  const days = new Set(easternDaysOf(scheduleRange(plan, nowSec)).map(toDayText));
  const ours = readings.filter(({ league, day }) =>
    leagues.includes(league) && days.has(toDayText(day))
  );
  const ofToday = new Set(
    ours.filter(({ day }) => toDayText(day) === toDayText(today)).map(({ league }) => league),
  );
  return {
    today,
    leagues,
    leaguesRead: leagues.filter((league) => ofToday.has(league)),
    days: days.size * leagues.length,
    daysRead: ours.length,
    lastSec: ours.length === 0 ? null : UnixSec(Math.max(...ours.map(({ atSec }) => atSec))),
    troubles: troubles.filter(({ league }) => leagues.includes(league)),
  };
}
