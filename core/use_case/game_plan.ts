/**
 * What the operator chose of the game graph: which leagues, how far, and how often to look.
 *
 * @module
 */
import { Context } from "effect";
import { type LeagueCode, LEAGUES } from "../game/mod.ts";
import { DAY_SEC, type TimeRange, UnixSec } from "../time/mod.ts";

/** How often each job runs, in seconds of the service's clock. */
export interface GamePeriods {
  readonly scheduleSec: number;
  readonly scoresSec: number;
  readonly platformsSec: number;
  readonly readModelSec: number;
}

/** The choice. */
export interface GamePlan {
  readonly leagues: ReadonlyArray<LeagueCode>;
  /** The spine is read from so many days back to so many ahead. What was once read stays. */
  readonly daysBack: number;
  readonly daysAhead: number;
  readonly periods: GamePeriods;
}

/** The choice in force. */
export const Games = Context.Reference<GamePlan>("core/use_case/Games", {
  defaultValue: () => ({
    leagues: LEAGUES,
    daysBack: 2,
    daysAhead: 14,
    periods: { scheduleSec: 300, scoresSec: 45, platformsSec: 180, readModelSec: 15 },
  }),
});

/** The instants of which the spine is read. */
export function scheduleRange({ daysBack, daysAhead }: GamePlan, nowSec: UnixSec): TimeRange {
  return around(nowSec, daysBack, daysAhead);
}

/** A day more on either side: a scan proves an absence only a day away from its edges. */
export function scanWindow({ daysBack, daysAhead }: GamePlan, nowSec: UnixSec): TimeRange {
  return around(nowSec, daysBack + 1, daysAhead + 2);
}

/** What is listed of the plan's days and a week before them is linked anew at every look. */
const LINKED_DAYS_BEFORE = 15;
const LINKED_DAYS_PAST = 10;

/** The instants of whose games links are looked for. */
export function linkedRange({ daysBack, daysAhead }: GamePlan, nowSec: UnixSec): TimeRange {
  return around(nowSec, daysBack + LINKED_DAYS_BEFORE, daysAhead + LINKED_DAYS_PAST);
}

/** So many days before an instant, up to so many after it. */
export function around(atSec: UnixSec, daysBack: number, daysAhead: number): TimeRange {
  return {
    startSec: UnixSec(Math.max(0, atSec - daysBack * DAY_SEC)),
    endSec: UnixSec(atSec + daysAhead * DAY_SEC),
  };
}
