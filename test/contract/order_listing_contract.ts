/**
 * Part of the `OrderStore` contract: a wallet's orders are listed page by page, newest first.
 *
 * @module
 */
import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import fc from "fast-check";
import { LISTED_STATES, type ListedState, listedStateOf } from "../../core/order/mod.ts";
import type { OrderListing, StoredOrder } from "../../core/port/order_store.ts";
import { conditionOf } from "../condition.ts";
import {
  anyFields,
  anyState,
  NEVER_MS,
  newOrder,
  NOON_MS,
  noteFinal,
  type OrderFields,
  type StagedStores,
  storeAt,
} from "./order_fixture.ts";

const MARKETS = [conditionOf(1), conditionOf(2)] as const;

/** Few instants and markets, so that orders collide. */
const orders = fc.array(
  fc.record({
    fields: anyFields,
    createdMs: fc.integer({ min: NOON_MS, max: NOON_MS + 2 }),
    conditionId: fc.constantFrom(...MARKETS),
    state: anyState("placeholder"),
  }),
  { minLength: 1, maxLength: 12 },
);

const filters = fc.record({
  states: fc.subarray([...LISTED_STATES], { minLength: 1 }),
  market: fc.option(fc.constantFrom(...MARKETS), { nil: undefined }),
  limit: fc.integer({ min: 1, max: 5 }),
});

/** Declares the tests. */
export function orderListingContract(storesOf: () => StagedStores): void {
  const storeOf = () => storeAt(storesOf());
  const add = async (walletId: string, fields: OrderFields, state?: StoredOrder["state"]) => {
    const { accountId, run } = storesOf();
    const { order, ...rest } = newOrder({ accountId, walletId }, fields);
    await run(storeOf().add({ order, ...rest }));
    if (state === undefined) return order;
    const noted = { ...state, orderId: order.state.orderId };
    const { id, latencyMs } = order;
    await run(storeOf().note({ id, state: noted, latencyMs, lookUpAtMs: NEVER_MS }));
    return { ...order, state: noted };
  };
  const list = (listing: Partial<OrderListing> & Pick<OrderListing, "walletId">) =>
    storesOf().run(
      storeOf().list({
        states: LISTED_STATES,
        conditionId: Option.none(),
        after: Option.none(),
        limit: 100,
        ...listing,
      }),
    );
  const walk = async (listing: Omit<OrderListing, "after">) => {
    const pages: Array<ReadonlyArray<StoredOrder>> = [];
    let after = Option.none<StoredOrder>();
    do {
      const page = await list({ ...listing, after });
      pages.push(page);
      after = Option.fromUndefinedOr(page.at(-1));
    } while (Option.isSome(after));
    return pages;
  };

  describe("a wallet's orders", () => {
    test("are listed as they are stored, newest first, whatever the filters", async () => {
      await fc.assert(
        fc.asyncProperty(orders, filters, async (orders, { states, market, limit }) => {
          const [walletId, otherId] = await Promise.all([
            storesOf().newWalletId(),
            storesOf().newWalletId(),
          ]);
          const matching: Array<StoredOrder> = [];
          for (const { fields, createdMs, conditionId, state } of orders) {
            const instruction = { ...newInstruction(fields), conditionId };
            const order = await add(walletId, { ...fields, instruction, createdMs }, state);
            const isListed = states.includes(listedStateOf(order.state)) &&
              (market === undefined || market === conditionId);
            if (isListed) matching.push(order);
          }
          await add(otherId, {});
          const conditionId = Option.fromUndefinedOr(market);
          const pages = await walk({ walletId, states, conditionId, limit });
          const newestFirst = matching.toSorted((a, b) =>
            b.createdMs - a.createdMs || (a.id < b.id ? 1 : -1)
          );
          expect(pages.flat()).toEqual(newestFirst);
          const sizes = pages.slice(0, -2).map(({ length }) => length);
          expect(sizes).toEqual(sizes.map(() => limit));
        }),
        { numRuns: 15 },
      );
    });

    test("leave the filter of a state once they have left the state", async () => {
      const walletId = await storesOf().newWalletId();
      expect(await list({ walletId })).toEqual([]);
      const order = await add(walletId, {});
      const idsIn = async (state: ListedState) =>
        (await list({ walletId, states: [state] })).map(({ id }) => id);
      expect([await idsIn("sent"), await idsIn("refused")]).toEqual([[order.id], []]);
      await noteFinal(storesOf(), order);
      expect([await idsIn("sent"), await idsIn("refused")]).toEqual([[], [order.id]]);
    });
  });

  describe("what a wallet's orders are worth", () => {
    test("is the sum of an interval's orders that are not refused", async () => {
      const walletId = await storesOf().newWalletId();
      const worth = () =>
        storesOf().run(storeOf().spentE6({ walletId, startMs: NOON_MS, endMs: NOON_MS + 10 }));
      expect(await worth()).toBe(0n);
      const huge = 10n ** 30n;
      const inside = await add(walletId, { createdMs: NOON_MS, notionalE6: huge });
      await add(walletId, { createdMs: NOON_MS + 9, notionalE6: 7n });
      await add(walletId, { createdMs: NOON_MS - 1, notionalE6: 100n });
      await add(walletId, { createdMs: NOON_MS + 10, notionalE6: 100n });
      await add(await storesOf().newWalletId(), { createdMs: NOON_MS, notionalE6: 100n });
      expect(await worth()).toBe(huge + 7n);
      await noteFinal(storesOf(), inside);
      expect(await worth()).toBe(7n);
    });
  });
}

function newInstruction({ instruction }: OrderFields): StoredOrder["instruction"] {
  if (instruction === undefined) throw new Error("an order without an instruction");
  return instruction;
}
