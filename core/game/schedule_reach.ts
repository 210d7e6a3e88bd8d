/**
 * The time ranges for which a league's schedule was read: outside them, its games are unknown.
 *
 * @module
 */
import { type TimeRange } from "../time/mod.ts";
import { type LeagueCode, LEAGUES } from "./league.ts";

/** Time ranges in order, with a gap between any two. */
export type Reach = ReadonlyArray<TimeRange>;

/** The reach of each league that was ever observed; empty if no day of it was read completely. */
export type Reaches = ReadonlyMap<LeagueCode, Reach>;

/** Returns the reach with a range added; the same object if it already contains the range. */
export function extendReach(reach: Reach, range: TimeRange): Reach {
  if (isReached(reach, range)) return reach;
  const apart = reach.filter(({ startSec, endSec }) =>
    endSec < range.startSec || range.endSec < startSec
  );
  const joined = [range, ...reach.filter((each) => !apart.includes(each))]
    .reduce((one, other) => ({
      startSec: one.startSec < other.startSec ? one.startSec : other.startSec,
      endSec: one.endSec > other.endSec ? one.endSec : other.endSec,
    }));
  return [...apart, joined].sort((one, other) => one.startSec - other.startSec);
}

/** Whether the whole range was read. */
export function isReached(reach: Reach, { startSec, endSec }: TimeRange): boolean {
  return reach.some((read) => read.startSec <= startSec && endSec <= read.endSec);
}

/** Returns the leagues, of those given or of all if none is, not read for the whole window. */
export function unreadLeagues(
  reaches: Reaches,
  { leagues, window }: {
    readonly leagues: ReadonlyArray<LeagueCode>;
    readonly window: TimeRange;
  },
): ReadonlyArray<LeagueCode> {
  return LEAGUES.filter((league) =>
    (leagues.length === 0 || leagues.includes(league)) &&
    !isReached(reaches.get(league) ?? [], window)
  );
}
