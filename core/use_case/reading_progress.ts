/**
 * How far the first reading of the schedule is, for those who wait for it.
 *
 * @module
 */
import { type LeagueCode } from "../game/mod.ts";
import { type ReadingTrouble, type ScheduleReadings } from "../port/mod.ts";
import { type CalendarDay, easternDay, easternDaysOf, toDayText, UnixSec } from "../time/mod.ts";
import { type GamePlan, scheduleRange } from "./game_plan.ts";

/** What was read of some leagues, and what cannot be. */
export interface ReadingProgress {
  readonly today: CalendarDay;
  readonly leagues: ReadonlyArray<LeagueCode>;
  /** Those of which today was read. */
  readonly leaguesRead: ReadonlyArray<LeagueCode>;
  /** Days of the plan, of all these leagues together, and those of them that were read. */
  readonly days: number;
  readonly daysRead: number;
  /** When the last reading began; null where there was none. */
  readonly lastSec: UnixSec | null;
  /** Of these leagues. */
  readonly troubles: ReadonlyArray<ReadingTrouble>;
}

/** As far as these readings tell. */
export function readingProgress(
  { readings, troubles }: ScheduleReadings,
  { leagues, plan, nowSec }: {
    readonly leagues: ReadonlyArray<LeagueCode>;
    readonly plan: GamePlan;
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
