/**
 * The operator's plan for the game graph: which leagues, which days, and how often to read them.
 *
 * @module
 */
import { Context } from "effect";
import { type LeagueCode, LEAGUES } from "../../game/mod.ts";
import { DAY_SEC, type TimeRange, UnixSec } from "../../time/mod.ts";

/** The period of each job, in seconds of the service's clock. */
export interface GamePeriods {
  readonly scheduleSec: number;
  readonly scoresSec: number;
  readonly platformsSec: number;
  readonly readModelSec: number;
}

/** The plan. */
export interface SchedulePlan {
  readonly leagues: ReadonlyArray<LeagueCode>;
  /** The schedule is read from `daysBack` to `daysAhead`. Games once read stay stored. */
  readonly daysBack: number;
  readonly daysAhead: number;
  readonly periods: GamePeriods;
}

/** The current plan. */
export const Games = Context.Reference<SchedulePlan>("core/use_case/Games", {
  defaultValue: () => ({
    leagues: LEAGUES,
    daysBack: 2,
    daysAhead: 14,
    periods: { scheduleSec: 300, scoresSec: 45, platformsSec: 180, readModelSec: 15 },
  }),
});

/** Returns the range for which the schedule is read. */
export function scheduleRange({ daysBack, daysAhead }: SchedulePlan, nowSec: UnixSec): TimeRange {
  return around(nowSec, daysBack, daysAhead);
}

/** Returns the scan window: wider, because a scan proves absences only a day from its edges. */
export function scanWindow({ daysBack, daysAhead }: SchedulePlan, nowSec: UnixSec): TimeRange {
  return around(nowSec, daysBack + 1, daysAhead + 2);
}

/** Listings of the plan's days and the week before are linked again at every observation. */
const LINKED_DAYS_BEFORE = 15;
const LINKED_DAYS_PAST = 10;

/** Returns the range of games to link. */
export function linkedRange({ daysBack, daysAhead }: SchedulePlan, nowSec: UnixSec): TimeRange {
  return around(nowSec, daysBack + LINKED_DAYS_BEFORE, daysAhead + LINKED_DAYS_PAST);
}

/** Returns the range from `daysBack` days before an instant to `daysAhead` days after it. */
export function around(atSec: UnixSec, daysBack: number, daysAhead: number): TimeRange {
  return {
    startSec: UnixSec(Math.max(0, atSec - daysBack * DAY_SEC)),
    endSec: UnixSec(atSec + daysAhead * DAY_SEC),
  };
}
