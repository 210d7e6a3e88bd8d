/**
 * `GET /data/orders`, `/data/order/{id}` and `/data/trades`.
 *
 * @module
 */
import { type KeyedCall } from "./keyed_call.ts";
import { openOrder, tradeObject } from "./order_answer.ts";
import { isOfMarket, isOwn, type OrderCallParts } from "./order_call_parts.ts";
import { pageAt } from "./page.ts";
import { REFUSAL } from "./refusal.ts";
import { type Trade } from "./trade_log.ts";

/** Returns the calls by method and path; `GET /data/order/` is followed by an id. */
export function readCalls(
  { engine, ledger, trades }: Pick<OrderCallParts, "engine" | "ledger" | "trades">,
): ReadonlyMap<string, KeyedCall> {
  const calls: ReadonlyArray<readonly [string, KeyedCall]> = [
    ["GET /data/orders", ({ caller, request: { query } }) => {
      engine.tend();
      // Without an id these are the open orders alone, with one any order.
      const id = query.get("id") || undefined;
      const orders = id === undefined ? ledger.resting() : [ledger.byId(id) ?? []].flat();
      const found = orders.filter((placed) =>
        isOwn(caller, placed) && isOfMarket(placed, query.get("market") || conditionOf(placed)) &&
        isAsked(query, "asset_id", placed.order.tokenId)
      );
      const page = pageAt(found, { cursor: query.get("next_cursor"), write: openOrder });
      return page === undefined ? REFUSAL.cursor : { status: 200, body: page };
    }],
    ["GET /data/order/", ({ caller, request: { path } }) => {
      engine.tend();
      const placed = ledger.byId(path.slice(path.lastIndexOf("/") + 1));
      return placed !== undefined && isOwn(caller, placed)
        ? { status: 200, body: openOrder(placed) }
        : REFUSAL.order;
    }],
    ["GET /data/trades", ({ caller: { address }, request: { query } }) => {
      engine.tend();
      const found = trades.all().filter((trade) => isTradeAsked(trade, { query, address }));
      const page = pageAt(found.toReversed(), {
        cursor: query.get("next_cursor"),
        write: (trade) => tradeObject(trade, { address }),
      });
      return page === undefined ? REFUSAL.cursor : { status: 200, body: page };
    }],
  ];
  return new Map(calls);
}

/** Newest first. Times are in whole seconds, and both bounds are inclusive. */
function isTradeAsked(
  trade: Trade,
  { query, address }: { readonly query: URLSearchParams; readonly address: string },
): boolean {
  const matchedSec = Math.floor(trade.matchedMs / 1000);
  const [before, after] = [query.get("before"), query.get("after")];
  const makers = trade.makers.map(({ makerAddress }) => makerAddress);
  const maker = query.get("maker_address")?.toLowerCase();
  return (trade.address === address || trade.makerUsers.has(address)) &&
    isAsked(query, "id", trade.id) &&
    isOfMarket(trade, query.get("market") || conditionOf(trade)) &&
    isAsked(query, "asset_id", trade.tokenId) &&
    (!maker || [trade.makerAddress, ...makers].some((a) => a.toLowerCase() === maker)) &&
    (!before || matchedSec <= Number(before)) &&
    (!after || matchedSec >= Number(after));
}

function conditionOf({ market: { conditionId } }: Pick<Trade, "market">): string {
  return conditionId;
}

/** A missing or empty filter matches all. */
function isAsked(query: URLSearchParams, name: string, value: string): boolean {
  const asked = query.get(name);
  return asked === null || asked === "" || asked === value;
}
