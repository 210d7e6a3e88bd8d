/**
 * Of what time the schedule of a league was read: beyond it nobody knows whether there are games.
 *
 * @module
 */
import { type TimeRange } from "../time/mod.ts";
import { type LeagueCode, LEAGUES } from "./league.ts";

/** Ranges with a gap between any two, in order. */
export type Reach = ReadonlyArray<TimeRange>;

/** Of each league that was ever looked at; empty where nothing of it could be read whole. */
export type Reaches = ReadonlyMap<LeagueCode, Reach>;

/** The reach with a range more; the same one where that was in it. */
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

/** Whether all of the range was read. */
export function isReached(reach: Reach, { startSec, endSec }: TimeRange): boolean {
  return reach.some((read) => read.startSec <= startSec && endSec <= read.endSec);
}

/** Those of the leagues, or of all where none is named, that were not read of all of the range. */
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
