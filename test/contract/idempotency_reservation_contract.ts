/**
 * Part of the `OrderStore` contract: a key is reserved for one order at a time, in every replica.
 *
 * @module
 */
import { describe, expect, test } from "bun:test";
import { Effect, Option } from "effect";
import fc from "fast-check";
import type { IdempotencyReservation, NewOrder, Stored } from "../../core/port/order_store.ts";
import {
  holderOf,
  idempotencyKeyOf,
  NOON_MS,
  noteFinal,
  type OrderFields,
  type StagedStores,
  stageOrders,
  storeAt,
  STORED,
} from "./order_fixture.ts";

/** Longer than any test. */
const LONG_MS = 600_000;
const UNRESERVED: Stored = { kind: "unreserved" };

/** What one of three orders of a key does, by way of any replica. */
const STEP = fc.record({
  kind: fc.constantFrom("reserve", "reserve", "reserve until now", "add", "release"),
  who: fc.nat(2),
  at: fc.nat(1),
});

/** Declares the tests. */
export function idempotencyReservationContract(storesOf: () => StagedStores): void {
  /** Orders of one key, and what each of them does at the store, by way of any replica. */
  const staged = async (fields: OrderFields = {}) => {
    const fixture = storesOf();
    const key = `key ${crypto.randomUUID()}`;
    const { run, make } = await stageOrders(fixture, { key, isReserved: true, ...fields });
    const storeOf = (number: number) => storeAt(fixture, number);
    const reserve = (added: NewOrder, { forMs = LONG_MS, at = 0 } = {}) =>
      run(storeOf(at).reserve({ ...reservationOf(added), forMs }));
    const add = (added: NewOrder, { at = 0 } = {}) => run(storeOf(at).add(added));
    const release = (added: NewOrder, { at = 0 } = {}) =>
      run(storeOf(at).release(reservationOf(added)));
    return { fixture, key, make, reserve, add, release, storeOf };
  };

  describe("a reserved key", () => {
    test.each([{}, { dayMaxE6: 10n ** 18n }])(
      "lets one order be stored, which keeps it after its time until another takes it: %p",
      async (fields) => {
        await fc.assert(
          fc.asyncProperty(fc.array(STEP, { minLength: 4, maxLength: 14 }), async (steps) => {
            const { fixture, make, add, key, reserve, release } = await staged(fields);
            const orders = [make(), make(), make()];
            let holder: NewOrder | undefined;
            let isLate = false;
            let stored: NewOrder | undefined;
            for (const { kind, who, at } of steps) {
              const one = orders[who] ?? make();
              if (kind === "release") {
                expect(await release(one, { at })).toBe(holder === one);
                if (holder === one) holder = undefined;
              } else if (kind !== "add") {
                const forMs = kind === "reserve" ? LONG_MS : 0;
                const isFree = holder === undefined || holder === one || isLate;
                expect(await reserve(one, { forMs, at })).toBe(isFree);
                if (isFree) [holder, isLate] = [one, forMs === 0];
              } else if (stored !== undefined) {
                expect(await add(one, { at })).toEqual({
                  kind: "duplicate",
                  existing: stored.order,
                });
                break;
              } else {
                expect(await add(one, { at })).toEqual(holder === one ? STORED : UNRESERVED);
                if (holder === one) [stored, holder] = [one, undefined];
              }
            }
            // Its order is found all the same.
            expect(await holderOf(fixture, key))
              .toEqual(Option.map(Option.fromUndefinedOr(stored), ({ order }) => order));
          }),
          { numRuns: 25 },
        );
      },
    );

    test("leaves other keys, and those of other accounts, alone", async () => {
      const { fixture, make, key, reserve, storeOf } = await staged();
      expect(await reserve(make())).toBe(true);
      expect(await reserve(make({ key: `${key}x` }))).toBe(true);
      const others = {
        accountId: fixture.otherAccountId,
        idempotencyKey: key,
        orderId: Bun.randomUUIDv7(),
      };
      expect(await fixture.run(storeOf(1).reserve({ ...others, forMs: LONG_MS }))).toBe(true);
    });

    test.each([false, true])(
      "goes to one of 20 that ask at once; after its time: %p",
      async (isLate) => {
        const { make, add, reserve } = await staged();
        const late = make();
        if (isLate) expect(await reserve(late, { forMs: 0 })).toBe(true);
        const orders = Array.from({ length: 20 }, () => make());
        const reserved = await Promise.all(orders.map((added, at) => reserve(added, { at })));
        expect(reserved.filter((isReserved) => isReserved)).toEqual([true]);
        expect(await add(late)).toEqual(UNRESERVED);
      },
    );

    test("is kept by an order that passes the wallet's limit", async () => {
      const { make, add, reserve, release } = await staged({ dayMaxE6: 1n });
      const added = make();
      expect(await reserve(added)).toBe(true);
      expect(await add(added)).toMatchObject({ kind: "limited" });
      expect(await release(added)).toBe(true);
    });

    test("may have been an order's whose day is over", async () => {
      const { fixture, make, add, key, reserve } = await staged();
      const first = make({ isReserved: false });
      expect(await add(first)).toEqual(STORED);
      await noteFinal(fixture, first.order);
      const later = make({ createdMs: NOON_MS + 2 * 24 * 3_600_000 });
      expect(await reserve(later)).toBe(true);
      expect(await add(later)).toEqual(STORED);
      expect(await holderOf(fixture, key)).toEqual(Option.some(later.order));
    });

    test("is forgotten after its time, not before", async () => {
      const { fixture, make, add, reserve, storeOf } = await staged();
      const [kept, ended] = [make(), make({ key: crypto.randomUUID() })];
      expect(await reserve(kept)).toBe(true);
      expect(await reserve(ended, { forMs: 0 })).toBe(true);
      await fixture.run(storeOf(1).forgetIdempotencyKeys(0));
      expect(await add(ended)).toEqual(UNRESERVED);
      expect(await add(kept)).toEqual(STORED);
    });

    test("is either stored under or taken over, whoever is first", async () => {
      for (let round = 0; round < 8; round++) {
        const { fixture, make, reserve, storeOf } = await staged();
        const [slow, quick] = [make(), make()];
        expect(await reserve(slow, { forMs: 0 })).toBe(true);
        const taking = storeOf(1).reserve({ ...reservationOf(quick), forMs: LONG_MS });
        const adding = storeOf(0).add(slow);
        const both = round % 2 === 0
          ? Effect.all([adding, taking], { concurrency: 2 })
          : Effect.map(Effect.all([taking, adding], { concurrency: 2 }), ([b, a]) => [a, b]);
        const [stored] = await fixture.run(both);
        const found = Option.map(
          await holderOf(fixture, idempotencyKeyOf(slow.order)),
          ({ id }) => id,
        );
        const isStored = Bun.deepEquals(stored, STORED);
        expect(found).toEqual(isStored ? Option.some(slow.order.id) : Option.none());
        if (!isStored) expect(stored).toEqual(UNRESERVED);
      }
    });
  });
}

function reservationOf({ order }: NewOrder): IdempotencyReservation {
  return { accountId: order.accountId, idempotencyKey: idempotencyKeyOf(order), orderId: order.id };
}
