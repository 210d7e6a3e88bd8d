/**
 * What is known of an order on paper, as the venue would say it.
 *
 * @module
 */
import { Option } from "effect";
import type { Fill, OrderFill, VenueOrderStatus } from "../../order/mod.ts";
import type { PaperFill, PaperOrder } from "../../paper/mod.ts";

/** Returns what became of an order. */
export function paperStatus(
  order: PaperOrder,
): Exclude<VenueOrderStatus, { readonly kind: "pending" | "missing" | "refused" }> {
  const fill = fillOf(order);
  if (order.end === null) return { kind: "live", isDelayed: false, fill };
  if (order.end.kind === "matched") return { kind: "matched", fill };
  return { kind: "canceled", fill, cause: order.end.cause, message: "" };
}

function fillOf({ traded }: PaperOrder): Fill {
  return {
    sharesE6: Option.some(traded.likely.sharesE6),
    usdcE6: Option.some(traded.likely.usdcE6),
    estimates: traded,
  };
}

/** Returns a fill as the venue would tell of it. No transaction moves it. */
export function paperNews(fill: PaperFill): OrderFill {
  const { tradeId, orderId, role, priceE6, sharesE6, state, matchedMs } = fill;
  return { tradeId, orderId, role, priceE6, sharesE6, state, matchedMs, tx: Option.none() };
}
