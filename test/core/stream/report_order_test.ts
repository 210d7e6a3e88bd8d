import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { makeReportOrder, type Seconds } from "../../../core/stream/mod.ts";

const DONE_SEC = 1_000;

/** Consecutive ranges of seconds without a hole, from {@linkcode DONE_SEC} on. */
const tape = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 30 })
  .map((widths) => {
    let toSec = DONE_SEC;
    return widths.map((width): Seconds => ({ fromSec: toSec + 1, toSec: toSec += width }));
  });

/** The tape in any order, with some duplicates. */
const delivered = tape.chain((items) =>
  fc.tuple(
    fc.constant(items),
    fc.tuple(fc.subarray([...items]), fc.constant(items)).chain(([doubled, all]) => {
      const both = [...all, ...doubled];
      return fc.shuffledSubarray(both, { minLength: both.length, maxLength: both.length });
    }),
  )
);

describe("makeReportOrder()", () => {
  test("releases every item once and in order, whatever the order of arrival", () =>
    fc.assert(fc.property(delivered, ([items, arrivals]) => {
      const order = makeReportOrder(DONE_SEC);
      expect(arrivals.flatMap((item) => [...order.add(item)])).toEqual([...items]);
      expect(order.doneSec()).toBe(items.at(-1)?.toSec ?? 0);
    })));

  test("releases nothing past a hole, and the rest when the hole is filled", () =>
    fc.assert(fc.property(tape, fc.nat(), (items, at) => {
      const hole = at % items.length;
      const order = makeReportOrder(DONE_SEC);
      const given = items.flatMap((item, index) => index === hole ? [] : [...order.add(item)]);
      expect(given).toEqual(items.slice(0, hole));
      expect(order.add(items[hole] as Seconds)).toEqual(items.slice(hole));
    })));

  test("never releases a second twice or out of order, even if reports overlap", () => {
    const any = fc.record({ fromSec: fc.integer({ min: 990, max: 1_040 }), width: fc.nat(8) })
      .map(({ fromSec, width }) => ({ fromSec, toSec: fromSec + width }));
    fc.assert(fc.property(fc.array(any, { maxLength: 60 }), (arrivals) => {
      const order = makeReportOrder(DONE_SEC);
      let lastSec = DONE_SEC;
      for (const item of arrivals) {
        for (const given of order.add(item)) {
          expect(given.toSec).toBeGreaterThan(lastSec);
          expect(given.fromSec).toBeLessThanOrEqual(lastSec + 1);
          lastSec = given.toSec;
        }
        expect(order.doneSec()).toBe(lastSec);
      }
    }));
  });
});
