import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { makeReportSequence } from "../../../adapters/chainlink/report_sequence.ts";
import type { Seconds } from "../../../core/stream/mod.ts";

const START = { fromSec: 1_000, existsSec: 1_005 };
const at = (fromSec: number, widthSec = 0): Seconds => ({ fromSec, toSec: fromSec + widthSec });
const secondsOf = ({ fromSec, toSec }: Seconds) =>
  Array.from({ length: toSec - fromSec + 1 }, (_, index) => fromSec + index);

/** Reports in any order, some doubled, some wide; and moments at which holes are given up. */
const steps = fc.array(
  fc.oneof(
    {
      weight: 9,
      arbitrary: fc.record({
        fromSec: fc.integer({ min: 990, max: 1_040 }),
        widthSec: fc.oneof(
          { weight: 5, arbitrary: fc.constant(0) },
          fc.integer({ max: 5, min: 1 }),
        ),
      }),
    },
    { weight: 1, arbitrary: fc.record({ loseUntilSec: fc.integer({ min: 990, max: 1_010 }) }) },
  ),
  { maxLength: 60 },
);

/** Two that touch, and one that covers both and is no news. */
function oneBesideTheOther(firstSec: number, secondSec: number) {
  const seconds = [firstSec, secondSec].map((fromSec) => ({ fromSec, widthSec: 0 }));
  return [...seconds, { fromSec: Math.min(firstSec, secondSec), widthSec: 1 }];
}

describe("makeReportSequence()", () => {
  test("tells of every second once: by a report, as lost, or by neither in a hole", () => {
    fc.assert(
      fc.property(steps, (steps) => {
        const sequence = makeReportSequence(START);
        const told = new Map<number, "report" | "lost">();
        let newestSec = START.existsSec;
        for (const step of steps) {
          if ("loseUntilSec" in step) {
            for (const second of sequence.lose(step.loseUntilSec).flatMap(secondsOf)) {
              expect(told.has(second)).toBe(false);
              expect(second).toBeLessThanOrEqual(step.loseUntilSec);
              told.set(second, "lost");
            }
            continue;
          }
          const seconds = at(step.fromSec, step.widthSec);
          const news = secondsOf(seconds).filter((sec) => sec >= START.fromSec && !told.has(sec));
          expect(sequence.take(seconds)).toBe(news.length > 0);
          for (const second of news) told.set(second, "report");
          newestSec = Math.max(newestSec, ...news);
        }
        const untold = secondsOf({ fromSec: START.fromSec, toSec: newestSec })
          .filter((second) => !told.has(second));
        expect(sequence.hole()?.fromSec).toBe(untold[0]);
        expect(sequence.lose(Infinity).flatMap(secondsOf)).toEqual(untold);
        expect(sequence.hole()).toBeUndefined();
      }),
      { examples: [[oneBesideTheOther(1_015, 1_016)], [oneBesideTheOther(1_016, 1_015)]] },
    );
  });
});
