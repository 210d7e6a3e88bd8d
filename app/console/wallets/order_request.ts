/**
 * What the public API says of a wallet's orders.
 *
 * @module
 */
import { ask } from "../service/api.ts";
import { type Pages, walkPages } from "./pages_shown.ts";

/** An order that rests at the venue, as the venue describes it. */
export interface OpenOrder {
  readonly id: string;
  /** The condition id. */
  readonly market: string;
  /** The token id. */
  readonly asset_id: string;
  readonly outcome?: string;
  readonly side?: string;
  readonly price?: string;
  readonly original_size?: string;
  readonly size_matched?: string;
  readonly order_type?: string;
  /** Unix seconds. */
  readonly created_at?: number;
}

/** What an order trades, as answers repeat it. */
export interface OrderEcho {
  readonly slug: string;
  readonly outcome: string;
  readonly tokenId: string;
  readonly side: "BUY" | "SELL";
  readonly amount: number;
  readonly loweredTo?: number;
  readonly negRisk: boolean;
}

/** What was traded; null where the venue does not say. */
export interface Filled {
  readonly shares: number | null;
  readonly usdc: number | null;
  readonly averagePrice: number | null;
}

/** The states of an order that was sent. */
export const ORDER_STATES = ["sent", "unknown", "matched", "live", "refused"] as const;

/** One of them. */
export type OrderState = (typeof ORDER_STATES)[number];

/** An order that was sent through this service. */
export interface SentOrder {
  readonly id: string;
  readonly created_at: string;
  readonly state: OrderState;
  readonly order: OrderEcho;
  readonly order_type: string;
  /** The condition id. */
  readonly market: string;
  readonly order_id: string;
  readonly filled: Filled | null;
  readonly notional_usdc: number;
  readonly refusal:
    | { readonly reason: string; readonly message: string; readonly hint?: string }
    | null;
  readonly why: string | null;
  readonly latency_s: number | null;
  readonly idempotency_key: string | null;
  readonly reconciled: boolean | null;
}

/** What became of a cancellation. */
export interface Cancelled {
  readonly canceled: ReadonlyArray<string>;
  /** The venue's reason, by the order's hash. */
  readonly not_canceled: Readonly<Record<string, string>>;
}

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
