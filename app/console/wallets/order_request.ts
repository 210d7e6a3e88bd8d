/**
 * Asks the public API about a wallet's orders, and places and cancels them.
 *
 * @module
 */
import { type PageAnswer, type Pages, walkPages } from "../part/walk_pages.ts";
import { askApi } from "../service/api.ts";
import type {
  Cancelled,
  OpenOrder,
  OrderPreview,
  OrderState,
  PlacedOrder,
  SentOrder,
} from "./order_answer.ts";
import type { OrderAttempt } from "./order_attempt.ts";
import type { OrderBody } from "./order_fields.ts";

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
      askApi<PageAnswer<OpenOrder>>({
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
      askApi<PageAnswer<SentOrder>>({
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
  return askApi<Cancelled>({
    method: "DELETE",
    path: "/api/v1/orders",
    query: { walletId, market },
    isKeyed: true,
  });
}

const PLACE = "/api/v1/simpleOrders/easyMarketOrder";

/** Asks what an order would give; nothing is placed. */
export function previewOrder(body: OrderBody, signal: AbortSignal): Promise<OrderPreview> {
  return askApi<OrderPreview>({
    method: "POST",
    path: PLACE,
    body: { ...body, dryRun: true },
    isKeyed: true,
    signal,
  });
}

/** Places a confirmed order under its key, or asks what became of it. */
export function sendOrder({ body, key }: OrderAttempt): Promise<PlacedOrder> {
  return askApi<PlacedOrder>({
    method: "POST",
    path: PLACE,
    body,
    isKeyed: true,
    idempotencyKey: key,
  });
}
