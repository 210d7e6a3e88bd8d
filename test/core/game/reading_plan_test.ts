import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  type DayToRead,
  dayUrgency,
  dueSec,
  firstRounds,
  LEAGUES,
  nextToRead,
  readingPeriods,
  restMs,
} from "../../../core/game/mod.ts";
import {
  addDays,
  type CalendarDay,
  DAY_SEC,
  easternDay,
  toDayText,
  UnixSec,
} from "../../../core/time/mod.ts";
import { SOME_DAY_SEC } from "./arbitrary_game.ts";

const CALLS_MAX = 60;
const WINDOW_MS = 300_000;
const HOUR_SEC = 3_600;
const PERIODS = readingPeriods({ scoresSec: 45, scheduleSec: 300 });

/** A league: its calls, and whether its games of today are played in each hour. */
interface League {
  readonly calls: number;
  readonly hasGames: boolean;
  readonly playedHours: ReadonlyArray<boolean>;
}

interface Call {
  readonly atMs: number;
  readonly key: string;
  readonly urgency: string;
}

/** From midnight in New York: the day does not change. */
const HOURS = 20;
const START_SEC = UnixSec(SOME_DAY_SEC + 4 * HOUR_SEC);
const TODAY = easternDay(START_SEC);
const DAYS = Array.from({ length: 17 }, (_, i) => addDays(TODAY, i - 2));
const TODAY_AT = 2;

const someLeagues = fc.array(
  fc.record<League>({
    calls: fc.constantFrom(1, 1, 1, 2),
    hasGames: fc.boolean(),
    playedHours: fc.array(fc.boolean(), { minLength: HOURS, maxLength: HOURS }),
  }),
  { minLength: 1, maxLength: 23 },
);

/** Reads for some hours, one day after the other, each as long as it takes. */
function readOn(leagues: ReadonlyArray<League>, tookMs: number): ReadonlyArray<Call> {
  const calls: Array<Call> = [];
  const readSecs = leagues.map((_, at) => DAYS.map((_, i) => START_SEC - (at * 17 + i) * 31 % 300));
  let [hour, days] = [-1, [] as Array<DayToRead>];
  const endSec = START_SEC + HOURS * HOUR_SEC;
  for (let nowMs = START_SEC * 1000; nowMs < endSec * 1000;) {
    const nowSec = UnixSec(Math.floor(nowMs / 1000));
    const hourNow = Math.floor((nowSec - START_SEC) / HOUR_SEC);
    if (hourNow !== hour) days = daysToRead(leagues, { hour: hourNow, nowSec, readSecs });
    hour = hourNow;
    const next = nextToRead(days, nowSec);
    if (next === undefined || next.dueSec > nowSec) {
      nowMs += 1_000;
      continue;
    }
    const count = leagues[LEAGUES.indexOf(next.league)]?.calls ?? 1;
    const key = `${next.league} ${toDayText(next.day)}`;
    for (let call = 0; call < count; call++) {
      calls.push({ atMs: nowMs, key, urgency: next.urgency });
    }
    (readSecs[LEAGUES.indexOf(next.league)] ?? [])[DAYS.indexOf(next.day)] = nowSec;
    days[days.indexOf(next)] = { ...next, dueSec: UnixSec(nowSec + next.periodSec) };
    nowMs += tookMs + restMs(count);
  }
  return calls;
}

function daysToRead(
  leagues: ReadonlyArray<League>,
  { hour, nowSec, readSecs }: {
    readonly hour: number;
    readonly nowSec: UnixSec;
    readonly readSecs: ReadonlyArray<ReadonlyArray<number>>;
  },
): Array<DayToRead> {
  return leagues.flatMap(({ hasGames, playedHours }, at) =>
    DAYS.map((day, i): DayToRead => {
      const isToday = hasGames && i === TODAY_AT;
      const games = {
        isPlayed: isToday && playedHours[hour] === true,
        isStopped: false,
        hasGames: isToday,
      };
      const urgency = dayUrgency(day, games, nowSec);
      const readSec = UnixSec(readSecs[at]?.[i] ?? 0);
      const state = { readSec, failedSec: null, sinceSec: readSec };
      const periodSec = PERIODS[urgency];
      return {
        league: LEAGUES[at] ?? "nfl",
        day,
        urgency,
        periodSec,
        dueSec: dueSec(state, periodSec),
      };
    })
  );
}

/** By how much everything is read less often, if every league has games and all are played. */
const STRETCH_MAX = 4;

/** Of a day that is written behind its league. */
function boundSecOf(key: string): number {
  const isNear = [-1, 0, 1].some((days) => key.endsWith(toDayText(addDays(TODAY, days))));
  return (isNear ? PERIODS.near : PERIODS.far) * STRETCH_MAX;
}

describe("reading on and on", () => {
  test("makes at most 60 calls in any 5 minutes, whatever is played", () =>
    fc.assert(
      fc.property(someLeagues, fc.nat(20_000), (leagues, tookMs) => {
        const calls = readOn(leagues, tookMs);
        for (const [at, call] of calls.entries()) {
          const after = calls[at + CALLS_MAX];
          if (after !== undefined) expect(after.atMs - call.atMs).toBeGreaterThan(WINDOW_MS);
        }
      }),
      { numRuns: 5 },
    ));

  test("rereads every day within its bound, whatever is played", () =>
    fc.assert(
      fc.property(someLeagues, (leagues) => {
        const calls = readOn(leagues, 300);
        const lastMs = new Map<string, number>();
        for (const { key, atMs } of calls) {
          const gapSec = (atMs - (lastMs.get(key) ?? START_SEC * 1000)) / 1000;
          expect(gapSec).toBeLessThan(boundSecOf(key));
          lastMs.set(key, atMs);
        }
        expect(lastMs.size).toBe(leagues.length * DAYS.length);
      }),
      { numRuns: 10 },
    ));

  test("reads ten leagues that are played about once a minute", () => {
    const playedHours = Array.from({ length: HOURS }, () => true);
    const league = { calls: 1, hasGames: true, playedHours };
    const idle = { ...league, hasGames: false };
    const leagues = [...Array(10).fill(league), ...Array(13).fill(idle)] as ReadonlyArray<League>;
    const live = readOn(leagues, 300).filter(({ urgency }) => urgency === "live");
    expect(live.length / 10 / (HOURS * 60)).toBeGreaterThan(0.8);
  });
});

describe("a day", () => {
  const at = (iso: string) => UnixSec(Date.parse(iso) / 1000);
  const day = (text: string): CalendarDay => {
    const [year = 0, month = 0, day = 0] = text.split("-").map(Number);
    return { year, month, day };
  };
  // Noon in New York, and two hours after midnight there.
  const [NOON, NIGHT] = [at("2026-11-20T17:00:00Z"), at("2026-11-20T07:00:00Z")];

  test.each(
    [
      ["2026-11-20", NOON, { isPlayed: false, hasGames: true }, "today"],
      ["2026-11-20", NOON, { isPlayed: false, hasGames: false }, "near"],
      ["2026-11-21", NOON, { isPlayed: false, hasGames: true }, "near"],
      ["2026-11-19", NOON, { isPlayed: false, hasGames: true }, "near"],
      ["2026-11-19", NIGHT, { isPlayed: false, hasGames: true }, "today"],
      ["2026-11-19", NIGHT, { isPlayed: false, hasGames: false }, "near"],
      ["2026-11-22", NOON, { isPlayed: false, hasGames: true }, "far"],
      ["2026-11-18", NIGHT, { isPlayed: false, hasGames: true }, "far"],
      ["2026-11-18", NIGHT, { isPlayed: true, hasGames: true }, "live"],
      ["2026-11-18", NIGHT, { isPlayed: true, isStopped: true, hasGames: true }, "live"],
      ["2026-11-18", NOON, { isPlayed: false, isStopped: true, hasGames: true }, "today"],
    ] as const,
  )("%s is as urgent as its games", (text, nowSec, games, urgency) => {
    expect(dayUrgency(day(text), { isStopped: false, ...games }, nowSec)).toBe(urgency);
  });

  test("that could not be read is tried again in its period, or in five minutes", () => {
    const state = { readSec: NOON, failedSec: UnixSec(NOON + 1_000), sinceSec: NOON };
    expect(dueSec(state, 14_400)).toBe(UnixSec(NOON + 1_300));
    expect(dueSec(state, 45)).toBe(UnixSec(NOON + 1_045));
    expect(dueSec({ ...state, failedSec: null }, 14_400)).toBe(UnixSec(NOON + 14_400));
    expect(dueSec({ readSec: null, failedSec: null, sinceSec: NOON }, 14_400)).toBe(NOON);
  });
});

test("the first reading begins with today, moves outwards and skips no day", () =>
  fc.assert(fc.property(fc.nat(60), fc.nat(60), (back, ahead) => {
    const today = easternDay(START_SEC);
    const days = Array.from({ length: back + ahead + 1 }, (_, i) => addDays(today, i - back));
    const order = firstRounds(days, today).flat();
    const distances = order.map((day) =>
      Math.abs(
        Date.UTC(day.year, day.month - 1, day.day) / 1000 / DAY_SEC -
          Date.UTC(today.year, today.month - 1, today.day) / 1000 / DAY_SEC,
      )
    );
    expect(distances).toEqual(distances.toSorted((a, b) => a - b));
    expect(order.map(toDayText).toSorted()).toEqual(days.map(toDayText).toSorted());
    expect(firstRounds(days, today)[0]).toEqual([today]);
  })));
