/**
 * Part of the `OrderStore` contract: what becomes of an order is noted, and never unlearnt.
 *
 * @module
 */
import { describe, expect, test } from "bun:test";
import { Effect, Option } from "effect";
import fc from "fast-check";
import { type OrderStore, type StoredOrder, StoreFailed } from "../../core/port/mod.ts";
import {
  anyState,
  holderOf,
  keyOf,
  NEVER_MS,
  newOrder,
  newOrderId,
  type OrderDesk,
  REFUSED,
  settledAs,
} from "./order_desk.ts";

/** Declares the tests. */
export function notedOrdersContract(deskOf: () => OrderDesk): void {
  const staged = async () => {
    const desk = deskOf();
    const [store] = desk.stores;
    if (store === undefined) throw new Error("no store");
    const owner = { accountId: desk.accountId, walletId: await desk.newWalletId() };
    const add = async () => {
      const added = newOrder(owner);
      await desk.run(store.add(added));
      return added.order;
    };
    const find = async (order: StoredOrder) =>
      Option.getOrThrow(await holderOf(desk, keyOf(order)));
    return { desk, store, add, find, order: await add() };
  };
  type Note = Parameters<OrderStore["Service"]["note"]>[0];
  const noted = (
    { id, state: { orderId } }: StoredOrder,
    state: StoredOrder["state"] = settledAs(REFUSED, orderId),
  ): Note => ({ id, state, latencyMs: Option.some(12.25), lookUpAtMs: NEVER_MS });

  describe("how an order stands", () => {
    test("is noted exactly, of this order alone, until it is settled", async () => {
      const { desk, store, add, find, order: bystander } = await staged();
      const states = fc.gen();
      await fc.assert(
        fc.asyncProperty(states, async (draw) => {
          let known: StoredOrder = await add();
          for (let step = 0; step < 4; step++) {
            const state = draw(anyState, known.state.orderId);
            const latencyMs = draw(() => fc.constantFrom(Option.none(), Option.some(1.5)));
            await desk.run(store.note({ ...noted(known, state), latencyMs }));
            if (known.state.name !== "settled") known = { ...known, state, latencyMs };
            expect(await find(known)).toEqual(known);
          }
        }),
        { numRuns: 50 },
      );
      expect(await find(bystander)).toEqual(bystander);
    });

    test("stays as it is where the news are of another order id, or of no order", async () => {
      const { desk, store, find, order } = await staged();
      await desk.run(store.note(noted(order, settledAs({ kind: "live" }, newOrderId()))));
      await desk.run(store.note({ ...noted(order), id: crypto.randomUUID() }));
      expect(await find(order)).toEqual(order);
    });

    test("is settled by one of many who say so at once", async () => {
      const { desk, order, find } = await staged();
      const settlements = [REFUSED, { kind: "live" }, {
        kind: "matched",
        fill: { sharesE6: Option.some(3n), usdcE6: Option.none() },
      }] as const;
      const notes = settlements.map((settlement, at) => {
        const state = settledAs(settlement, order.state.orderId);
        return desk.stores[at % desk.stores.length]?.note(noted(order, state)) ?? Effect.never;
      });
      await desk.run(Effect.all(notes, { concurrency: "unbounded" }));
      const { state } = await find(order);
      expect(settlements).toContainEqual(
        state.name === "settled" ? state.settlement : null as never,
      );
    });
  });

  describe("other bytes", () => {
    const other = () => ({
      body: "other",
      worthE6: 1_990_000n,
      state: { name: "sent", orderId: newOrderId(), sentMs: 77 } as const,
    });

    test("take the place of those that were sent last, and of no others", async () => {
      const { desk, store, add, find, order } = await staged();
      const bystander = await add();
      const { id, state: { orderId: from } } = order;
      const [first, second] = [other(), other()];
      const replace = (change: Parameters<typeof store.replace>[0]) =>
        desk.run(store.replace(change));
      expect(await replace({ id, from: newOrderId(), to: first })).toBe(false);
      expect(await replace({ id: crypto.randomUUID(), from, to: first })).toBe(false);
      expect(await find(order)).toEqual(order);
      expect(await replace({ id, from, to: first })).toBe(true);
      expect(await find(order)).toEqual({ ...order, ...first });
      expect(await replace({ id, from, to: second })).toBe(false);
      expect(await find(order)).toEqual({ ...order, ...first });
      expect(await replace({ id, from: first.state.orderId, to: second })).toBe(true);
      expect(await find(order)).toEqual({ ...order, ...second });
      const same = { ...second, body: "of the same order id" };
      expect(await replace({ id, from: second.state.orderId, to: same })).toBe(true);
      expect(await find(order)).toEqual({ ...order, ...same });
      expect(await find(bystander)).toEqual(bystander);
    });

    test("make what is heard of the former ones no news", async () => {
      const { desk, store, find, order } = await staged();
      const to = other();
      await desk.run(store.replace({ id: order.id, from: order.state.orderId, to }));
      await desk.run(store.note(noted(order)));
      expect(await find(order)).toEqual({ ...order, ...to });
    });

    test("are not for an order that is unknown or settled", async () => {
      const { desk, store, add, find } = await staged();
      await fc.assert(
        fc.asyncProperty(fc.gen(), async (draw) => {
          const order = await add();
          const { orderId: from } = order.state;
          const state = draw(anyState, from);
          await desk.run(store.note(noted(order, state)));
          const known = await find(order);
          const isReplaced = await desk.run(store.replace({ id: order.id, from, to: other() }));
          expect(isReplaced).toBe(state.name === "sent");
          if (!isReplaced) expect(await find(order)).toEqual(known);
        }),
        { numRuns: 20 },
      );
    });

    test("are refused with the order id of another order", async () => {
      const { desk, store, add, find, order } = await staged();
      const { state } = await add();
      const to = { body: "x", state, worthE6: 1n };
      const change = { id: order.id, from: order.state.orderId, to };
      expect(await desk.run(Effect.flip(store.replace(change)))).toBeInstanceOf(StoreFailed);
      expect(await find(order)).toEqual(order);
    });

    test("are put there by one of many who would at once", async () => {
      const { desk, find, order } = await staged();
      const changes = Array.from({ length: 8 }, other);
      const won = await desk.run(
        Effect.forEach(changes, (to, at) =>
          desk.stores[at % desk.stores.length]?.replace({
            id: order.id,
            from: order.state.orderId,
            to,
          }) ?? Effect.never, { concurrency: "unbounded" }),
      );
      expect(won.filter((isDone) => isDone).length).toBe(1);
      expect((await find(order)).state).toEqual(changes[won.indexOf(true)]?.state ?? order.state);
    });
  });
}
