import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { formatE18, type TargetQuery } from "../../../../core/price/mod.ts";
import { UnixSec } from "../../../../core/time/mod.ts";
import {
  NO_DISPUTES,
  nothing,
  priceAt,
  published,
  rounded,
  run,
  START_SEC,
  traded,
  windowsOf,
} from "./backfill_world.ts";

describe("final prices", () => {
  /** A window's end as the venue reports it: exact, or off by a multiple of 10^-18. */
  const world = (offBy: (query: TargetQuery) => bigint, isGiven = (_: TargetQuery) => true) => ({
    history: (query: TargetQuery) => {
      const endE18 = priceAt(query.window.endSec);
      const offE18 = endE18 * offBy(query) / 10n ** 18n;
      return isGiven(query) ? published(query, endE18 + offE18) : nothing()(query);
    },
    usual: traded,
  });
  const ONE_IN_A_BILLION = 10n ** 9n;

  test("agree with the next target within a double's precision, over steps and gaps", async () => {
    const asked = windowsOf("5min", 1_200);
    const isGiven = ({ window }: TargetQuery) => window.startSec % 900 !== 0;
    const { ends } = await run(world(() => 0n, isGiven), [{ asked }]);
    expect(ends[0]?.disputes).toEqual(NO_DISPUTES);
    expect(ends[0]?.found).toEqual({ venue_metadata: 800, aggTrades: 400 });
  });

  test("are disputed where they do not, with both numbers", () =>
    fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.nat({ max: 1_098 }), { maxLength: 40 }), async (wrong) => {
        const asked = windowsOf("5min", 1_100);
        const starts = new Set(wrong.map((index) => START_SEC + index * 300));
        const offBy = ({ window }: TargetQuery) =>
          starts.has(window.startSec) ? ONE_IN_A_BILLION : 0n;
        const { ends: [end] } = await run(world(offBy), [{ asked }]);
        expect(end?.disputes.count).toBe(wrong.length);
        const listed = [...starts].toSorted((a, b) => a - b).slice(0, 20);
        expect(end?.disputes.listed).toEqual(listed.map((sec) => ({
          startSec: UnixSec(sec),
          finalPrice: formatE18(
            priceAt(sec + 300) + priceAt(sec + 300) * ONE_IN_A_BILLION / 10n ** 18n,
          ),
          nextPrice: formatE18(rounded(priceAt(sec + 300))),
        })));
      }),
      { numRuns: 15 },
    ), 300_000);

  test("are compared with a neighbour that was stored before, and never twice", async () => {
    const asked = windowsOf("5min", 10);
    const wrongEverywhere = world(() => ONE_IN_A_BILLION);
    const half = asked.slice(0, 5);
    const { ends } = await run(wrongEverywhere, [{ asked: half }, { asked }, { asked }]);
    expect(ends.map(({ disputes }) => disputes.count)).toEqual([4, 5, 0]);
  });

  test.each(
    [
      ["5min", "2026-08-07T00:00:00Z"],
      ["15min", "2026-08-07T00:00:00Z"],
      ["5min", "2026-08-14T00:00:00Z"],
    ] as const,
  )("of %s are of another stream than the target at %s", async (interval, iso) => {
    const switchSec = Date.parse(iso) / 1000;
    const lengthSec = interval === "5min" ? 300 : 900;
    const asked = windowsOf(interval, 8, UnixSec(switchSec - 4 * lengthSec));
    const wrongFrom = (startSec: number) =>
      world(({ window }) => window.startSec === startSec ? ONE_IN_A_BILLION : 0n);
    const countOf = async (startSec: number) =>
      (await run(wrongFrom(startSec), [{ asked }])).ends[0]?.disputes.count;
    expect(await countOf(switchSec - 2 * lengthSec)).toBe(1);
    expect(await countOf(switchSec - lengthSec)).toBe(0);
    expect(await countOf(switchSec)).toBe(1);
  });

  test("are compared only with the next window, even if that one has no price", async () => {
    const asked = windowsOf("5min", 9);
    const isGrouped = ({ window }: TargetQuery) => window.startSec !== START_SEC + 4 * 300;
    const { ends: [end] } = await run({ ...world(() => 0n, isGrouped), isGrouped }, [{ asked }]);
    expect(end).toMatchObject({ total: 9, done: 8, missing: [], disputes: NO_DISPUTES });
  });

  test("are asked of no window of the exchange", async () => {
    const { ends } = await run(world(() => ONE_IN_A_BILLION), [{ asked: windowsOf("1hour", 30) }]);
    expect(ends[0]?.disputes).toEqual(NO_DISPUTES);
  });
});
