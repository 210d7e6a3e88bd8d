import { describe, expect, test } from "bun:test";
import { Effect, Option } from "effect";
import {
  makeActivitySlices,
  SLICE_PAGES,
  type Slices,
} from "../../../../adapters/polymarket/data/activity_slices.ts";
import { PAGE_ROWS } from "../../../../adapters/polymarket/data/index_walk.ts";

const NOW_SEC = 1_700_000_000;
const DAY_SEC = 86_400;

/** A service that lists a row of each of these seconds, whose ends count or do not. */
function serve(secs: ReadonlyArray<number>, areEndsIn: boolean) {
  let pagesRead = 0;
  const read = makeActivitySlices({
    activity: ({ start, end = "Infinity" }, pagesMax) =>
      Effect.sync(() => {
        const rows = secs.filter((sec) =>
          areEndsIn
            ? sec >= Number(start) && sec <= Number(end)
            : sec > Number(start) && sec < Number(end)
        );
        const all = Math.max(1, Math.ceil(rows.length / PAGE_ROWS));
        const count = Math.min(all, pagesMax);
        pagesRead += count;
        const listed = rows.toReversed().slice(0, count * PAGE_ROWS);
        return { rows: listed, count, isAll: count === all };
      }),
  }, (row) => typeof row === "number" ? Option.some(row) : Option.none());
  /** Reads parts from a second on until there are no more. */
  const readAll = (fromSec: number, untilSec = NOW_SEC) => {
    const parts: Array<Slices> = [];
    while (parts.at(-1)?.isAll !== true && parts.length < 200) {
      const from = parts.at(-1)?.lastSec ?? fromSec;
      parts.push(Effect.runSync(read({ user: "0x1", fromSec: from, untilSec })));
    }
    return parts;
  };
  return { readAll, pagesRead: () => pagesRead };
}

/** So many rows, spread evenly over the time before now. */
const spread = (count: number, daysBack: number) =>
  Array.from(
    { length: count },
    (_, at) => Math.floor(NOW_SEC - (daysBack * DAY_SEC * (count - at)) / count),
  );

describe("what a wallet did", () => {
  test.each([true, false])("is one slice where it is short (%p)", (areEndsIn) => {
    const secs = spread(900, 30);
    const { readAll, pagesRead } = serve([...secs, NOW_SEC + 7], areEndsIn);
    // Also what is newer than it was asked for.
    const [first = 0] = secs;
    expect(readAll(first)).toEqual([
      { rows: [...secs, NOW_SEC + 7].toReversed(), lastSec: NOW_SEC, isAll: true },
    ]);
    expect(pagesRead()).toBe(1);
  });

  test.each([[200_000, 60, true], [200_000, 60, false], [60_000, 0.2, false]])(
    "comes whole, in bounded parts, each second once: %p rows of %p days (%p)",
    (count, days, areEndsIn) => {
      const secs = spread(count, days);
      const { readAll, pagesRead } = serve(secs, areEndsIn);
      const parts = readAll(0);
      const found = new Map<number, number>();
      let fromSec = 0;
      for (const { rows, lastSec } of parts) {
        const own = rows.filter((row): row is number => typeof row === "number");
        expect(own.every((sec) => sec >= fromSec)).toBe(true);
        expect(own.length).toBeLessThan(3 * SLICE_PAGES * PAGE_ROWS);
        // The second at which a part ends is whole in it, and in the next one again.
        for (const sec of own.filter((sec) => sec > fromSec)) {
          found.set(sec, (found.get(sec) ?? 0) + 1);
        }
        fromSec = lastSec;
      }
      const wanted = Map.groupBy(secs, (sec) => sec);
      expect(found.size).toBe(wanted.size);
      for (const [sec, rows] of wanted) expect(found.get(sec)).toBe(rows.length);
      // Less than three times as many as its rows have, and some to find where they begin.
      expect(pagesRead()).toBeLessThan(3 * count / PAGE_ROWS + 100);
    },
  );

  test("is no history where one second has too many rows", () => {
    const { readAll } = serve(Array.from({ length: 10_001 }, () => NOW_SEC - 5), true);
    expect(() => readAll(NOW_SEC - 100)).toThrow("cannot be used");
  });
});
