/**
 * All tools, in the order in which they are listed, each with the route that it asks.
 *
 * A model reads every description before it does anything, so each says what the answer is, in
 * which units, and the one thing that would otherwise go wrong.
 *
 * @module
 */
import type { AnyElysia } from "elysia";
import type { MessageAuth } from "../../../core/port/message_auth.ts";
import type { OrderStore } from "../../../core/port/order_store.ts";
import type { Idempotency } from "../../../core/use_case/order/mod.ts";
import { operationOf } from "../document/operation.ts";
import { edgeRoutes } from "../edge/other_methods.ts";
import { routeCaller } from "../edge/route_caller.ts";
import { placeBatchTool, replaceOrderTool } from "./keyed_order_tools.ts";
import { placeOrderTool } from "./place_order_tool.ts";
import { claimPositionsTool, splitOrMergeTool } from "./position_tools.ts";
import { previewOrderTool } from "./preview_order_tool.ts";
import { type AskedRoute, CHANGES, READS, routeTool, type Tool } from "./tool.ts";

/** What the tools need besides the ports of their routes. */
export type ToolPorts = MessageAuth | OrderStore | Idempotency;

/** Makes the tools over the service's routes. Throws if one of their routes is missing. */
export function makeTools<Ports>(
  routes: AnyElysia,
): ReadonlyArray<Tool<Ports | ToolPorts>> {
  const mounted = edgeRoutes(routes);
  const asked = (method: string, path: string): AskedRoute<Ports> => {
    const one = mounted.find(({ route }) => route.method === method && route.template === path);
    if (one === undefined) throw new Error(`no tool can ask ${method} ${path}: no such route`);
    return { operation: operationOf(one), call: routeCaller(one) };
  };
  const orders = {
    market: asked("POST", "/api/v1/simpleOrders/easyMarketOrder"),
    limit: asked("POST", "/api/v1/orders"),
  };
  return [
    routeTool(asked("GET", "/api/v1/windows/active"), {
      name: "get_active_windows",
      description: "An asset's open windows: `target` (price to beat) and live `price` in US " +
        "dollars, their `distance`, `seconds_left`, `slug`, token ids, best bid and ask in USDC " +
        "a share. null: not known, do not guess. Name asset and interval: all are 40 KB. " +
        "include=legs: the same 15 minutes at Kalshi.",
      hints: READS,
    }),
    routeTool(asked("GET", "/api/v1/windows/{slug}"), {
      name: "get_window",
      description: "A window, past, open or to come, as in get_active_windows; after its end " +
        "with `close`, `outcome` and the venue's own `resolution`.",
      hints: READS,
    }),
    routeTool(asked("GET", "/api/v1/history/range"), {
      name: "get_target_history",
      description: "Targets in US dollars and `slug`s of the windows that opened in [start, " +
        "end). `ok: false`: not known, or not fetched yet; then the same call goes on.",
      hints: READS,
    }),
    routeTool(asked("GET", "/api/v1/games"), {
      name: "list_games",
      description: "Sports games that begin in a time window, by default today in UTC. Only " +
        "`status` says whether one is over. A platform that is not named may list it all the " +
        "same: include=coverage tells `not_listed`, looked for and absent, from `not_checked`.",
      hints: READS,
    }),
    routeTool(asked("POST", "/api/v1/new_fees/trade-estimate"), {
      name: "estimate_fee",
      description: "The taker fee of a trade in an event of the primary venue. A preview of an " +
        "order has its fee already.",
      hints: READS,
    }),
    routeTool(asked("GET", "/api/v1/book"), {
      name: "get_book",
      description: "An outcome's order book: [price in USDC a share, shares], best first. What " +
        "an order would get, with its fee, is told by a preview.",
      hints: READS,
    }),
    routeTool(asked("GET", "/api/v1/venue2/targets/active"), {
      name: "get_outcome_markets",
      description: "Live markets of the secondary venue: target, expiry, prices. Empty for " +
        "seconds after an expiry. No tool trades them.",
      hints: READS,
    }),
    routeTool(asked("GET", "/api/v1/status"), {
      name: "get_status",
      description: "Which providers answer, and when jobs last ran. Ask it when other tools fail " +
        "or have no data.",
      hints: READS,
    }),
    routeTool(asked("GET", "/api/v1/account"), {
      name: "get_account",
      description: "What this API key may do, and the wallets: `id` (the walletId of other " +
        "tools), limits in USDC, what each can trade or lacks.",
      hints: READS,
    }),
    routeTool(asked("GET", "/api/v1/wallets/balance"), {
      name: "get_balance",
      description: "USDC that a wallet has, by the venue, and has spent of its limit today " +
        "(UTC). `balance_usdc` null: see `balance_error`.",
      hints: READS,
    }),
    routeTool(asked("GET", "/api/v1/orders"), {
      name: "list_orders",
      description: "A wallet's open orders, as the venue has them. One that is missing was " +
        "filled, cancelled or never placed: ask get_order.",
      hints: READS,
    }),
    routeTool(asked("GET", "/api/v1/orders/history"), {
      name: "list_order_history",
      description: "Orders that a wallet has sent through this service, newest first, and what " +
        "became of them. `sent`, `unknown`: not certain yet.",
      hints: READS,
    }),
    routeTool(asked("GET", "/api/v1/orders/{orderId}"), {
      name: "get_order",
      description: "An order sent through this service, in any state: what was `filled`, why it " +
        "was refused or `canceled`, and the venue's own word.",
      hints: READS,
    }),
    routeTool(asked("GET", "/api/v1/fills"), {
      name: "list_fills",
      description: "Trades of a wallet's orders, newest first: price, shares, fee in USDC. " +
        "Provisional until `confirmed`; what is `failed` was taken back and does not count.",
      hints: READS,
    }),
    routeTool(asked("GET", "/api/v1/positions"), {
      name: "list_positions",
      description: "A wallet's shares of each outcome, with average price, cost and profit in " +
        "USDC. `claimable`: resolved, and they pay. null: not certain. `venue` is the venue's " +
        "own index, minutes behind.",
      hints: READS,
    }),
    routeTool(asked("GET", "/api/v1/pnl"), {
      name: "get_profit",
      description: "A wallet's profit in USDC, without fees, which stand beside it. null: not " +
        "known.",
      preset: { format: "json" },
      hints: READS,
    }),
    routeTool(asked("GET", "/api/v1/positions/claims"), {
      name: "list_claims",
      description:
        "A wallet's claims, newest first, also automatic ones, but none made elsewhere. " +
        "`sent` goes on by itself, `why` says what it waits for.",
      hints: READS,
    }),
    previewOrderTool(orders),
    placeOrderTool(orders),
    placeBatchTool(asked("POST", "/api/v1/orders/batch")),
    replaceOrderTool(asked("POST", "/api/v1/orders/{orderId}/replace")),
    routeTool(asked("DELETE", "/api/v1/orders/{orderId}"), {
      name: "cancel_order",
      description: "Cancels an order, wherever it was placed. Once it is gone it is in " +
        "`canceled`; one that is over is in `not_canceled`, and what it traded stays traded.",
      scope: "trade",
      hints: CHANGES,
    }),
    routeTool(asked("DELETE", "/api/v1/orders"), {
      name: "cancel_orders",
      description: "Cancels a wallet's open orders: ALL of them without a filter. `canceled` has " +
        "those that are gone, `not_canceled` the venue's reasons.",
      scope: "trade",
      hints: CHANGES,
    }),
    claimPositionsTool(asked("POST", "/api/v1/positions/claim")),
    splitOrMergeTool({
      split: asked("POST", "/api/v1/positions/split"),
      merge: asked("POST", "/api/v1/positions/merge"),
    }),
  ];
}
