/** Part of the `OrderStore` contract: no wallet exceeds its daily limit. @module */
import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import fc from "fast-check";
import type { Stored } from "../../core/port/order_store.ts";
import {
  addAtOnce,
  holderOf,
  idempotencyKeyOf,
  NOON_MS,
  noteFinal,
  type OrderFields,
  type StagedStores,
  stageOrders,
  STORED,
} from "./order_fixture.ts";

const DAY_MS = 86_400_000;
const MIDNIGHT_MS = NOON_MS - DAY_MS / 2;

/** Declares the tests. */
export function spendingContract(storesOf: () => StagedStores): void {
  const staged = async () => {
    const world = await stageOrders(storesOf(), { dayMaxE6: 10n });
    return { ...world, add: (fields: OrderFields) => world.add(world.make(fields)) };
  };
  const limited = (orderE6: bigint, spentE6: bigint): Stored => ({
    kind: "limited",
    limit: expect.objectContaining({
      _tag: "LimitPassed",
      limit: "day",
      maxE6: 10n,
      orderE6,
      spentE6,
    }),
  });

  describe("a wallet's daily limit", () => {
    test("may be reached but not exceeded, and an order above it is not stored", async () => {
      const { fixture, run, store, make, add } = await staged();
      expect(await add({ notionalE6: 4n })).toEqual(STORED);
      const passing = make({ notionalE6: 7n });
      expect(await run(store.add(passing))).toEqual(limited(7n, 4n));
      expect(await holderOf(fixture, idempotencyKeyOf(passing.order))).toEqual(Option.none());
      expect(await add({ notionalE6: 6n })).toEqual(STORED);
      expect(await add({ notionalE6: 1n })).toEqual(limited(1n, 10n));
      expect(await add({ notionalE6: 11n, createdMs: 0 })).toEqual(limited(11n, 0n));
    });

    test("applies to one UTC day, from its first millisecond to its last", async () => {
      const { add } = await staged();
      const nextMs = MIDNIGHT_MS + DAY_MS;
      for (const createdMs of [MIDNIGHT_MS - 1, nextMs]) {
        expect(await add({ notionalE6: 10n, createdMs })).toEqual(STORED);
      }
      expect(await add({ notionalE6: 5n, createdMs: MIDNIGHT_MS })).toEqual(STORED);
      expect(await add({ notionalE6: 5n, createdMs: nextMs - 1 })).toEqual(STORED);
      expect(await add({ notionalE6: 1n })).toEqual(limited(1n, 10n));
    });

    test("counts all of this wallet's orders that are not refused", async () => {
      const [{ fixture, run, store, make, add }, other] = [await staged(), await staged()];
      await other.add({ notionalE6: 10n });
      const unlimited = make({ notionalE6: 9n });
      await run(store.add({ ...unlimited, dayMaxE6: Option.none() }));
      expect(await add({ notionalE6: 2n })).toEqual(limited(2n, 9n));
      await noteFinal(fixture, unlimited.order);
      const matched = make({ notionalE6: 2n });
      await run(store.add(matched));
      await noteFinal(fixture, matched.order, {
        kind: "matched",
        fill: { sharesE6: Option.none(), usdcE6: Option.none() },
      });
      expect(await add({ notionalE6: 9n })).toEqual(limited(9n, 2n));
      expect(await add({ notionalE6: 8n })).toEqual(STORED);
    });

    test("is not checked if the key already has an order", async () => {
      const { run, store, make, add } = await staged();
      const added = make({ notionalE6: 10n });
      await run(store.add(added));
      expect(await add({ notionalE6: 10n, key: idempotencyKeyOf(added.order) }))
        .toEqual({ kind: "duplicate", existing: added.order });
    });

    test("denies the key to an order above it", async () => {
      const { fixture, run, store, make, add } = await staged();
      const { order, ...rest } = make({ notionalE6: 1n });
      await run(store.add({ order, ...rest }));
      await noteFinal(fixture, order);
      const late = { key: idempotencyKeyOf(order), createdMs: NOON_MS + 2 * DAY_MS };
      expect(await add({ ...late, notionalE6: 11n })).toEqual(limited(11n, 0n));
      const holder = Option.getOrThrow(await holderOf(fixture, idempotencyKeyOf(order)));
      expect(holder.id).toBe(order.id);
      expect(await add({ ...late, notionalE6: 10n })).toEqual(STORED);
    });

    test("is not exceeded by concurrent orders, and admits every order that fits", async () => {
      const worths = fc.array(fc.bigInt({ min: 1n, max: 5n }), { minLength: 20, maxLength: 20 });
      await fc.assert(
        fc.asyncProperty(worths, async (worths) => {
          const { fixture, make } = await staged();
          const stored = await addAtOnce(fixture, worths.map((notionalE6) => make({ notionalE6 })));
          const spentE6 = worths.reduce(
            (sumE6, notionalE6, at) => sumE6 + (stored[at]?.kind === "stored" ? notionalE6 : 0n),
            0n,
          );
          expect(spentE6).toBeLessThanOrEqual(10n);
          for (const each of stored) {
            if (each.kind !== "limited") continue;
            expect(each.limit.spentE6 + each.limit.orderE6).toBeGreaterThan(10n);
            expect(each.limit.spentE6).toBeLessThanOrEqual(spentE6);
          }
        }),
        { numRuns: 10 },
      );
    });
  });
}
