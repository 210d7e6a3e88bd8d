/**
 * The frames of the venue's user socket.
 *
 * @module
 */
import { formOf, type FrameForm } from "./frame_form.ts";
import { type MakerFill, type UserEvent } from "./market_feed.ts";
import { formatE6 } from "./micro_units.ts";

/** Returns the frame of an event for the owner of an API key, in the form that the seed draws. */
export function userFrame(event: UserEvent, seed: number): Readonly<Record<string, unknown>> {
  const form = formOf(event, seed);
  return event.kind === "order" ? orderFrame(event, form) : tradeFrame(event, form);
}

function orderFrame(
  order: Extract<UserEvent, { kind: "order" }>,
  { isBare, isStampedInSec }: FrameForm,
) {
  return {
    asset_id: order.tokenId,
    created_at: order.isKilled || isBare ? "" : String(order.createdSec),
    event_type: "order",
    expiration: isBare ? null : String(order.expirationSec),
    id: order.id,
    market: order.conditionId,
    original_size: formatE6(order.originalSizeE6),
    owner: order.owner,
    price: formatE6(order.priceE6),
    side: order.side,
    size_matched: order.isKilled ? "" : formatE6(order.matchedE6),
    timestamp: stamp(order.timestampMs, isStampedInSec),
    type: order.type,
    ...(isBare ? {} : {
      associate_trades: order.tradeIds.length === 0 ? null : order.tradeIds,
      maker_address: order.makerAddress,
      order_owner: order.owner,
      order_type: order.orderType,
      outcome: order.outcome,
      status: order.status,
    }),
  };
}

/** Side, price, asset and size are the taker's, whoever receives the frame. */
function tradeFrame(trade: Extract<UserEvent, { kind: "trade" }>, form: FrameForm) {
  const { transactionHash } = trade;
  const isHashShown = transactionHash !== undefined || form.isBare;
  return {
    asset_id: trade.tokenId,
    bucket_index: 0,
    event_type: "trade",
    fee_rate_bps: form.isBare ? "" : String(trade.feeRateBps),
    id: trade.id,
    last_update: stamp(trade.timestampMs, true),
    maker_address: trade.makerAddress,
    maker_orders: trade.makers.map(makerOrder),
    market: trade.conditionId,
    [form.matchTimeName]: stamp(trade.matchedMs, !form.isMatchedInMs),
    outcome: trade.outcome,
    owner: trade.takerOwner,
    price: formatE6(trade.priceE6),
    side: trade.side,
    size: formatE6(trade.sizeE6),
    status: trade.status,
    taker_order_id: trade.takerOrderId,
    timestamp: stamp(trade.timestampMs, form.isStampedInSec),
    trade_owner: trade.owner,
    trader_side: trade.traderSide,
    ...(isHashShown ? { transaction_hash: transactionHash ?? "" } : {}),
    type: "TRADE",
  };
}

function makerOrder(maker: MakerFill) {
  return {
    asset_id: maker.tokenId,
    fee_rate_bps: "",
    maker_address: maker.makerAddress,
    matched_amount: formatE6(maker.matchedE6),
    order_id: maker.orderId,
    outcome: maker.outcome,
    outcome_index: maker.outcomeIndex,
    owner: maker.owner,
    price: formatE6(maker.priceE6),
    side: maker.side,
  };
}

/** Returns unix milliseconds as text, or whole seconds. */
function stamp(atMs: number, isInSec: boolean): string {
  return String(isInSec ? Math.floor(atMs / 1000) : Math.round(atMs));
}
