/**
 * Look-ups of stored orders, from ten thousand rows to ten million.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { LISTED_STATES, type ListedState } from "../../../core/order/mod.ts";
import { PAGE_LIMIT } from "../../../core/page/mod.ts";
import { OrderStore } from "../../../core/port/mod.ts";
import { type MeasureStores, withFilledStores } from "./filled_store.ts";
import { medianMsInTurns, scattered } from "./in_turns.ts";
import { firstKeyed, insertOrders, orderOf, UNRESOLVED_ORDERS } from "./order_rows.ts";
import type { MeasurePaths } from "./path_costs.ts";
import { ROW_COUNTS, SAME_COST } from "./row_counts.ts";

const ROUNDS = 9;
const LOOKUPS_A_ROUND = 300;
const PAGES_A_ROUND = 60;
/** With the order that tells whether there is another page. */
const PAGE = PAGE_LIMIT.usual + 1;
const OPEN: ReadonlyArray<ListedState> = ["sent", "unknown"];

/** What is asked of a store with so many orders. */
type Question = (orders: number, number: number) => Effect.Effect<void, unknown, OrderStore>;

const byId: Question = Effect.fnUntraced(function* (orders, number) {
  const { id } = orderOf(scattered(number, orders), orders);
  expectSome(yield* (yield* OrderStore).find(id));
});

const byKey: Question = Effect.fnUntraced(function* (orders, number) {
  const first = firstKeyed(orders);
  const { accountId, key } = orderOf(first + scattered(number, orders - first), orders);
  expectSome(yield* (yield* OrderStore).ofKey({ accountId, key, atMs: 0 }));
});

/** The newest ones that may still be at the venue. */
const firstOpenPage: Question = Effect.fnUntraced(function* (orders, number) {
  const { walletId } = orderOf(number, orders);
  const after = Option.none();
  expectPage(yield* (yield* OrderStore).list({ ...LISTING, walletId, states: OPEN, after }));
});

/** From the older half of a wallet's orders, which no page of a small table ends in. */
const anyPage: Question = Effect.fnUntraced(function* (orders, number) {
  const half = orders / 2;
  const { walletId, ...after } = orderOf(half + scattered(number, half), orders);
  const listing = { ...LISTING, walletId, states: LISTED_STATES, after: Option.some(after) };
  expectPage(yield* (yield* OrderStore).list(listing));
});

const LISTING = { conditionId: Option.none(), limit: PAGE };

/** As once a second: there are orders that have not ended, and none of them is due. */
const lookForDue: Question = Effect.fnUntraced(function* () {
  const asked = { nowMs: 0, untilMs: 0, limit: UNRESOLVED_ORDERS, all: false };
  const due = yield* (yield* OrderStore).takeDue(asked);
  if (due.length !== 0) throw new Error(`${due.length} orders are due`);
});

function expectSome(found: Option.Option<unknown>): void {
  if (Option.isNone(found)) throw new Error("a stored order was not found");
}

function expectPage(found: ReadonlyArray<unknown>): void {
  if (found.length !== PAGE) throw new Error(`a page has ${found.length} orders`);
}

/** Measures them in stores of these numbers of rows. */
export const measureOrders: MeasureStores = async (stores, effort) => {
  const measure = async (what: string, question: Question, pieces: number) => {
    const stages = stores.map(({ size, run }) => ({
      size,
      piece: (number: number) => run(question(size, number)),
    }));
    const sizes = await medianMsInTurns(stages, { rounds: effort.rounds(ROUNDS), pieces });
    return { what, sized: "rows", unit: "ms", sizes, aim: SAME_COST };
  };
  return [
    await measure("an order by its id", byId, LOOKUPS_A_ROUND),
    await measure("an order by its idempotency key", byKey, LOOKUPS_A_ROUND),
    await measure("the first page of a wallet's open orders", firstOpenPage, PAGES_A_ROUND),
    await measure("any page of a wallet's orders", anyPage, PAGES_A_ROUND),
    await measure("the look for orders that are due", lookForDue, LOOKUPS_A_ROUND),
  ];
};

/** Measures them on a server. */
export function orderGrowth(databaseUrl: string): MeasurePaths {
  const fillings = ROW_COUNTS.map((size) => ({
    size,
    filling: { table: "orders", inserts: insertOrders(size) },
  }));
  return (effort) =>
    withFilledStores(databaseUrl, fillings, (stores) => measureOrders(stores, effort));
}
