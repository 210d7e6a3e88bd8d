import { describe, expect, test } from "bun:test";
import { Effect, Exit } from "effect";
import fc from "fast-check";
import { isDecided } from "../../../../core/leg/mod.ts";
import { LegStore } from "../../../../core/port/leg_store.ts";
import { StoreFailed } from "../../../../core/port/store_failure.ts";
import { makeLegWatch } from "../../../../core/use_case/leg/mod.ts";
import { type Fate, priceAt, SERIES, type Staged, stageVenue, START_SEC } from "./staged_venue.ts";

const BEGAN_SEC = START_SEC - 500;

/** Follows for so long, as often as the watch says. */
async function followed(staged: Staged, seconds: number) {
  const stage = stageVenue(staged);
  const watch = makeLegWatch(stage.venue);
  const failedMs: Array<number> = [];
  let looks = 0;
  for (let nowMs = BEGAN_SEC * 1000; nowMs < (BEGAN_SEC + seconds) * 1000;) {
    await stage.setNow(nowMs / 1000);
    const exit = await stage.run(Effect.exit(watch.run));
    if (Exit.isFailure(exit)) failedMs.push(nowMs);
    looks += 1;
    // Nobody looks again within a tenth of a second.
    nowMs += Math.max(100, watch.waitMs(nowMs));
  }
  return { ...stage, looks, failedMs };
}

const fates: fc.Arbitrary<ReadonlyArray<Fate | null>> = fc.array(
  fc.oneof(
    fc.constant(null),
    fc.record({
      targetSec: fc.oneof(fc.constant(undefined), fc.integer({ min: 0, max: 800 })),
      resultSec: fc.integer({ min: 0, max: 500 }),
    }),
  ),
  { minLength: 4, maxLength: 4 },
);

describe("a followed venue", () => {
  test("has each window as it was, whenever its numbers came", () =>
    fc.assert(
      fc.asyncProperty(fates, async (fates) => {
        const fateOf = (sec: number) => fates[(sec / 900) % fates.length] ?? null;
        const { stored } = await followed({ fateOf }, 5_400);
        const records = await stored(START_SEC, START_SEC + 3_600);
        expect(records.map(({ startSec }) => startSec - START_SEC)).toEqual([0, 900, 1800, 2700]);
        for (const { startSec, endSec, market } of records) {
          const fate = fateOf(startSec);
          if (fate === null) expect(market).toBeNull();
          else {
            const target = fate.targetSec === undefined ? null : priceAt(startSec);
            expect(market).toMatchObject({ stage: "final", target, settled: priceAt(endSec) });
          }
        }
      }),
      { numRuns: 8 },
    ));

  test("is asked a few times a quarter, and listed once an hour", async () => {
    const { calls, looks, stored } = await followed({}, 7_200);
    expect(calls.listed).toHaveLength(2);
    // A quarter: twice for the target, thrice for the result, and then each half of a minute.
    expect(calls.current.length / 8).toBeLessThan(30);
    expect(looks).toBeLessThan(calls.current.length + 130);
    const [first] = await stored(START_SEC, START_SEC + 1);
    expect((first?.seenMs ?? 0) / 1000 - START_SEC - 900).toBeLessThan(13);
  });

  test("is told of as its windows change, and of nothing twice", async () => {
    const { told } = await followed({}, 1_800);
    const own = told.filter(({ startSec }) => startSec === START_SEC);
    // Announced, open, with its target, closed, final.
    expect(own).toHaveLength(5);
  });

  test("has none that it has withdrawn, and all that a single answer lacks", async () => {
    const { stored, calls } = await followed({
      fateOf: (sec, nowMs) => {
        const sinceStart = nowMs / 1000 - sec;
        const isLacking = sec === START_SEC && Math.floor(nowMs / 1000) % 3 === 1;
        const isLate = sec === START_SEC + 900 && sinceStart < 2;
        const isWithdrawn = sec === START_SEC + 1_800 && sinceStart > -900;
        return isLacking || isLate || isWithdrawn ? null : { targetSec: 0.9, resultSec: 10 };
      },
    }, 4_000);
    const stages = (await stored(START_SEC, START_SEC + 2_700)).map(({ market }) => market?.stage);
    expect(stages).toEqual(["final", "final", undefined]);
    expect(calls.listed.length).toBeLessThan(8);
  });

  test("has every market that its answers lack for a while", async () => {
    const { stored } = await followed({
      fateOf: (sec, nowMs) => {
        const sinceStart = nowMs / 1000 - sec;
        const isLacking = sec === START_SEC && sinceStart > 0 && sinceStart < 50;
        return isLacking ? null : { targetSec: 0.9, resultSec: 10 };
      },
    }, 600);
    const [record] = await stored(START_SEC, START_SEC + 1);
    expect(record?.market?.target).toBe(priceAt(START_SEC));
  });

  test("that fails now and then has missed nothing afterwards", async () => {
    const isFailing = (nowMs: number) => Math.floor(nowMs / 7_000) % 3 === 0;
    const { stored, failedMs } = await followed({ isFailing }, 5_400);
    expect(failedMs.length).toBeGreaterThan(0);
    const records = await stored(START_SEC, START_SEC + 3_600);
    expect(records.map(({ market }) => isDecided(market))).toEqual([true, true, true, true]);
  });

  test("loses nothing to who reads days at the same time", async () => {
    const stage = stageVenue();
    const watch = makeLegWatch(stage.venue);
    const lookAt = async (sec: number) => {
      await stage.setNow(sec);
      await stage.run(watch.run);
      const [record] = await stage.stored(START_SEC, START_SEC + 1);
      return record ?? expect.unreachable();
    };
    await lookAt(BEGAN_SEC);
    const known = await lookAt(START_SEC + 2);
    // A result that another one read stays, whatever is read here.
    const amended = { ...known.market ?? expect.unreachable(), stage: "amended" } as const;
    const seenMs = (START_SEC + 909) * 1000;
    await stage.run(LegStore.use((store) => store.put([{ ...known, market: amended, seenMs }])));
    expect((await lookAt(START_SEC + 912)).market?.stage).toBe("amended");
  });

  test("is not looked at again at once while the store fails", async () => {
    const stage = stageVenue();
    const watch = makeLegWatch(stage.venue);
    const failure = new StoreFailed({ operation: "find windows", cause: null });
    const failing = LegStore.of({ find: () => failure, put: () => failure });
    await stage.setNow(BEGAN_SEC);
    const run = Effect.exit(Effect.provideService(watch.run, LegStore, failing));
    expect(Exit.isFailure(await stage.run(run))).toBe(true);
    expect(watch.waitMs(BEGAN_SEC * 1000)).toBeGreaterThanOrEqual(5_000);
  });

  test("asks what is due before each list of several series", async () => {
    const stage = stageVenue();
    const series = (["doge", "btc", "eth"] as const).map((asset) => ({ ...SERIES, asset }));
    const watch = makeLegWatch({ ...stage.venue, series });
    await stage.setNow(BEGAN_SEC);
    for (const at of series.keys()) {
      await stage.run(watch.run);
      expect(stage.calls.listed).toHaveLength(at + 1);
      expect(watch.waitMs(BEGAN_SEC * 1000) === 0).toBe(at < series.length - 1);
    }
  });

  test("in a maintenance has not failed", async () => {
    const isFailing = () => true;
    expect((await followed({ isFailing }, 300)).failedMs).not.toEqual([]);
    expect((await followed({ isFailing, isPaused: true }, 300)).failedMs).toEqual([]);
  });

  test("is followed on from what the store has", async () => {
    const stage = await followed({}, 1_000);
    stage.told.length = 0;
    await stage.run(makeLegWatch(stage.venue).run);
    expect(stage.told.filter(({ startSec }) => startSec <= START_SEC + 900)).toEqual([]);
  });
});
