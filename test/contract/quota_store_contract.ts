/**
 * The contract that every adapter of the `QuotaStore` port must meet.
 *
 * @module
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Effect, type Layer, ManagedRuntime } from "effect";
import fc from "fast-check";
import { QuotaStore } from "../../core/port/mod.ts";

/** The world of a contract test. `skip`: why it cannot run here. */
export interface QuotaStoreWorld {
  readonly name: string;
  readonly kind: "redis" | "memory";
  readonly layer: Layer.Layer<QuotaStore, unknown>;
  readonly skip?: string;
}

const WINDOW_SEC = 3_600;
/** Real time, because a store may expire a past window by the machine's clock. */
const NOW_SEC = Math.floor(Date.now() / 1000);

/** Declares the contract's tests for one adapter. */
export function quotaStoreContract(world: QuotaStoreWorld): void {
  const suite = world.skip === undefined ? describe : describe.skip;
  suite(`QuotaStore contract: ${world.name}${world.skip ? ` (${world.skip})` : ""}`, () => {
    let runtime: ManagedRuntime.ManagedRuntime<QuotaStore, unknown>;
    beforeAll(() => {
      runtime = ManagedRuntime.make(world.layer);
    });
    afterAll(() => runtime.dispose());

    const add = (caller: string, cost: number, windowStartSec = NOW_SEC) =>
      QuotaStore.use((store) => {
        const count = store.add({ caller, windowStartSec, windowSec: WINDOW_SEC, cost });
        return typeof count === "number" ? Effect.succeed(count) : count;
      });
    const run = <A>(effect: Effect.Effect<A, unknown, QuotaStore>) => runtime.runPromise(effect);
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

    test("returns the unchanged count for a cost of zero", async () => {
      const caller = newCaller();
      expect(await run(add(caller, 0))).toBe(0);
      expect(await run(add(caller, 7))).toBe(7);
      expect(await run(add(caller, 0))).toBe(7);
      expect(await run(add(caller, 1))).toBe(8);
    });

    test("counts every caller separately", async () => {
      const [one, other] = [newCaller(), newCaller()];
      expect(await run(add(one, 5))).toBe(5);
      expect(await run(add(other, 1))).toBe(1);
      expect(await run(add(one, 1))).toBe(6);
    });

    test("treats no caller as a property name", async () => {
      expect(await run(add("__proto__", 1, NOW_SEC))).toBeGreaterThanOrEqual(1);
      expect(await run(add("constructor", 1, NOW_SEC))).toBeGreaterThanOrEqual(1);
    });

    test("counts every one of many concurrent requests", async () => {
      const caller = newCaller();
      const counts = await run(
        Effect.all(Array.from({ length: 200 }, () => add(caller, 1)), { concurrency: "unbounded" }),
      );
      expect(counts.toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: 200 }, (_, index) => index + 1),
      );
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
