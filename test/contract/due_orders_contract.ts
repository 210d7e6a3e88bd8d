/**
 * Part of the `OrderStore` contract: one replica at a time reads the orders that need reconciling.
 *
 * @module
 */
import { afterEach, describe, expect, test } from "bun:test";
import { Effect, Option } from "effect";
import type { StoredOrder } from "../../core/port/order_store.ts";
import {
  NEVER_MS,
  noteFinal,
  type OrderFields,
  type StagedStores,
  stageOrders,
  storeAt,
  unknownAs,
} from "./order_fixture.ts";

/** Declares the tests. Orders of the other tests are never due. */
export function dueOrdersContract(storesOf: () => StagedStores): void {
  let left: Array<StoredOrder> = [];
  const storeOf = () => storeAt(storesOf());
  const note = ({ id }: StoredOrder, state: StoredOrder["state"], lookUpAtMs = NEVER_MS) =>
    storesOf().run(storeOf().note({ id, state, latencyMs: Option.none(), lookUpAtMs }));
  const add = async (fields: OrderFields) => {
    const order = await (await stageOrders(storesOf())).place(fields);
    left.push(order);
    return order;
  };
  const take = (nowMs: number, change: { untilMs?: number; limit?: number; all?: boolean } = {}) =>
    storesOf().run(
      storeOf().takeDue({ nowMs, untilMs: NEVER_MS, limit: 100, all: false, ...change }),
    );
  afterEach(async () => {
    for (const order of left) await noteFinal(storesOf(), order);
    left = [];
  });

  describe("an order that is due", () => {
    test("is returned once its time has come, and then reserved until a later time", async () => {
      const order = await add({ lookUpAtMs: 500 });
      expect(await take(499)).toEqual([]);
      expect(await take(500, { untilMs: 700 })).toEqual([order]);
      expect(await take(699)).toEqual([]);
      expect(await take(700)).toEqual([order]);
      expect(await take(NEVER_MS - 1)).toEqual([]);
    });

    test("is due again when recorded so, and never once it is final", async () => {
      const order = await add({ lookUpAtMs: 500 });
      const state = unknownAs(order.state.orderId, 600);
      await note(order, state, 900);
      expect(await take(899)).toEqual([]);
      expect(await take(900, { untilMs: 950 })).toEqual([{ ...order, state }]);
      await noteFinal(storesOf(), order);
      expect(await take(NEVER_MS - 1)).toEqual([]);
      expect((await take(0, { all: true, limit: 1_000_000 })).map(({ id }) => id)).not.toContain(
        order.id,
      );
    });

    test("comes after older ones, at one instant by its id, within the limit", async () => {
      const wanted = [["c", 30], ["b", 20], ["A", 10], ["a", 20]] as const;
      const added = [];
      for (const [id, createdMs] of wanted) {
        added.push(await add({ id: `${id}-${crypto.randomUUID()}`, createdMs, lookUpAtMs: 1 }));
      }
      const [last, third, first, second] = added;
      expect(await take(3, { limit: 3 })).toEqual([first, second, third] as never);
      expect(await take(3, { limit: 3 })).toEqual([last] as never);
    });

    test("need not be due if all are requested", async () => {
      const orders = [await add({}), await add({ lookUpAtMs: 500 })];
      const found = await take(0, { all: true, limit: 1_000_000 });
      const ours = found.filter(({ id }) => orders.some((order) => order.id === id));
      expect(new Set(ours)).toEqual(new Set(orders));
      expect(await take(NEVER_MS - 1)).toEqual([]);
    });

    test("goes to one of many replicas", async () => {
      for (let round = 0; round < 2; round++) {
        const orders = await Promise.all(Array.from({ length: 20 }, () => add({ lookUpAtMs: 1 })));
        const question = { nowMs: 1, untilMs: NEVER_MS, limit: 4, all: false };
        const takes = Array.from(
          { length: 12 },
          (_, at) => storeAt(storesOf(), at).takeDue(question),
        );
        const taken = (await storesOf().run(Effect.all(takes, { concurrency: "unbounded" })))
          .flat();
        const rest = await take(1);
        const ids = [...taken, ...rest].map(({ id }) => id);
        expect(ids.sort()).toEqual(orders.map(({ id }) => id).sort());
      }
    });
  });
}
