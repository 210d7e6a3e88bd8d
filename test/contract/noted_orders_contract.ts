/**
 * Part of the `OrderStore` contract: the outcome of an order is recorded and never lost.
 *
 * @module
 */
import { describe, expect, test } from "bun:test";
import { Effect, Option } from "effect";
import fc from "fast-check";
import { type Fill, knownFill, knownOutcome, type LiveState } from "../../core/order/mod.ts";
import type { OrderStore, StoredOrder } from "../../core/port/order_store.ts";
import { StoreFailed } from "../../core/port/store_failure.ts";
import {
  anyState,
  finalAs,
  NEVER_MS,
  newOrderId,
  REFUSED,
  type StagedStores,
  stageOrders,
  storeAt,
} from "./order_fixture.ts";

/** Whether a report changes nothing: it knows less than is known. */
const keeps = (known: StoredOrder["state"], reported: StoredOrder["state"]) =>
  known.name === "final" ||
  (Option.isSome(knownOutcome(known)) && Option.isNone(knownOutcome(reported))) ||
  (known.name !== "sent" && reported.name === "sent") ||
  (known.name === "live" && (reported.name === "unknown" ||
    (reported.name === "live" && reported.isDelayed && !known.isDelayed)));

/** The same state of an order that has traded more than it is known to have. */
function withMore(state: StoredOrder["state"], known: StoredOrder["state"]): StoredOrder["state"] {
  const before = Option.flatMap(knownFill(known), ({ sharesE6 }) => sharesE6);
  const more = (fill: Fill): Fill => ({
    ...fill,
    sharesE6: Option.some(Option.getOrElse(before, () => 0n) + 1n),
  });
  if (state.name === "live") return { ...state, fill: more(state.fill) };
  if (state.name !== "final" || state.outcome.kind === "refused") return state;
  return { ...state, outcome: { ...state.outcome, fill: more(state.outcome.fill) } };
}

/** Why it was canceled is known with the order, however it came to be known. */
function withCause(order: StoredOrder): StoredOrder {
  const { state, cancelCause } = order;
  if (state.name !== "final" || state.outcome.kind !== "canceled") return order;
  const { outcome } = state;
  return { ...order, cancelCause: Option.orElse(cancelCause, () => Option.some(outcome.cause)) };
}

/** Declares the tests. */
export function notedOrdersContract(storesOf: () => StagedStores): void {
  const staged = async () => {
    const world = await stageOrders(storesOf());
    return { ...world, order: await world.place() };
  };
  type Note = Parameters<OrderStore["Service"]["note"]>[0];
  const noted = (
    { id, state: { orderId } }: StoredOrder,
    state: StoredOrder["state"] = finalAs(REFUSED, orderId),
  ): Note => ({ id, state, latencyMs: Option.some(12.25), lookUpAtMs: NEVER_MS });

  describe("the state of an order", () => {
    test("is recorded exactly, for this order only, until its outcome is known", async () => {
      const { run, store, place, find, order: bystander } = await staged();
      const states = fc.gen();
      await fc.assert(
        fc.asyncProperty(states, async (draw) => {
          let known: StoredOrder = await place();
          for (let step = 0; step < 4; step++) {
            const drawn = draw(anyState, known.state.orderId);
            const state = known.state.name === "live" ? withMore(drawn, known.state) : drawn;
            const latencyMs = draw(() => fc.constantFrom(Option.none(), Option.some(1.5)));
            await run(store.note({ ...noted(known, state), latencyMs }));
            if (!keeps(known.state, state)) known = withCause({ ...known, state, latencyMs });
            expect(await find(known)).toEqual(known);
          }
        }),
        { numRuns: 40, endOnFailure: true },
      );
      expect(await find(bystander)).toEqual(bystander);
    });

    test("never has traded less than is known, whatever a late report says", async () => {
      const { run, store, find, order } = await staged();
      const { orderId, sentMs } = order.state;
      const fill = (sharesE6: bigint | null, usdcE6: bigint | null) => ({
        sharesE6: Option.fromNullOr(sharesE6),
        usdcE6: Option.fromNullOr(usdcE6),
      });
      const live = (traded: Fill): LiveState => ({
        name: "live",
        orderId,
        sentMs,
        isDelayed: false,
        fill: traded,
        missingSinceMs: Option.none(),
      });
      const note = (state: StoredOrder["state"]) => run(store.note(noted(order, state)));
      const traded = async () => Option.getOrThrow(knownFill((await find(order)).state));
      await note(live(fill(5n, 2n)));
      await note(live(fill(0n, 0n)));
      expect(await traded()).toEqual(fill(5n, 2n));
      await note(live(fill(5n, null)));
      expect(await traded()).toEqual(fill(5n, 2n));
      await note(live(fill(8n, null)));
      expect(await traded()).toEqual(fill(8n, null));
      await note(live(fill(8n, 4n)));
      await note(
        finalAs({ kind: "canceled", fill: fill(5n, 2n), cause: "venue", message: "" }, orderId),
      );
      expect(await traded()).toEqual(fill(8n, 4n));
    });

    test("stays if the report names another order id, or no order", async () => {
      const { run, store, find, order } = await staged();
      await run(store.note(noted(order, finalAs(REFUSED, newOrderId()))));
      await run(store.note({ ...noted(order), id: crypto.randomUUID() }));
      expect(await find(order)).toEqual(order);
    });

    test("is made final by one of many concurrent reports", async () => {
      const { fixture, run, find, order } = await staged();
      const matched = (sharesE6: bigint) => ({
        kind: "matched",
        fill: { sharesE6: Option.some(sharesE6), usdcE6: Option.none() },
      } as const);
      const outcomes = [REFUSED, matched(3n), matched(4n)];
      const notes = outcomes.map((outcome, at) => {
        const state = finalAs(outcome, order.state.orderId);
        return storeAt(fixture, at).note(noted(order, state));
      });
      await run(Effect.all(notes, { concurrency: "unbounded" }));
      const { state } = await find(order);
      expect(outcomes).toContainEqual(
        state.name === "final" ? state.outcome : null as never,
      );
    });
  });

  describe("new bytes", () => {
    const other = () => ({
      body: "other",
      notionalE6: 1_990_000n,
      loweredToE6: Option.some(1_980_000n),
      priceE6: Option.some(510_000n),
      state: { name: "sent", orderId: newOrderId(), sentMs: 77 } as const,
    });

    test("replace the last sent ones, and no others", async () => {
      const { run, store, place, find, order } = await staged();
      const bystander = await place();
      const { id, state: { orderId: from } } = order;
      const [first, second] = [other(), other()];
      const replace = (change: Parameters<typeof store.replace>[0]) => run(store.replace(change));
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

    test("are not for an order that is unknown or final", async () => {
      const { run, store, place, find } = await staged();
      await fc.assert(
        fc.asyncProperty(fc.gen(), async (draw) => {
          const order = await place();
          const { orderId: from } = order.state;
          const state = draw(anyState, from);
          await run(store.note(noted(order, state)));
          const known = await find(order);
          const isReplaced = await run(store.replace({ id: order.id, from, to: other() }));
          expect(isReplaced).toBe(state.name === "sent");
          if (!isReplaced) expect(await find(order)).toEqual(known);
        }),
        { numRuns: 20 },
      );
    });

    test("are refused with the order id of another order", async () => {
      const { run, store, place, find, order } = await staged();
      const { state } = await place();
      const none = Option.none<bigint>();
      const to = { body: "x", state, notionalE6: 1n, loweredToE6: none, priceE6: none };
      const change = { id: order.id, from: order.state.orderId, to };
      expect(await run(Effect.flip(store.replace(change)))).toBeInstanceOf(StoreFailed);
      expect(await find(order)).toEqual(order);
    });

    test("are stored by one of many concurrent writers", async () => {
      const { fixture, run, find, order } = await staged();
      const changes = Array.from({ length: 8 }, other);
      const won = await run(
        Effect.forEach(
          changes,
          (to, at) => storeAt(fixture, at).replace({ id: order.id, from: order.state.orderId, to }),
          { concurrency: "unbounded" },
        ),
      );
      expect(won.filter((isDone) => isDone).length).toBe(1);
      expect((await find(order)).state).toEqual(changes[won.indexOf(true)]?.state ?? order.state);
    });
  });
}
