/**
 * Part of the `OrderStore` contract: orders are stored exactly, and once per key.
 *
 * @module
 */
import { describe, expect, test } from "bun:test";
import { Effect, Option } from "effect";
import fc from "fast-check";
import type { RefusalReason } from "../../core/order/mod.ts";
import { IDEMPOTENCY_MS, StoreFailed } from "../../core/port/mod.ts";
import {
  addAtOnce,
  anyFields,
  finalAs,
  holderOf,
  keyOf,
  NEVER_MS,
  newOrder,
  NOON_MS,
  type OrderFields,
  refusedFor,
  type StagedStores,
} from "./order_fixture.ts";

/** Declares the tests. */
export function idempotencyContract(storesOf: () => StagedStores): void {
  /** An order that is stored, and the means to store others like it. */
  const staged = async (fields: OrderFields = {}) => {
    const desk = storesOf();
    const [store] = desk.stores;
    if (store === undefined) throw new Error("no store");
    const owner = { accountId: desk.accountId, walletId: await desk.newWalletId() };
    const make = (fields: OrderFields = {}) => newOrder(owner, fields);
    const added = make(fields);
    expect(await desk.run(store.add(added))).toEqual({ kind: "stored" });
    const { order } = added;
    const settle = (reason: RefusalReason = "not_filled") =>
      desk.run(store.note({
        id: order.id,
        state: finalAs(refusedFor(reason), order.state.orderId),
        latencyMs: Option.some(9),
        lookUpAtMs: 0,
      }));
    return { desk, store, make, added, order, settle };
  };

  describe("an order", () => {
    test("is kept exactly, and found by its key", async () => {
      const { desk, store, make } = await staged();
      await fc.assert(
        fc.asyncProperty(anyFields, async (fields) => {
          const added = make(fields);
          expect(await desk.run(store.add(added))).toEqual({ kind: "stored" });
          expect(await holderOf(desk, fields.key)).toEqual(Option.some(added.order));
        }),
        { numRuns: 50 },
      );
    });

    test("is found by its own account and its own key, for a day", async () => {
      const { desk, store, order, settle } = await staged();
      const atMs = NOON_MS + IDEMPOTENCY_MS;
      const asked = { accountId: desk.accountId, key: keyOf(order), atMs };
      const find = (change: Partial<typeof asked>) =>
        desk.run(store.ofKey({ ...asked, ...change }));
      expect(await find({ atMs: atMs + 1 })).toEqual(Option.some(order));
      await settle();
      expect(Option.map(await find({}), ({ id }) => id)).toEqual(Option.some(order.id));
      const others = [
        { atMs: atMs + 1 },
        { accountId: desk.otherAccountId },
        ...[`${keyOf(order)} `, "", "\0", "%", "__proto__"].map((key) => ({ key })),
      ];
      for (const change of others) expect(await find(change)).toEqual(Option.none());
    });

    test("is not stored under another's id or order id", async () => {
      const { desk, store, make, order } = await staged();
      const { id, state: { orderId } } = order;
      const rivals = [make({ id }), make({ orderId }), make({ orderId, key: undefined })];
      for (const rival of rivals) {
        expect(await desk.run(Effect.flip(store.add(rival)))).toBeInstanceOf(StoreFailed);
      }
      expect(await holderOf(desk, keyOf(order))).toEqual(Option.some(order));
      expect(await holderOf(desk, keyOf(make({ id }).order))).toEqual(Option.none());
    });

    test("may have no key, any number of times", async () => {
      const { desk, store, make } = await staged({ key: undefined });
      expect(await desk.run(store.add(make({ key: undefined })))).toEqual({ kind: "stored" });
    });
  });

  describe("an idempotency key", () => {
    test("holds one order, for any repeated request, even of that order", async () => {
      const { desk, store, make, added, order } = await staged();
      for (const rival of [added, make({ key: keyOf(order) })]) {
        expect(await desk.run(store.add(rival))).toEqual({ kind: "duplicate", existing: order });
      }
      const other = newOrder({ accountId: desk.otherAccountId, walletId: order.walletId }, {
        key: keyOf(order),
      });
      expect(await desk.run(store.add(other))).toEqual({ kind: "stored" });
      expect(await holderOf(desk, keyOf(order))).toEqual(Option.some(order));
    });

    test("goes to one of many concurrent users", async () => {
      const { desk, make } = await staged();
      const places = fc.array(fc.nat(2), { minLength: 2, maxLength: 24 });
      await fc.assert(
        fc.asyncProperty(places, async (places) => {
          const keys = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
          const orders = places.map((place) => make({ key: keys[place] }));
          const stored = await addAtOnce(desk, orders);
          for (const place of new Set(places)) {
            const [winner, ...others] = orders.flatMap(({ order }, at) =>
              places[at] === place && stored[at]?.kind === "stored" ? [order] : []
            );
            if (winner === undefined) throw new Error("no order has the key");
            expect(others).toEqual([]);
            const losers = stored.filter((_, at) =>
              places[at] === place && orders[at]?.order !== winner
            );
            for (const loser of losers) {
              expect(loser).toEqual({ kind: "duplicate", existing: winner });
            }
            expect(await holderOf(desk, keys[place])).toEqual(Option.some(winner));
          }
        }),
        { numRuns: 20 },
      );
    });

    test("is released by a final order after a day, and not before", async () => {
      const { desk, store, make, order, settle } = await staged();
      const key = keyOf(order);
      await settle();
      const inTime = make({ key, createdMs: NOON_MS + IDEMPOTENCY_MS });
      expect(await desk.run(store.add(inTime))).toMatchObject({
        kind: "duplicate",
        existing: { id: order.id },
      });
      const late = make({ key, createdMs: NOON_MS + IDEMPOTENCY_MS + 1 });
      expect(await desk.run(store.add(late))).toEqual({ kind: "stored" });
      expect(await holderOf(desk, key)).toEqual(Option.some(late.order));
    });

    test("is released immediately by an order that was one too many", async () => {
      const { desk, store, make, order, settle } = await staged();
      await settle("busy");
      const key = keyOf(order);
      const { accountId } = desk;
      const asked = store.ofKey({ accountId, key, atMs: NOON_MS });
      expect(await desk.run(asked)).toEqual(Option.none());
      const again = make({ key });
      expect(await desk.run(store.add(again))).toEqual({ kind: "stored" });
      expect(await desk.run(asked)).toEqual(Option.some(again.order));
    });

    test("goes to one of many again after its release", async () => {
      const { desk, make, order, settle } = await staged();
      await settle();
      const createdMs = NOON_MS + 2 * IDEMPOTENCY_MS;
      const orders = Array.from({ length: 12 }, () => make({ key: keyOf(order), createdMs }));
      const stored = await addAtOnce(desk, orders);
      expect(stored.filter(({ kind }) => kind === "stored").length).toBe(1);
      const by = orders[stored.findIndex(({ kind }) => kind === "stored")]?.order ?? order;
      for (const each of stored) {
        if (each.kind !== "stored") expect(each).toEqual({ kind: "duplicate", existing: by });
      }
    });

    test("is never released by an order that is not final", async () => {
      const { desk, store, make, order } = await staged();
      const late = make({ key: keyOf(order), createdMs: NOON_MS + 99 * IDEMPOTENCY_MS });
      expect(await desk.run(store.add(late))).toEqual({ kind: "duplicate", existing: order });
      await desk.run(store.forgetKeys(late.order.createdMs));
      expect(await holderOf(desk, keyOf(order))).toEqual(Option.some(order));
      const news = {
        id: order.id,
        state: {
          ...order.state,
          name: "unknown",
          why: "reset",
          isAtVenue: false,
          missingSinceMs: Option.none(),
        },
        latencyMs: Option.none(),
        lookUpAtMs: NEVER_MS,
      } as const;
      await desk.run(store.note(news));
      await desk.run(store.forgetKeys(late.order.createdMs));
      const by = { ...order, state: news.state };
      expect(await desk.run(store.add(late))).toEqual({ kind: "duplicate", existing: by });
    });

    test("is deleted if its order is final and from before an instant", async () => {
      const [before, at] = [await staged({ createdMs: 999 }), await staged({ createdMs: 1_000 })];
      await before.settle();
      await at.settle();
      await at.desk.run(at.store.forgetKeys(1_000));
      expect(await holderOf(at.desk, keyOf(before.order))).toEqual(Option.none());
      const kept = Option.getOrThrow(await holderOf(at.desk, keyOf(at.order)));
      expect(kept.id).toBe(at.order.id);
      const again = before.make({ key: keyOf(before.order), createdMs: 999 });
      expect(await at.desk.run(at.store.add(again))).toEqual({ kind: "stored" });
    });
  });
}
