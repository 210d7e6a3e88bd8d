import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  makeNewestFirst,
  type Waiting,
} from "../../../../adapters/polymarket/site/newest_first.ts";

interface Item extends Waiting {
  readonly number: number;
}

/** Few keys and fewer seconds, so that they meet. A key is of one second. */
const item = fc.record({ asset: fc.constantFrom("a", "b", "c"), startSec: fc.nat({ max: 6 }) })
  .map(({ asset, startSec }) => ({ key: `${asset}:${startSec}`, startSec }));
const steps = fc.array(fc.oneof(item, fc.constant("serve" as const)), { maxLength: 60 });

describe("makeNewestFirst()", () => {
  test("serves what is newest, each once, and what came first among equals", () => {
    fc.assert(fc.property(steps, fc.integer({ min: 1, max: 8 }), (steps, sizeMax) => {
      const queue = makeNewestFirst<Item>(sizeMax);
      /** By when they came. */
      let waiting: Array<Item> = [];
      for (const [number, step] of steps.entries()) {
        if (step === "serve") {
          const next = queue.newest();
          const latest = Math.max(...waiting.map(({ startSec }) => startSec));
          expect(next).toBe(waiting.find(({ startSec }) => startSec === latest));
          if (next !== undefined) queue.remove(next.key);
          waiting = waiting.filter((each) => each !== next);
          continue;
        }
        const isWaiting = waiting.some(({ key }) => key === step.key);
        const added = { ...step, number };
        const dropped = queue.add(added);
        if (!isWaiting) waiting.push(added);
        if (dropped !== undefined) {
          // Nothing leaves before the queue is full, and then the oldest that came last.
          expect(waiting.length).toBe(sizeMax + 1);
          const oldest = Math.min(...waiting.map(({ startSec }) => startSec));
          expect(dropped).toBe(waiting.findLast(({ startSec }) => startSec === oldest) as Item);
        }
        waiting = waiting.filter((each) => each !== dropped);
        expect(queue.size()).toBe(waiting.length);
        expect(waiting.length).toBeLessThanOrEqual(sizeMax);
        for (const each of waiting) expect(queue.get(each.key)).toBe(each);
      }
    }));
  });
});
