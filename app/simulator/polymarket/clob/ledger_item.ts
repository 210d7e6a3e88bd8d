/**
 * An item of `GET /__orders`: an accepted order as it was signed, its outcome, and how far each
 * fill has come on the chain.
 *
 * @module
 */
import { formatE6 } from "./micro_units.ts";
import { type PlacedOrder } from "./placed_order.ts";

/** Returns the item. The order's fields are those that were sent. */
export function ledgerItem({ id, order, owner, orderType, status, fills }: PlacedOrder) {
  return {
    id,
    order: order.wire,
    owner,
    orderType,
    status,
    fills: fills.map(({ priceE6, sizeE6, progress }) => ({
      price: formatE6(priceE6),
      size: formatE6(sizeE6),
      status: progress.status,
    })),
  };
}
