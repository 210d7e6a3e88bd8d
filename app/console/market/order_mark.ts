/**
 * One's own orders as marks on the chart of a market.
 *
 * @module
 */
import type { SentOrder } from "../../client/typescript/mod.ts";
import { slotOf, type Slots } from "./chart_line.ts";
import type { WindowList } from "./window_list.ts";

/** Orders of one kind that were sent in one slot. */
export interface OrderMark {
  /** The slot's start, unix seconds. */
  readonly sec: number;
  /** The target of their window. */
  readonly price: number;
  readonly side: "BUY" | "SELL";
  readonly outcome: string;
  /** Such as `Buy Up`, or `Sell Down ×3`. */
  readonly text: string;
}

/** Returns the orders that were placed in these windows, in their order. */
export function ordersIn(
  windows: WindowList,
  orders: ReadonlyArray<SentOrder>,
): ReadonlyArray<SentOrder> {
  const slugs = new Set(windows.map(({ slug }) => slug));
  return orders.filter(({ order, state }) => slugs.has(order.slug) && state !== "refused");
}

/** Returns the marks of orders, oldest first. */
export function orderMarks(
  orders: ReadonlyArray<SentOrder>,
  { windows, slots }: { readonly windows: WindowList; readonly slots: Slots },
): ReadonlyArray<OrderMark> {
  const prices = new Map(windows.map(({ slug, price }) => [slug, price]));
  const marks = new Map<string, Omit<OrderMark, "text"> & { readonly count: number }>();
  for (const { created_at, order: { slug, side, outcome } } of ordersIn(windows, orders)) {
    const sec = slotOf(Date.parse(created_at) / 1000, slots);
    const price = prices.get(slug) ?? null;
    if (price === null || sec < slots.fromSec || sec >= slots.toSec) continue;
    const kind = JSON.stringify([sec, slug, side, outcome]);
    const count = (marks.get(kind)?.count ?? 0) + 1;
    marks.set(kind, { sec, price, side, outcome, count });
  }
  return [...marks.values()].sort((a, b) => a.sec - b.sec).map(({ count, ...mark }) => ({
    ...mark,
    text: `${mark.side === "BUY" ? "Buy" : "Sell"} ${mark.outcome}` +
      (count === 1 ? "" : ` \u00d7${count}`),
  }));
}
