/**
 * `GET /data/orders`, `/data/order/{id}` and `/data/trades`.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { FILL_STATES } from "../../../core/order/mod.ts";
import { type OpenOrder, OrderVenue } from "../../../core/port/order_venue.ts";
import type { StoredFill } from "../../../core/port/stored_fill.ts";
import { listFills, openOrders, type TradingWallet } from "../../../core/use_case/order/mod.ts";
import { parseConditionId } from "../../../core/venue/mod.ts";
import { claimOf } from "./caller.ts";
import { REFUSAL } from "./door_refusal.ts";
import { listedOrder, listedTrade } from "./wire_order.ts";
import { pageAt } from "./venue_text.ts";

/** How many of a wallet's newest fills can be read here. */
const FILLS_MAX = 1_000;
const PARALLEL_MAX = 8;

/** Lists the open orders of a wallet; with an id, that order, open or not. */
export const ordersOf = Effect.fnUntraced(function* (
  query: URLSearchParams,
  wallet: TradingWallet,
) {
  const [market, asset, id] = ["market", "asset_id", "id"].map((name) => query.get(name) || null);
  const { orders } = yield* openOrders({
    ...claimOf(wallet),
    filter: {
      conditionId: Option.flatMap(Option.fromNullishOr(market), parseConditionId),
      tokenId: Option.fromNullishOr(asset),
    },
    orderId: Option.map(Option.fromNullishOr(id), (text) => text.toLowerCase()),
    cursor: Option.none(),
  });
  const page = pageAt(yield* listed(orders, wallet), query.get("next_cursor"));
  return page === undefined ? yield* REFUSAL.cursor : page;
});

/** Returns one order of a wallet, open or not. */
export const orderOf = Effect.fnUntraced(function* (id: string, wallet: TradingWallet) {
  const { orders } = yield* openOrders({
    ...claimOf(wallet),
    filter: { conditionId: Option.none(), tokenId: Option.none() },
    orderId: Option.some(id.toLowerCase()),
    cursor: Option.none(),
  });
  const [order] = yield* listed(orders, wallet);
  return order === undefined ? yield* REFUSAL.order : order;
});

/** Lists the trades of a wallet, newest first. */
export const tradesOf = Effect.fnUntraced(function* (
  query: URLSearchParams,
  wallet: TradingWallet,
) {
  const trades = (yield* fillsOf(wallet)).map((fill) => listedTrade(fill, wallet));
  const isAsked = (name: string, value: string) => (query.get(name) || value) === value;
  const [before, after] = [query.get("before"), query.get("after")];
  const maker = query.get("maker_address")?.toLowerCase() || undefined;
  const found = trades.filter((trade) =>
    isAsked("id", trade.id) && isAsked("market", trade.market) &&
    isAsked("asset_id", trade.asset_id) &&
    (maker === undefined || maker === wallet.wallet.funder.toLowerCase()) &&
    // Whole seconds, and both bounds count.
    (!before || Number(trade.match_time) <= Number(before)) &&
    (!after || Number(trade.match_time) >= Number(after))
  );
  const page = pageAt(found, query.get("next_cursor"));
  return page === undefined ? yield* REFUSAL.cursor : page;
});

const fillsOf = Effect.fnUntraced(function* (wallet: TradingWallet) {
  const { fills } = yield* listFills({
    ...claimOf(wallet),
    states: FILL_STATES,
    conditionId: Option.none(),
    orderId: Option.none(),
    sinceMs: Option.none(),
    after: Option.none(),
    limit: FILLS_MAX,
  });
  return fills;
});

/** Adds to orders what the venue says of them besides. */
const listed = Effect.fnUntraced(function* (
  orders: ReadonlyArray<OpenOrder>,
  wallet: TradingWallet,
) {
  if (orders.length === 0) return [];
  const fills = Map.groupBy(yield* fillsOf(wallet), (fill: StoredFill) => fill.orderId);
  const outcomes = yield* outcomesOf(orders.map(({ raw }) => String(raw["market"])));
  return orders.map(({ orderId, raw }) =>
    listedOrder(raw, wallet, {
      outcome: outcomes.get(String(raw["asset_id"])) ?? "",
      tradeIds: (fills.get(orderId) ?? []).map(({ tradeId }) => tradeId),
    })
  );
});

/** Returns the names of outcomes by their tokens, as far as the venue answers. */
const outcomesOf = Effect.fnUntraced(function* (markets: ReadonlyArray<string>) {
  const venue = yield* OrderVenue;
  const conditionIds = [...new Set(markets)].flatMap((id) => Option.toArray(parseConditionId(id)));
  const terms = yield* Effect.forEach(
    conditionIds,
    (id) => Effect.option(venue.terms(id)),
    { concurrency: PARALLEL_MAX },
  );
  return new Map(
    terms.flatMap(Option.toArray).flatMap(({ tokens }) => tokens)
      .map(({ tokenId, outcome }) => [tokenId, outcome] as const),
  );
});
