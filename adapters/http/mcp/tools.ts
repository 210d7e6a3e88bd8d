/**
 * All tools, in the order in which they are listed, each with the route that it asks.
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
import { claimPositionsTool, mergePositionsTool, splitPositionTool } from "./position_tools.ts";
import { previewLimitTool } from "./preview_limit_tool.ts";
import { previewOrderTool } from "./preview_order_tool.ts";
import { type AskedRoute, CHANGES, routeTool, type Tool, type ToolHints } from "./tool.ts";

/** What every tool that only reads has. */
const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true } as const;
/** The answer is known here, or comes from outside. */
const FROM_HERE: ToolHints = { ...READS, openWorldHint: false };
const FROM_OUTSIDE: ToolHints = { ...READS, openWorldHint: true };

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
  const games = asked("GET", "/api/v1/games");
  const placing = asked("POST", "/api/v1/simpleOrders/easyMarketOrder");
  const resting = asked("POST", "/api/v1/orders");
  return [
    routeTool(asked("GET", "/api/v1/targets/active"), {
      name: "get_targets",
      title: "Targets of the open windows",
      description: "The target price (price to beat) of the windows of an asset that are open " +
        "now, one result for each interval, in US dollars. A window whose target is not known " +
        "has `ok: false` and says why in `error`: do not guess its price. `windowStart` is in " +
        "unix seconds. For past windows, outcomes and the slugs of markets use " +
        "get_target_history.",
      hints: FROM_OUTSIDE,
    }),
    routeTool(asked("GET", "/api/v1/history/range"), {
      name: "get_target_history",
      title: "Windows of a time range",
      description: "The windows of an asset and interval that opened inside [start, end): their " +
        "targets in US dollars and the `slug` of each one's market, which the fee and order " +
        "tools take. End the range now to get the window that is open. With " +
        "`includeOutcomeMeta` also the closing price and outcome of each. `ok: false` means that " +
        "a price is not known, or not fetched yet: then the same call continues where it stopped.",
      hints: FROM_OUTSIDE,
    }),
    routeTool(asked("GET", "/api/v1/windows/{slug}"), {
      name: "get_window",
      title: "One window with its price and market",
      description: "Everything about the window with a slug, which get_target_history lists: its " +
        "`target`, the live `price` and its `distance` from the target, `seconds_left`, the " +
        "market with its token ids and best prices, and once it has ended `close`, `outcome` and " +
        "the venue's own `resolution`. What is null is not known: do not guess it. `price_state` " +
        "`stale` means that there is no new price.",
      hints: FROM_OUTSIDE,
    }),
    routeTool(games, {
      name: "list_games",
      title: "Games in a time window",
      description: "Sports games that begin in a time window, with teams, kickoff, score and the " +
        "platforms on which each was found. Today by default, in UTC. Only `status` says whether " +
        "a game is over. A platform that is not named may still list the game: ask get_coverage. " +
        "Follow `next_cursor` with the same filters until it is null.",
      preset: { include: "platforms" },
      hints: FROM_HERE,
    }),
    routeTool(games, {
      name: "get_coverage",
      title: "Which platforms list a game",
      description: "For each game of a time window and every platform: whether the platform " +
        "lists it. `listed`: it was found there. `not_listed`: a complete and recent look did " +
        "not find it. `not_checked`: nobody knows, which is not a no. Narrow it down with " +
        "`league` and `day`.",
      preset: { include: "coverage" },
      hints: FROM_HERE,
    }),
    routeTool(asked("POST", "/api/v1/new_fees/trade-estimate"), {
      name: "estimate_fee",
      title: "The fee of a trade",
      description: "What a taker pays in fees for a trade in an event of the primary venue, by " +
        "the formula that the venue publishes. Send what is given and what is received, in " +
        "shares and USDC: the smaller amount is the USDC. A preview of an order has its fee " +
        "already.",
      hints: FROM_OUTSIDE,
    }),
    routeTool(asked("GET", "/api/v1/book"), {
      name: "get_book",
      title: "The order book of an outcome",
      description: "Resting orders of one outcome of a market of the primary venue, as pairs of " +
        "price (USDC a share) and shares, best first. `at` says when the book changed last. " +
        "`trades` asks for the last trades, too. What an order would get, with its fee, is told " +
        "by a preview.",
      hints: FROM_OUTSIDE,
    }),
    routeTool(asked("GET", "/api/v1/venue2/targets/active"), {
      name: "get_outcome_markets",
      title: "Live markets of the secondary venue",
      description: "The recurring outcome markets of the secondary venue that have not expired, " +
        "with target, expiry and the names to trade them by. Empty for some seconds after an " +
        "expiry. These markets cannot be traded with the order tools.",
      hints: FROM_OUTSIDE,
    }),
    routeTool(asked("GET", "/api/v1/status"), {
      name: "get_status",
      title: "How the service's sources are doing",
      description: "Which providers of prices, markets and games answer, and when background " +
        "jobs last ran. Ask it when other tools fail or have no data, before trying again.",
      hints: FROM_HERE,
    }),
    routeTool(asked("GET", "/api/v1/account"), {
      name: "get_account",
      title: "The account and its wallets",
      description: "Whose API key this is, what it may do, and the account's wallets: ids for " +
        "the order tools, limits in USDC, and what each wallet can trade or still lacks.",
      hints: FROM_HERE,
    }),
    routeTool(asked("GET", "/api/v1/fills"), {
      name: "list_fills",
      title: "Fills of a wallet's orders",
      description: "What each trade moved for the orders that a wallet has sent through this " +
        "service, newest first: price, shares, fee in USDC and `state`. A fill is provisional " +
        "until it is `confirmed`; one that is `failed` was taken back, and no longer counts as " +
        "`filled` of its order. Narrow it down with `order_id`, `state` or `since`, and follow " +
        "`next_cursor` with the same filters until it is empty.",
      hints: FROM_HERE,
    }),
    routeTool(asked("GET", "/api/v1/positions"), {
      name: "list_positions",
      title: "Positions of a wallet",
      description:
        "What a wallet has of each outcome, by its ledger: shares, average price, cost " +
        "and profit in USDC. `claimable`: the market is resolved, and the shares pay. A number " +
        "that is null is not certain: do not guess it. `venue` is what the venue's own index " +
        "says, minutes behind, and `agrees` whether that has as many shares. Follow " +
        "`next_cursor` with the same filters until it is empty.",
      hints: FROM_OUTSIDE,
    }),
    routeTool(asked("GET", "/api/v1/pnl"), {
      name: "get_profit",
      title: "Profit of a wallet",
      description: "What a wallet made by UTC day, market or series, in USDC and without fees, " +
        "which stand beside it. A sale, a merge or a claim counts when it happened, and what a " +
        "resolution left worthless when the market was resolved. What is null is not known.",
      preset: { format: "json" },
      hints: FROM_OUTSIDE,
    }),
    routeTool(asked("GET", "/api/v1/positions/claims"), {
      name: "list_claims",
      title: "Claims of a wallet",
      description: "The claims of a wallet as they are now, newest first: those that were asked " +
        "for, and those that its policy wanted (`automatic`). `sent` goes on by itself, and " +
        "`why` says what it waits for. What is done elsewhere, by hand or by the venue, is not " +
        "here: list_positions shows what is held. Follow `next_cursor` with the same filters " +
        "until it is empty.",
      hints: FROM_HERE,
    }),
    routeTool(asked("GET", "/api/v1/orders"), {
      name: "list_orders",
      title: "Open orders of a wallet",
      description: "The orders of a wallet that rest in the venue's order books, as the venue " +
        "describes them. An order that is not in the list was filled, cancelled or never placed: " +
        "the list does not say which. get_order does.",
      hints: FROM_OUTSIDE,
    }),
    routeTool(asked("GET", "/api/v1/orders/{orderId}"), {
      name: "get_order",
      title: "One order, and what became of it",
      description: "An order that a wallet has sent through this service, in any state: what was " +
        "`filled`, why it was refused or `canceled`, and what the venue says of it now. Ask it " +
        "by the `orderId` of the answer to the order, or of the hint where its outcome is " +
        "unknown.",
      hints: FROM_OUTSIDE,
    }),
    previewOrderTool(placing),
    placeOrderTool(placing, "market"),
    previewLimitTool(resting),
    placeOrderTool(resting, "limit"),
    placeBatchTool(asked("POST", "/api/v1/orders/batch")),
    replaceOrderTool(asked("POST", "/api/v1/orders/{orderId}/replace")),
    routeTool(asked("DELETE", "/api/v1/orders/{orderId}"), {
      name: "cancel_order",
      title: "Cancel one order",
      description: "Cancels one order of a wallet, whether or not it was sent through this " +
        "service. `canceled` has its hash once it is gone. One that is over is in " +
        "`not_canceled`, with its state: what it had traded stays traded.",
      scope: "trade",
      hints: CHANGES,
    }),
    routeTool(asked("DELETE", "/api/v1/orders"), {
      name: "cancel_orders",
      title: "Cancel open orders of a wallet",
      description: "Cancels open orders of a wallet: all of them without a filter, or those of " +
        "one market, of one outcome, or both. cancel_order cancels one alone. `canceled` " +
        "has the hashes of orders that are gone, `not_canceled` the venue's reasons.",
      scope: "trade",
      hints: CHANGES,
    }),
    claimPositionsTool(asked("POST", "/api/v1/positions/claim")),
    splitPositionTool(asked("POST", "/api/v1/positions/split")),
    mergePositionsTool(asked("POST", "/api/v1/positions/merge")),
  ];
}
