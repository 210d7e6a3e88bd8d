/** Part of the `OrderStore` contract: orders are stored exactly, and once per key. @module */
import { describe, expect, test } from "bun:test";
import { Effect, Option } from "effect";
import fc from "fast-check";
import { IDEMPOTENCY_MS, type RefusalReason } from "../../core/order/mod.ts";
import { StoreFailed } from "../../core/port/store_failure.ts";
import {
  addAtOnce,
  anyFields,
  holderOf,
  idempotencyKeyOf,
  NEVER_MS,
  newOrder,
  NOON_MS,
  noteFinal,
  type OrderFields,
  refusedFor,
  type StagedStores,
  stageOrders,
  STORED,
  unknownAs,
} from "./order_fixture.ts";

/** Declares the tests. */
export function idempotencyContract(storesOf: () => StagedStores): void {
  /** An order that is stored, and the means to store others like it. */
  const staged = async (fields: OrderFields = {}) => {
    const world = await stageOrders(storesOf());
    const order = await world.place(fields);
    const end = (reason: RefusalReason = "killed") =>
      noteFinal(world.fixture, order, refusedFor(reason));
    return { ...world, order, end };
  };

  describe("an order", () => {
    test("is kept exactly, and found by its key", async () => {
      const { fixture, place } = await staged();
      await fc.assert(
        fc.asyncProperty(anyFields, async (fields) => {
          const order = await place(fields);
          expect(await holderOf(fixture, fields.key)).toEqual(Option.some(order));
        }),
        { numRuns: 25 },
      );
    });

    test("is found by its own account and its own key, for a day", async () => {
      const { fixture, run, store, order, end } = await staged();
      const atMs = NOON_MS + IDEMPOTENCY_MS;
      const asked = { accountId: fixture.accountId, idempotencyKey: idempotencyKeyOf(order), atMs };
      const find = (change: Partial<typeof asked>) =>
        run(store.ofIdempotencyKey({ ...asked, ...change }));
      expect(await find({ atMs: atMs + 1 })).toEqual(Option.some(order));
      await end();
      expect(Option.map(await find({}), ({ id }) => id)).toEqual(Option.some(order.id));
      const others = [
        { atMs: atMs + 1 },
        { accountId: fixture.otherAccountId },
        ...[`${idempotencyKeyOf(order)} `, "", "\0", "%", "__proto__"].map((idempotencyKey) => ({
          idempotencyKey,
        })),
      ];
      for (const change of others) expect(await find(change)).toEqual(Option.none());
    });

    test("is not stored under another's id or order id", async () => {
      // There may be any number without a key.
      const { fixture, run, store, make, place } = await staged({ key: undefined });
      await place({ key: undefined });
      const { order } = await staged();
      const { id, state: { orderId } } = order;
      const rivals = [make({ id }), make({ orderId }), make({ orderId, key: undefined })];
      for (const rival of rivals) {
        expect(await run(Effect.flip(store.add(rival)))).toBeInstanceOf(StoreFailed);
      }
      expect(await holderOf(fixture, idempotencyKeyOf(order))).toEqual(Option.some(order));
      expect(await holderOf(fixture, idempotencyKeyOf(make({ id }).order))).toEqual(Option.none());
    });
  });

  describe("an idempotency key", () => {
    test("holds one order, for any repeated request, even of that order", async () => {
      const { fixture, make, add, order } = await staged();
      const rivals = [
        make({ id: order.id, key: idempotencyKeyOf(order) }),
        make({ key: idempotencyKeyOf(order) }),
      ];
      for (const rival of rivals) {
        expect(await add(rival)).toEqual({ kind: "duplicate", existing: order });
      }
      const other = newOrder({ accountId: fixture.otherAccountId, walletId: order.walletId }, {
        key: idempotencyKeyOf(order),
      });
      expect(await add(other)).toEqual(STORED);
      expect(await holderOf(fixture, idempotencyKeyOf(order))).toEqual(Option.some(order));
    });

    test("goes to one of many concurrent users", async () => {
      const { fixture, make } = await staged();
      const places = fc.array(fc.nat(2), { minLength: 2, maxLength: 24 });
      await fc.assert(
        fc.asyncProperty(places, async (places) => {
          const keys = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
          const orders = places.map((place) => make({ key: keys[place] }));
          const stored = await addAtOnce(fixture, orders);
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
            expect(await holderOf(fixture, keys[place])).toEqual(Option.some(winner));
          }
        }),
        { numRuns: 10 },
      );
    });

    test("is released by a final order after a day, and not before", async () => {
      const { fixture, make, add, place, order, end } = await staged();
      const key = idempotencyKeyOf(order);
      await end();
      const inTime = make({ key, createdMs: NOON_MS + IDEMPOTENCY_MS });
      expect(await add(inTime)).toMatchObject({
        kind: "duplicate",
        existing: { id: order.id },
      });
      const late = await place({ key, createdMs: NOON_MS + IDEMPOTENCY_MS + 1 });
      expect(await holderOf(fixture, key)).toEqual(Option.some(late));
    });

    test("is released immediately by an order that was one too many", async () => {
      const { fixture, run, store, place, order, end } = await staged();
      await end("busy");
      const key = idempotencyKeyOf(order);
      const { accountId } = fixture;
      const asked = store.ofIdempotencyKey({ accountId, idempotencyKey: key, atMs: NOON_MS });
      expect(await run(asked)).toEqual(Option.none());
      const again = await place({ key });
      expect(await run(asked)).toEqual(Option.some(again));
    });

    test("goes to one of many again after its release", async () => {
      const { fixture, make, order, end } = await staged();
      await end();
      const createdMs = NOON_MS + 2 * IDEMPOTENCY_MS;
      const orders = Array.from(
        { length: 12 },
        () => make({ key: idempotencyKeyOf(order), createdMs }),
      );
      const stored = await addAtOnce(fixture, orders);
      expect(stored.filter(({ kind }) => kind === "stored").length).toBe(1);
      const by = orders[stored.findIndex(({ kind }) => kind === "stored")]?.order ?? order;
      for (const each of stored) {
        if (each.kind !== "stored") expect(each).toEqual({ kind: "duplicate", existing: by });
      }
    });

    test("is never released by an order that is not final", async () => {
      const { fixture, run, store, make, add, order } = await staged();
      const late = make({ key: idempotencyKeyOf(order), createdMs: NOON_MS + 99 * IDEMPOTENCY_MS });
      expect(await add(late)).toEqual({ kind: "duplicate", existing: order });
      await run(store.forgetIdempotencyKeys(late.order.createdMs));
      expect(await holderOf(fixture, idempotencyKeyOf(order))).toEqual(Option.some(order));
      const state = unknownAs(order.state.orderId);
      const news = { id: order.id, state, latencyMs: Option.none(), lookUpAtMs: NEVER_MS };
      await run(store.note(news));
      await run(store.forgetIdempotencyKeys(late.order.createdMs));
      const by = { ...order, state };
      expect(await add(late)).toEqual({ kind: "duplicate", existing: by });
    });

    test("is deleted if its order is final and from before an instant", async () => {
      const [before, at] = [await staged({ createdMs: 999 }), await staged({ createdMs: 1_000 })];
      await before.end();
      await at.end();
      await at.run(at.store.forgetIdempotencyKeys(1_000));
      expect(await holderOf(at.fixture, idempotencyKeyOf(before.order))).toEqual(Option.none());
      const kept = Option.getOrThrow(await holderOf(at.fixture, idempotencyKeyOf(at.order)));
      expect(kept.id).toBe(at.order.id);
      await before.place({ key: idempotencyKeyOf(before.order), createdMs: 999 });
    });
  });
}
