import { expect, test } from "bun:test";
import fc from "fast-check";
import { makeDaySeconds } from "../../../core/recording/mod.ts";
import { DAY_SEC, UnixSec } from "../../../core/time/mod.ts";

const START = 1_767_225_600;
/** Also of the days beside it. */
const second = fc.integer({ min: START - 5, max: START + DAY_SEC + 5 });
/** Close to each other, so that there are runs of them. */
const seconds = fc.tuple(second, fc.array(fc.nat(40)))
  .map(([first, offsets]) => offsets.map((offset) => first + offset));

test("a second is missing unless it was added, and in one range with its neighbours", () => {
  fc.assert(fc.property(seconds, second, fc.nat(60), (added, fromSec, length) => {
    const day = makeDaySeconds(UnixSec(START));
    for (const sec of added) day.add(sec * 1000 + 999);
    const own = new Set(added.filter((sec) => sec >= START && sec < START + DAY_SEC));
    expect(day.count()).toBe(own.size);
    const ranges = day.missing({ startSec: UnixSec(fromSec), endSec: UnixSec(fromSec + length) });
    const missing = ranges.flatMap(({ startSec: from, endSec: until }) =>
      Array.from({ length: until - from }, (_, at) => from + at)
    );
    const expected = Array.from({ length }, (_, at) => fromSec + at)
      .filter((sec) => sec >= START && sec < START + DAY_SEC && !own.has(sec));
    expect(missing).toEqual(expected);
    for (const [at, { startSec: from, endSec: until }] of ranges.entries()) {
      expect(until).toBeGreaterThan(from);
      expect(from).toBeGreaterThan(ranges[at - 1]?.endSec ?? 0);
    }
  }));
});
