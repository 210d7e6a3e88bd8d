import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { joinQueue, type Queue, seeAgain, seeLevel, seeTrade } from "../../../core/paper/mod.ts";

const sharesE6 = fc.bigInt({ min: 0n, max: 50n }).map((shares) => shares * 1_000_000n);
const step = fc.oneof(
  fc.record({ kind: fc.constant("level" as const), sizeE6: sharesE6 }),
  fc.record({ kind: fc.constant("trade" as const), sizeE6: sharesE6 }),
  fc.record({ kind: fc.constant("again" as const), sizeE6: sharesE6 }),
);

/** Returns the place after some steps, and how much reached the order in all. */
function walk(queue: Queue, steps: ReadonlyArray<{ kind: string; sizeE6: bigint }>) {
  let reachedE6 = 0n;
  for (const { kind, sizeE6 } of steps) {
    if (kind === "level") queue = seeLevel(queue, sizeE6, 0);
    else if (kind === "again") queue = seeAgain(queue, sizeE6);
    else {
      const seen = seeTrade(queue, sizeE6, 0);
      queue = seen.queue;
      reachedE6 += seen.reachedE6;
    }
  }
  return { queue, reachedE6 };
}

describe("a place in a queue", () => {
  test("never gets worse, and has never more before it than the level has", () =>
    fc.assert(fc.property(sharesE6, fc.array(step, { maxLength: 20 }), (levelE6, steps) => {
      let queue = joinQueue(levelE6);
      for (const one of steps) {
        const next = walk(queue, [one]).queue;
        expect(next.aheadE6 <= queue.aheadE6).toBe(true);
        expect(next.aheadE6 >= 0n).toBe(true);
        expect(next.aheadE6 <= next.levelE6).toBe(true);
        queue = next;
      }
    })));

  test("is reached by no more than what was traded", () =>
    fc.assert(fc.property(sharesE6, fc.array(step, { maxLength: 20 }), (levelE6, steps) => {
      const tradedE6 = steps.filter(({ kind }) => kind === "trade")
        .reduce((sum, { sizeE6 }) => sum + sizeE6, 0n);
      expect(walk(joinQueue(levelE6), steps).reachedE6 <= tradedE6).toBe(true);
    })));

  test("is the same whether a trade or the level that it leaves is told first", () =>
    fc.assert(fc.property(sharesE6, sharesE6, sharesE6, (levelE6, joinedE6, tradeE6) => {
      // Others come after it, and then somebody trades what is there, or more.
      const queue = seeLevel(joinQueue(levelE6), levelE6 + joinedE6, 0);
      const left = levelE6 + joinedE6 - tradeE6;
      const level = { kind: "level", sizeE6: left > 0n ? left : 0n };
      const trade = { kind: "trade", sizeE6: tradeE6 };
      const [one, other] = [walk(queue, [trade, level]), walk(queue, [level, trade])];
      expect(one.queue.aheadE6).toBe(levelE6 > tradeE6 ? levelE6 - tradeE6 : 0n);
      expect(other.queue.aheadE6).toBe(one.queue.aheadE6);
      expect(one.reachedE6).toBe(tradeE6 > levelE6 ? tradeE6 - levelE6 : 0n);
    })));

  test("shares what is canceled with those behind it", () => {
    const queue = seeLevel(joinQueue(30_000_000n), 40_000_000n, 0);
    expect(seeLevel(queue, 20_000_000n, 0).aheadE6).toBe(15_000_000n);
  });

  test("takes an old cancellation for no part of a later trade", () => {
    const queue = seeLevel(joinQueue(30_000_000n), 20_000_000n, 0);
    expect(seeTrade(queue, 5_000_000n, 5_000).queue.aheadE6).toBe(15_000_000n);
    expect(seeTrade(queue, 5_000_000n, 500).queue.aheadE6).toBe(20_000_000n);
  });
});
