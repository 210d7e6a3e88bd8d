/**
 * Asks the public API about a wallet's orders, and places and cancels them.
 *
 * @module
 */
import type {
  CancelledOrders,
  LimitOrderPreview,
  OrderFill,
  OrderHistory,
  OrderPreview,
  PlacedOrder,
  ReplacedOrder,
  ReplaceOrderInput,
  SentOrder,
} from "../../client/typescript/mod.ts";
import { type PageAnswer, type Pages, walkPages } from "../part/walk_pages.ts";
import { keyedApi, orderApi } from "../service/api.ts";
import type { OpenOrder } from "./open_order.ts";
import type { Attempt } from "./order_attempt.ts";
import { isLimit, type OrderBody } from "./order_fields.ts";

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
  return walkPages<OpenOrder, PageAnswer<OpenOrder>>(async (from) => {
    const answer = await keyedApi().orders.open({ walletId, ...from }, { signal });
    return { ...answer, data: answer.data as ReadonlyArray<unknown> as ReadonlyArray<OpenOrder> };
  }, pages);
}

/** Orders that were sent. */
export type SentOrders = Pages<SentOrder, OrderHistory>;

const HISTORY_PAGE = 25;

/** Asks for the orders that were sent, newest first. `state`: only those in it. */
export function askHistory(
  { walletId, pages, signal, state }: ListOptions & { readonly state: SentOrder["state"] | "" },
): Promise<SentOrders> {
  return walkPages<SentOrder, OrderHistory>((from) => {
    const asked = { walletId, ...(state && { state }), limit: HISTORY_PAGE, ...from };
    return keyedApi().orders.history(asked, { signal });
  }, pages);
}

/** Asks for what trades moved for the wallet's orders, newest first. */
export function askFills({ walletId, pages, signal }: ListOptions): Promise<Pages<OrderFill>> {
  return walkPages<OrderFill, PageAnswer<OrderFill>>((from) => {
    return keyedApi().orders.fills({ walletId, limit: HISTORY_PAGE, ...from }, { signal });
  }, pages);
}

/** Cancels the wallet's open orders, or those in one market. */
export function cancelOrders(
  { walletId, market }: { readonly walletId: string; readonly market: string | undefined },
): Promise<CancelledOrders> {
  return orderApi().orders.cancel({ walletId, ...(market && { market }) });
}

/** Cancels one order. */
export function cancelOrder(
  one: { readonly walletId: string; readonly orderId: string },
): Promise<CancelledOrders> {
  return orderApi().orders.cancelOne(one);
}

/** Asks what an order would give; nothing is placed. */
export function previewOrder(
  body: OrderBody,
  signal: AbortSignal,
): Promise<OrderPreview | LimitOrderPreview> {
  const { orders } = keyedApi();
  return isLimit(body) ? orders.previewLimit(body, { signal }) : orders.preview(body, { signal });
}

/** Places a confirmed order under its key, or asks what became of it. */
export function sendOrder({ body, key }: Attempt<OrderBody>): Promise<PlacedOrder> {
  const { orders } = orderApi();
  const under = { idempotencyKey: key };
  return isLimit(body) ? orders.limit(body, under) : orders.market(body, under);
}

/** Replaces an order under a key, or asks what became of that. */
export function sendReplacement(
  { body, key }: Attempt<ReplaceOrderInput>,
): Promise<ReplacedOrder> {
  return orderApi().orders.replace(body, { idempotencyKey: key });
}
