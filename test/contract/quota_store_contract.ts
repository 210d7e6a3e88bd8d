/** The contract that every adapter of the `QuotaStore` port must meet. @module */
import { expect, test } from "bun:test";
import { Effect } from "effect";
import fc from "fast-check";
import { QuotaStore } from "../../core/port/quota_store.ts";
import { describeStore, type StoreWorld } from "./store_world.ts";

/** The world of a contract test. */
export interface QuotaStoreWorld extends StoreWorld<QuotaStore> {
  readonly kind: "redis" | "memory";
}

const WINDOW_SEC = 3_600;
/** Real time, because a store may expire a past window by the machine's clock. */
const NOW_SEC = Math.floor(Date.now() / 1000);

/** Declares the contract's tests for one adapter. */
export function quotaStoreContract(world: QuotaStoreWorld): void {
  describeStore("the quota counter", world, (run) => {
    const add = (caller: string, cost: number, windowStartSec = NOW_SEC) =>
      QuotaStore.use((store) => {
        const count = store.add({ caller, windowStartSec, windowSec: WINDOW_SEC, cost });
        return typeof count === "number" ? Effect.succeed(count) : count;
      });
    const newCaller = () => `ip:${crypto.randomUUID()}`;

    test("reports where it counts", async () => {
      expect(await run(QuotaStore.use((store) => store.kind))).toBe(world.kind);
    });

    test("starts with the first cost and adds every other", async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 20 }),
          async (costs) => {
            const caller = newCaller();
            const counts = await run(Effect.forEach(costs, (cost) => add(caller, cost)));
            expect(counts.at(-1)).toBe(costs.reduce((sum, cost) => sum + cost));
            expect(counts).toEqual(counts.toSorted((a, b) => a - b));
          },
        ),
        { numRuns: 20 },
      );
    });

    test("counts every caller apart, whatever its name, and no cost of zero", async () => {
      const [one, other] = [newCaller(), newCaller()];
      const counts = [];
      for (const cost of [0, 5, 0, 1]) counts.push(await run(add(one, cost)));
      expect(counts).toEqual([0, 5, 5, 6]);
      expect(await run(add(other, 1))).toBe(1);
      for (const name of ["__proto__", "constructor"]) {
        expect(await run(add(name, 1))).toBeGreaterThanOrEqual(1);
      }
    });

    // Last: the later window makes the earlier one the past.
    test("restarts with the next window", async () => {
      const caller = newCaller();
      expect(await run(add(caller, 9))).toBe(9);
      expect(await run(add(caller, 1, NOW_SEC + WINDOW_SEC))).toBe(1);
      expect(await run(add(caller, 1, NOW_SEC + WINDOW_SEC))).toBe(2);
    });
  });
}
