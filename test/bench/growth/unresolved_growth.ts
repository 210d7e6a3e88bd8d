/**
 * What is asked of orders that have not ended, of more and more such orders of one account.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { OrderStore } from "../../../core/port/mod.ts";
import { type MeasureStores, withFilledStores } from "./filled_store.ts";
import { medianMsInTurns } from "./in_turns.ts";
import { insertOrders, NEWEST_MS, ORDER_ACCOUNTS } from "./order_rows.ts";
import type { MeasurePaths } from "./path_costs.ts";

const ACCOUNT_COUNTS = [100, 1_000, 10_000] as const;
const ORDERS = 200_000;
const PAGE = 51;
const ROUNDS = 9;
const PIECES = 20;

const firstPage = Effect.fnUntraced(function* () {
  const listing = { walletId: "wallet_0", conditionId: Option.none(), limit: PAGE };
  const after = Option.none();
  const found = yield* (yield* OrderStore).list({ ...listing, states: ["sent", "unknown"], after });
  if (found.length !== PAGE) throw new Error(`a page has ${found.length} orders`);
});

const takePage = Effect.fnUntraced(function* (number: number) {
  const nowMs = NEWEST_MS + number;
  const due = yield* (yield* OrderStore).takeDue({
    nowMs,
    untilMs: nowMs,
    limit: PAGE,
    all: false,
  });
  if (due.length !== PAGE) throw new Error(`${due.length} orders are due`);
});

const measureUnresolved: MeasureStores = async (stores, effort) => {
  const measure = async (
    what: string,
    piece: (number: number) => Effect.Effect<void, unknown, OrderStore>,
  ) => {
    const stages = stores.map(({ size, run }) => ({
      size,
      piece: (number: number) => run(piece(number)),
    }));
    const sizes = await medianMsInTurns(stages, { rounds: effort.rounds(ROUNDS), pieces: PIECES });
    return { what, sized: "such orders of an account", unit: "ms", sizes };
  };
  return [
    await measure("the first page of orders that have not ended", firstPage),
    await measure(`taking ${PAGE} orders to look up`, takePage),
  ];
};

/** Measures it on a server. */
export function unresolvedGrowth(databaseUrl: string): MeasurePaths {
  const fillings = ACCOUNT_COUNTS.map((size) => ({
    size,
    filling: { table: "orders", inserts: insertOrders(ORDERS, size * ORDER_ACCOUNTS) },
  }));
  return (effort) =>
    withFilledStores(databaseUrl, fillings, (stores) => measureUnresolved(stores, effort));
}
