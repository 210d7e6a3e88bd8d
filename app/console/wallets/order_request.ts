/**
 * Asks the public API about a wallet's orders, and places and cancels them.
 *
 * @module
 */
import { ask } from "../service/api.ts";
import type {
  Cancelled,
  OpenOrder,
  OrderPreview,
  OrderState,
  PlacedOrder,
  SentOrder,
} from "./order_answer.ts";
import type { AttemptStore, OrderAttempt } from "./order_attempt.ts";
import type { OrderBody } from "./order_form.ts";
import { type Pages, walkPages } from "./walk_pages.ts";

interface PageAnswer<Item> {
  readonly data: ReadonlyArray<Item>;
  readonly next_cursor: string;
}

/** How a list is asked for. */
interface ListOptions {
  readonly walletId: string;
  /** How many pages are shown. */
  readonly pages: number;
  readonly signal: AbortSignal;
}

/** Asks for the orders that rest at the venue. */
export function askOpenOrders(
  { walletId, pages, signal }: ListOptions,
): Promise<Pages<OpenOrder>> {
  return walkPages(
    (cursor) =>
      ask<PageAnswer<OpenOrder>>({
        method: "GET",
        path: "/api/v1/orders",
        query: { walletId, cursor },
        isKeyed: true,
        signal,
      }),
    pages,
  );
}

const HISTORY_PAGE = "25";

/** Asks for the orders that were sent, newest first. `state`: only those in it. */
export function askHistory(
  { walletId, pages, signal, state }: ListOptions & { readonly state: OrderState | "" },
): Promise<Pages<SentOrder>> {
  return walkPages(
    (cursor) =>
      ask<PageAnswer<SentOrder>>({
        method: "GET",
        path: "/api/v1/orders/history",
        query: { walletId, state, limit: HISTORY_PAGE, cursor },
        isKeyed: true,
        signal,
      }),
    pages,
  );
}

/** Cancels the wallet's open orders, or those in one market. */
export function cancelOrders(
  { walletId, market }: { readonly walletId: string; readonly market: string | undefined },
): Promise<Cancelled> {
  return ask<Cancelled>({
    method: "DELETE",
    path: "/api/v1/orders",
    query: { walletId, market },
    isKeyed: true,
  });
}

const PLACE = "/api/v1/simpleOrders/easyMarketOrder";

/** Asks what an order would give; nothing is placed. */
export function previewOrder(body: OrderBody): Promise<OrderPreview> {
  return ask<OrderPreview>({
    method: "POST",
    path: PLACE,
    body: { ...body, dryRun: true },
    isKeyed: true,
  });
}

/** Places a confirmed order under its key, or asks what became of it. */
export function sendOrder({ body, key }: OrderAttempt): Promise<PlacedOrder> {
  return ask<PlacedOrder>({
    method: "POST",
    path: PLACE,
    body,
    isKeyed: true,
    idempotencyKey: key,
  });
}

/** The tab's store. Some browsers refuse even to name it; then an attempt lives with the page. */
export const TAB: AttemptStore = {
  getItem: (name) => sessionStorage.getItem(name),
  setItem: (name, value) => sessionStorage.setItem(name, value),
  removeItem: (name) => sessionStorage.removeItem(name),
};
