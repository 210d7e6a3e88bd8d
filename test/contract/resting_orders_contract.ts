/** Part of the `OrderStore` contract: orders that rest, and what ends them. @module */
import { afterEach, describe, expect, test } from "bun:test";
import { Option } from "effect";
import type { StoredOrder } from "../../core/port/order_store.ts";
import {
  addAtOnce,
  newOrderId,
  noteFinal,
  type OrderFields,
  type StagedStores,
  stageOrders,
  storeAt,
} from "./order_fixture.ts";

/** Declares the tests. Orders of the other tests have no life. */
export function restingOrdersContract(storesOf: () => StagedStores): void {
  let left: Array<StoredOrder> = [];
  const staged = async (fields: OrderFields = {}) => {
    const world = await stageOrders(storesOf(), fields);
    const place = async (own: OrderFields = {}) => {
      const order = await world.place(own);
      left.push(order);
      return order;
    };
    const hash = ({ walletId, state: { orderId } }: StoredOrder) => ({ walletId, orderId });
    const found = async (order: StoredOrder) =>
      Option.getOrThrow(await world.run(world.store.ofOrderId(hash(order))));
    return { ...world, place, hash, found };
  };
  afterEach(async () => {
    for (const order of left) await noteFinal(storesOf(), order);
    left = [];
  });

  test("an order is found by its hash, and by its own wallet alone", async () => {
    const { run, store, place, hash } = await staged();
    const order = await place();
    expect(await run(store.ofOrderId(hash(order)))).toEqual(Option.some(order));
    for (const other of [{ walletId: "other" }, { orderId: newOrderId() }]) {
      expect(await run(store.ofOrderId({ ...hash(order), ...other }))).toEqual(Option.none());
    }
  });

  test("a cancellation is noted with its first cause, of orders of the wallet alone", async () => {
    const { run, store, place, hash, found } = await staged();
    const [order, over, other] = [await place(), await place(), await (await staged()).place()];
    await noteFinal(storesOf(), over);
    const orderIds = [order, over, other].map((each) => hash(each).orderId);
    const note = (cause: "request" | "guard") =>
      run(store.noteCancel({
        walletId: order.walletId,
        orderIds,
        cause,
        lookUpAtMs: 5,
        isDone: false,
      }));
    await note("request");
    await note("guard");
    expect((await found(order)).cancelCause).toEqual(Option.some("request"));
    for (const kept of [over, other]) {
      expect((await found(kept)).cancelCause).toEqual(Option.none());
    }
    const due = await run(store.takeDue({ nowMs: 5, untilMs: 9, limit: 1_000, all: false }));
    expect(due.map(({ id }) => id)).toContain(order.id);
  });

  test("a cancellation that is done is the cause of what was found canceled before", async () => {
    const { run, store, place, hash, found } = await staged();
    const fill = { sharesE6: Option.some(0n), usdcE6: Option.some(0n) };
    const canceled = { kind: "canceled", fill, message: "" } as const;
    const [byVenue, byLife, over] = [await place(), await place(), await place()];
    await noteFinal(storesOf(), byVenue, { ...canceled, cause: "venue" });
    await noteFinal(storesOf(), byLife, { ...canceled, cause: "life" });
    await noteFinal(storesOf(), over);
    const orderIds = [byVenue, byLife, over].map((each) => hash(each).orderId);
    const note = (isDone: boolean) =>
      run(store.noteCancel({
        walletId: byVenue.walletId,
        orderIds,
        cause: "request",
        lookUpAtMs: 5,
        isDone,
      }));
    const causes = async () => {
      const orders = await Promise.all([byVenue, byLife, over].map(found));
      return orders.map(({ state }) =>
        state.name === "final" && state.outcome.kind === "canceled" ? state.outcome.cause : null
      );
    };
    await note(false);
    expect(await causes()).toEqual(["venue", "life", null]);
    await note(true);
    expect(await causes()).toEqual(["request", "life", null]);
  });

  describe("an order whose life is over", () => {
    const take = (nowMs: number, { againMs = nowMs + 10, limit = 100, at = 0 } = {}) =>
      storesOf().run(storeAt(storesOf(), at).takeEndedLives({ nowMs, againMs, limit }));
    const idsOf = ({ orders }: Awaited<ReturnType<typeof take>>) => orders.map(({ id }) => id);

    test("is taken at its time, again until it is final, and tells when the next is", async () => {
      const { place } = await staged();
      const order = await place({ cancelAtMs: Option.some(500) });
      expect(await take(499)).toEqual({ orders: [], nextMs: Option.some(500) });
      const taken = await take(500, { againMs: 510 });
      expect(taken).toEqual({
        orders: [{ ...order, cancelAtMs: Option.some(510), cancelCause: Option.some("life") }],
        nextMs: Option.some(510),
      });
      expect(idsOf(await take(509))).toEqual([]);
      expect(idsOf(await take(510))).toEqual([order.id]);
      await noteFinal(storesOf(), order);
      expect(idsOf(await take(9_999))).toEqual([]);
    });

    test("is taken by one replica, the most urgent first", async () => {
      const { fixture, make, place } = await staged();
      const later = await place({ cancelAtMs: Option.some(400) });
      const sooner = await place({ cancelAtMs: Option.some(300) });
      expect(idsOf(await take(1_000, { limit: 1, againMs: 5_000 }))).toEqual([sooner.id]);
      expect(idsOf(await take(1_000, { againMs: 5_000 }))).toEqual([later.id]);
      const many = Array.from({ length: 10 }, () => make({ cancelAtMs: Option.some(700) }));
      await addAtOnce(fixture, many);
      left.push(...many.map(({ order }) => order));
      const taken = await Promise.all([0, 1].map((at) => take(1_000, { againMs: 5_000, at })));
      const ids = taken.flatMap(idsOf).sort();
      expect(ids).toEqual(many.map(({ order }) => order.id).sort());
    });

    test("lives longer once its acceptance is known", async () => {
      const { run, store, place, found } = await staged();
      const order = await place({ cancelAtMs: Option.some(500) });
      const { state } = order;
      const note = { id: order.id, state, latencyMs: Option.none(), lookUpAtMs: 9 };
      await run(store.note({ ...note, cancelAtMs: 600 }));
      expect((await found(order)).cancelAtMs).toEqual(Option.some(600));
      await run(store.note(note));
      expect((await found(order)).cancelAtMs).toEqual(Option.some(600));
    });
  });

  describe("a replacement", () => {
    test("is begun once for its key, and ends once", async () => {
      const { run, store, place, hash } = await staged();
      const order = await place();
      const wanted = {
        accountId: order.accountId,
        idempotencyKey: crypto.randomUUID(),
        requestSha256: "ff",
        walletId: order.walletId,
        from: hash(order).orderId,
        to: Bun.randomUUIDv7(),
        createdMs: 5,
        why: Option.none<string>(),
      };
      expect(await run(store.beginReplacement(wanted))).toEqual(wanted);
      const other = { ...wanted, requestSha256: "00", to: Bun.randomUUIDv7() };
      expect(await run(store.beginReplacement(other))).toEqual(wanted);
      for (const why of ["filled", "over"]) await run(store.endReplacement({ ...wanted, why }));
      expect(await run(store.beginReplacement(other)))
        .toEqual({ ...wanted, why: Option.some("filled") });
    });
  });
}
