/**
 * What the tests of the season share: seeds, instants, and walks over games.
 *
 * @module
 */
import fc from "fast-check";
import { makeSeason } from "../../../app/simulator/season/make_season.ts";
import { type Moment, type Season, type SeasonGame } from "../../../app/simulator/season/season.ts";
import { type CalendarDay, DAY_SEC, easternWallClock, UnixSec } from "../../../core/time/mod.ts";

/** 2024 to 2035, with clock changes. */
export const FIRST_SEC = Date.parse("2024-01-01T00:00:00Z") / 1000;
const LAST_SEC = Date.parse("2035-01-01T00:00:00Z") / 1000;

/** Four worlds, made once: they are what they are asked for, whatever was asked before. */
export const SEASONS: ReadonlyMap<number, Season> = new Map(
  [1, 2, 7, 123_456_789].map((seed) => [
    seed,
    { ...makeSeason(seed), [fc.toStringMethod]: () => `the season of ${seed}` },
  ]),
);
export const season = fc.constantFrom(...SEASONS.values());

/** Days around which most instants lie: of two clock changes, and of two new years. */
const DAYS = ["2026-03-07", "2027-11-06", "2024-02-28", "2029-12-29", "2026-06-30"];
const nearDays = fc.tuple(fc.constantFrom(...DAYS), fc.integer({ min: 0, max: 5 * DAY_SEC }))
  .map(([day, passedSec]) => Date.parse(day) / 1000 + passedSec);
/** Mostly of few days, which are then not drawn anew for each snapshot. */
export const instant = fc.oneof(
  { arbitrary: nearDays, weight: 5 },
  { arbitrary: fc.integer({ min: FIRST_SEC, max: LAST_SEC }), weight: 1 },
).map(UnixSec);

/** The calendar day that a UTC instant falls in. */
export function utcDayOf(atSec: number): CalendarDay {
  const date = new Date(atSec * 1000);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
  };
}

/** The US Eastern day of an instant. */
export function easternDayOf(atSec: UnixSec): CalendarDay {
  const { year, month, day } = easternWallClock(atSec);
  return { year, month, day };
}

/** All games listed for the days around an instant, as they are known at `nowSec`. */
export function gamesAround(
  of: Season,
  atSec: number,
  { nowSec, daysAround = 1 }: { readonly nowSec: number; readonly daysAround?: number },
): ReadonlyArray<SeasonGame> {
  const days = Array.from({ length: 2 * daysAround + 1 }, (_, i) => i - daysAround);
  return days.flatMap((by) =>
    of.leagues.flatMap((league) =>
      of.gamesOn(league, utcDayOf(atSec + by * DAY_SEC), UnixSec(nowSec))
    )
  );
}

/** Whether a game is on, in play or in a break. */
export function isLive({ phase }: Moment): boolean {
  return phase === "playing" || phase === "break";
}

/** A game as it is seen from time to time, from long before it to long after. */
export function historyOf(
  of: Season,
  number: number,
  { fromSec, toSec, stepSec }: {
    readonly fromSec: number;
    readonly toSec: number;
    readonly stepSec: number;
  },
): ReadonlyArray<{ readonly atSec: number; readonly game: SeasonGame }> {
  const snapshots = Array.from({ length: Math.ceil((toSec - fromSec) / stepSec) }, (_, i) => {
    const atSec = fromSec + i * stepSec;
    return { atSec, game: of.game(number, UnixSec(atSec)) };
  });
  return snapshots.flatMap(({ atSec, game }) => game === undefined ? [] : [{ atSec, game }]);
}

/** All games of some weeks, as the schedule has them long before and long after. */
export function weeksOf(of: Season, daysCount: number) {
  const startSec = FIRST_SEC + 700 * DAY_SEC;
  const days = Array.from({ length: daysCount }, (_, i) => utcDayOf(startSec + i * DAY_SEC));
  const seen = (atSec: number) =>
    days.flatMap((day) => of.leagues.flatMap((league) => of.gamesOn(league, day, UnixSec(atSec))));
  return {
    before: seen(startSec - 30 * DAY_SEC),
    after: seen(startSec + (daysCount + 30) * DAY_SEC),
  };
}

/** Which part of all some are. */
export function share(part: ReadonlyArray<unknown>, all: ReadonlyArray<unknown>): number {
  return part.length / all.length;
}
