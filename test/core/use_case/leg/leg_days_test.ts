import { describe, expect, test } from "bun:test";
import { Deferred, Effect } from "effect";
import { UnixSec } from "../../../../core/time/mod.ts";
import { DAY_LANES, DAYS_WAITING_MAX, LegDays } from "../../../../core/use_case/leg/mod.ts";
import { SERIES, type Staged, stageVenue, START_SEC } from "./staged_venue.ts";

const TODAY_SEC = START_SEC - START_SEC % 86_400;

function stageDays(staged: Staged = {}) {
  const stage = stageVenue(staged);
  const read = async (
    daysAgo: ReadonlyArray<number>,
    timeIsUp = Effect.never as Effect.Effect<void>,
  ) => {
    await stage.setNow(START_SEC);
    const days = daysAgo.map((ago) => ({
      series: SERIES,
      daySec: UnixSec(TODAY_SEC - ago * 86_400),
    }));
    await stage.run(LegDays.use(({ until }) => until(days, timeIsUp)));
  };
  return { ...stage, read };
}

describe("days of other venues' windows", () => {
  test("are stored whole, what does not exist included, and read once", async () => {
    const { read, calls, stored } = stageDays({
      fateOf: (sec) => sec % 3_600 === 0 ? null : { targetSec: 1, resultSec: 10 },
    });
    await read([1]);
    await read([1]);
    expect(calls.listed).toHaveLength(1);
    const day = await stored(TODAY_SEC - 86_400, TODAY_SEC);
    expect(day).toHaveLength(96);
    expect(day.filter(({ market }) => market === null)).toHaveLength(24);
  });

  test("are stored but for a window that cannot be read, of which nothing is known", async () => {
    const startSec = UnixSec(TODAY_SEC - 86_400 + 9_000);
    const unread = [{ id: "DOGE-?", why: "it is new", startSec }];
    const { read, stored } = stageDays({ unread, fateOf: () => null });
    await read([1]);
    const day = await stored(TODAY_SEC - 86_400, TODAY_SEC);
    expect(day).toHaveLength(95);
    expect(day.some((one) => one.startSec === startSec)).toBe(false);
  });

  test("are read up to what is over", async () => {
    const { read, calls, stored } = stageDays();
    await read([0, -1]);
    expect(calls.listed.map(({ endSec }) => Number(endSec))).toEqual([START_SEC - 600]);
    const last = (await stored(TODAY_SEC, TODAY_SEC + 86_400)).at(-1);
    expect(Number(last?.endSec)).toBe(START_SEC - 900);
  });

  test("are read by few at a time, once for all who ask, and only so many wait", async () => {
    const held = Deferred.makeUnsafe<void>();
    const { read, calls, mostRunning } = stageDays({ held: Deferred.await(held) });
    const all = Array.from({ length: DAYS_WAITING_MAX + 5 }, (_, index) => index + 10);
    const readings = Promise.all([read(all), read(all.toReversed())]);
    await read(all, Effect.void);
    // Those who ask for yesterday are not behind them.
    await read([1], Effect.void);
    expect(calls.listed.at(-1)?.startSec).toBe(UnixSec(TODAY_SEC - 86_400));
    Deferred.doneUnsafe(held, Effect.void);
    await readings;
    expect(mostRunning()).toBe(DAY_LANES + 1);
    expect(new Set(calls.listed.map(({ startSec }) => startSec)).size).toBe(calls.listed.length);
    expect(calls.listed.length).toBeLessThanOrEqual(DAYS_WAITING_MAX + 6);
  });

  test("that cannot be read are not asked for again at once", async () => {
    const { read, calls, stored } = stageDays({ isFailing: () => true });
    await read([1]);
    await read([1]);
    expect(calls.listed).toHaveLength(1);
    expect(await stored(TODAY_SEC - 86_400, TODAY_SEC)).toEqual([]);
  });
});
