/**
 * Part of the `OrderStore` contract: a key is reserved for one order at a time, in every replica.
 *
 * @module
 */
import { describe, expect, test } from "bun:test";
import { Effect, Option } from "effect";
import type { KeyReservation, NewOrder } from "../../core/port/mod.ts";
import {
  holderOf,
  keyOf,
  newOrder,
  NOON_MS,
  noteFinal,
  type OrderFields,
  type StagedStores,
  storeAt,
} from "./order_fixture.ts";

/** Longer than any test. */
const LONG_MS = 600_000;
const STORED = { kind: "stored" } as const;
const UNRESERVED = { kind: "unreserved" } as const;

/** Declares the tests. */
export function keyReservationContract(storesOf: () => StagedStores): void {
  /** Two orders of one key, and what each of them does at the store, by way of any replica. */
  const staged = async (fields: OrderFields = {}) => {
    const fixture = storesOf();
    const { run } = fixture;
    const owner = { accountId: fixture.accountId, walletId: await fixture.newWalletId() };
    const key = `key ${crypto.randomUUID()}`;
    const make = (more: OrderFields = {}) =>
      newOrder(owner, { key, isReserved: true, ...fields, ...more });
    const storeOf = (number: number) => storeAt(fixture, number);
    const reserve = (added: NewOrder, { forMs = LONG_MS, at = 0 } = {}) =>
      run(storeOf(at).reserve({ ...reservationOf(added), forMs }));
    const add = (added: NewOrder, { at = 0 } = {}) => run(storeOf(at).add(added));
    const release = (added: NewOrder, { at = 0 } = {}) =>
      run(storeOf(at).release(reservationOf(added)));
    return { fixture, key, make, reserve, add, release, storeOf };
  };

  describe("a reserved key", () => {
    test("is reserved for one order, again if it asks again, and for no other", async () => {
      const { make, reserve } = await staged();
      const [first, second] = [make(), make()];
      expect(await reserve(first)).toBe(true);
      expect(await reserve(second, { at: 1 })).toBe(false);
      expect(await reserve(first, { at: 1 })).toBe(true);
      expect(await reserve(second)).toBe(false);
    });

    test("leaves other keys, and those of other accounts, alone", async () => {
      const { fixture, key, make, reserve, storeOf } = await staged();
      expect(await reserve(make())).toBe(true);
      expect(await reserve(make({ key: `${key}x` }))).toBe(true);
      const others = { accountId: fixture.otherAccountId, key, orderId: Bun.randomUUIDv7() };
      expect(await fixture.run(storeOf(1).reserve({ ...others, forMs: LONG_MS }))).toBe(true);
    });

    test.each([false, true])(
      "goes to one of 20 that ask at once; after its time: %p",
      async (isLate) => {
        const { make, reserve, add } = await staged();
        const late = make();
        if (isLate) expect(await reserve(late, { forMs: 0 })).toBe(true);
        const orders = Array.from({ length: 20 }, () => make());
        const reserved = await Promise.all(orders.map((added, at) => reserve(added, { at })));
        expect(reserved.filter((isReserved) => isReserved)).toEqual([true]);
        expect(await add(late)).toEqual(UNRESERVED);
      },
    );

    test("is free once its order is stored, or released", async () => {
      const { make, reserve, add, release } = await staged();
      const [first, second, third] = [make(), make(), make()];
      expect(await reserve(first)).toBe(true);
      expect(await release(second)).toBe(false);
      expect(await release(first, { at: 1 })).toBe(true);
      expect(await release(first)).toBe(false);
      expect(await reserve(second, { at: 1 })).toBe(true);
      expect(await add(second, { at: 1 })).toEqual(STORED);
      expect(await release(second)).toBe(false);
      // Its order is found all the same.
      expect(await reserve(third)).toBe(true);
      expect(await add(third)).toEqual({ kind: "duplicate", existing: second.order });
    });

    test.each([{}, { dayMaxE6: 10n ** 18n }])(
      "is needed to store an order that reserved it, with a limit or without",
      async (fields) => {
        const { fixture, make, reserve, add, release, key } = await staged(fields);
        const [first, second] = [make(), make()];
        expect(await add(first)).toEqual(UNRESERVED);
        expect(await reserve(first)).toBe(true);
        expect(await add(second, { at: 1 })).toEqual(UNRESERVED);
        await release(first);
        expect(await add(first)).toEqual(UNRESERVED);
        expect(await holderOf(fixture, key)).toEqual(Option.none());
        expect(await reserve(second)).toBe(true);
        expect(await add(second, { at: 1 })).toEqual(STORED);
      },
    );

    test("stays with its order after its time, until another takes it", async () => {
      const { make, reserve, add } = await staged();
      const first = make();
      expect(await reserve(first, { forMs: 0 })).toBe(true);
      expect(await add(first)).toEqual(STORED);
      const { make: makeOther, ...other } = await staged();
      const [slow, quick] = [makeOther(), makeOther()];
      expect(await other.reserve(slow, { forMs: 0 })).toBe(true);
      expect(await other.reserve(quick, { at: 1 })).toBe(true);
      expect(await other.add(slow)).toEqual(UNRESERVED);
      expect(await other.release(slow)).toBe(false);
      expect(await other.add(quick)).toEqual(STORED);
      expect(await other.add(slow)).toEqual({ kind: "duplicate", existing: quick.order });
    });

    test("is kept by an order that passes the wallet's limit", async () => {
      const { make, reserve, add, release } = await staged({ dayMaxE6: 1n });
      const added = make();
      expect(await reserve(added)).toBe(true);
      expect(await add(added)).toMatchObject({ kind: "limited" });
      expect(await release(added)).toBe(true);
    });

    test("may have been an order's whose day is over", async () => {
      const { fixture, key, make, reserve, add } = await staged();
      const first = make({ isReserved: false });
      expect(await add(first)).toEqual(STORED);
      await noteFinal(fixture, first.order);
      const later = make({ createdMs: NOON_MS + 2 * 24 * 3_600_000 });
      expect(await reserve(later)).toBe(true);
      expect(await add(later)).toEqual(STORED);
      expect(await holderOf(fixture, key)).toEqual(Option.some(later.order));
    });

    test("is forgotten after its time, not before", async () => {
      const { fixture, make, reserve, add, storeOf } = await staged();
      const [kept, ended] = [make(), make({ key: crypto.randomUUID() })];
      expect(await reserve(kept)).toBe(true);
      expect(await reserve(ended, { forMs: 0 })).toBe(true);
      await fixture.run(storeOf(1).forgetKeys(0));
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
        const found = Option.map(await holderOf(fixture, keyOf(slow.order)), ({ id }) => id);
        const isStored = JSON.stringify(stored) === JSON.stringify(STORED);
        expect(found).toEqual(isStored ? Option.some(slow.order.id) : Option.none());
        if (!isStored) expect(stored).toEqual(UNRESERVED);
      }
    });
  });
}

function reservationOf({ order }: NewOrder): KeyReservation {
  return { accountId: order.accountId, key: keyOf(order), orderId: order.id };
}
