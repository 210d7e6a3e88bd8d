/**
 * The frames of the venue's user socket.
 *
 * @module
 */
import { type MakerFill, type UserEvent } from "./market_feed.ts";
import { formatE6 } from "./micro_units.ts";

/** Returns the frame of an event for the owner of an API key. */
export function userFrame(event: UserEvent): Readonly<Record<string, unknown>> {
  return event.kind === "order" ? orderFrame(event) : tradeFrame(event);
}

function orderFrame(order: Extract<UserEvent, { kind: "order" }>) {
  return {
    asset_id: order.tokenId,
    associate_trades: order.tradeIds.length === 0 ? null : order.tradeIds,
    created_at: String(order.createdSec),
    event_type: "order",
    expiration: String(order.expirationSec),
    id: order.id,
    maker_address: order.makerAddress,
    market: order.conditionId,
    order_owner: order.owner,
    order_type: order.orderType,
    original_size: formatE6(order.originalSizeE6),
    outcome: order.outcome,
    owner: order.owner,
    price: formatE6(order.priceE6),
    side: order.side,
    size_matched: formatE6(order.matchedE6),
    status: order.status,
    timestamp: String(order.timestampMs),
    type: order.type,
  };
}

function tradeFrame(trade: Extract<UserEvent, { kind: "trade" }>) {
  return {
    asset_id: trade.tokenId,
    bucket_index: 0,
    event_type: "trade",
    fee_rate_bps: String(trade.feeRateBps),
    id: trade.id,
    last_update: String(Math.floor(trade.timestampMs / 1000)),
    maker_address: trade.makerAddress,
    maker_orders: trade.makers.map(makerOrder),
    market: trade.conditionId,
    match_time: String(trade.matchedSec),
    outcome: trade.outcome,
    owner: trade.owner,
    price: formatE6(trade.priceE6),
    side: trade.side,
    size: formatE6(trade.sizeE6),
    status: trade.status,
    taker_order_id: trade.takerOrderId,
    timestamp: String(trade.timestampMs),
    trade_owner: trade.takerOwner,
    trader_side: trade.traderSide,
    ...(trade.transactionHash === undefined ? {} : { transaction_hash: trade.transactionHash }),
    type: "TRADE",
  };
}

function makerOrder(maker: MakerFill) {
  return {
    asset_id: maker.tokenId,
    fee_rate_bps: "0",
    maker_address: maker.makerAddress,
    matched_amount: formatE6(maker.matchedE6),
    order_id: maker.orderId,
    outcome: maker.outcome,
    owner: maker.owner,
    price: formatE6(maker.priceE6),
    side: maker.side,
  };
}
