/**
 * An item of `GET /__orders`: an order that was accepted, as it was signed, and what became of it.
 *
 * @module
 */
import { formatE6 } from "./micro_units.ts";
import { type PlacedOrder } from "./placed_order.ts";

/** Writes it. The fields of the order are those that were sent. */
export function ledgerItem({ id, order, owner, orderType, status, fills }: PlacedOrder) {
  return {
    id,
    order: order.wire,
    owner,
    orderType,
    status,
    fills: fills.map(({ priceE6, sizeE6 }) => ({
      price: formatE6(priceE6),
      size: formatE6(sizeE6),
    })),
  };
}
