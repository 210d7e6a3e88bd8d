/**
 * The user events for orders and trades.
 *
 * @module
 */
import { type UserEvent } from "./market_feed.ts";
import { isImmediate } from "./order_price.ts";
import { filledE6, type PlacedOrder } from "./placed_order.ts";
import { outcomeIndexOf } from "./traded_market.ts";
import { legacyFeeBps, type Trade } from "./trade_log.ts";

type OrderEvent = Extract<UserEvent, { kind: "order" }>;

/** Returns the event of an order; the status is the order's own unless given. */
export function orderEvent(
  placed: PlacedOrder,
  { type, nowMs, status = placed.status.toUpperCase() }: {
    readonly type: OrderEvent["type"];
    readonly nowMs: number;
    readonly status?: string;
  },
): UserEvent {
  const { order, market } = placed;
  return {
    kind: "order",
    type,
    id: placed.id,
    owner: placed.owner,
    makerAddress: order.maker,
    conditionId: market.conditionId,
    tokenId: order.tokenId,
    outcome: market.outcomes[outcomeIndexOf(market, order.tokenId)],
    side: placed.side,
    priceE6: placed.priceE6,
    originalSizeE6: placed.sizeE6,
    matchedE6: filledE6(placed),
    orderType: placed.orderType,
    status,
    isKilled: type === "CANCELLATION" && isImmediate(placed),
    expirationSec: placed.expirationSec,
    tradeIds: [...placed.tradeIds],
    createdSec: Math.floor(placed.createdMs / 1000),
    timestampMs: nowMs,
  };
}

/** Returns the events of a trade's last progress, one for each user that took part in it. */
export function tradeEvents(trade: Trade): ReadonlyArray<UserEvent> {
  const { status, transactionHash, updatedMs } = trade.progress;
  const event = (owner: string, traderSide: "TAKER" | "MAKER"): UserEvent => ({
    kind: "trade",
    id: trade.id,
    owner,
    traderSide,
    takerOrderId: trade.takerOrderId,
    takerOwner: trade.owner,
    makerAddress: trade.makerAddress,
    conditionId: trade.market.conditionId,
    tokenId: trade.tokenId,
    outcome: trade.market.outcomes[outcomeIndexOf(trade.market, trade.tokenId)],
    side: trade.side,
    priceE6: trade.priceE6,
    sizeE6: trade.sizeE6,
    status,
    transactionHash,
    feeRateBps: legacyFeeBps(trade.market),
    makers: trade.makers,
    matchedMs: trade.matchedMs,
    timestampMs: updatedMs,
  });
  const makers = new Set(trade.makers.map(({ owner }) => owner));
  return [event(trade.owner, "TAKER"), ...[...makers].map((owner) => event(owner, "MAKER"))];
}
