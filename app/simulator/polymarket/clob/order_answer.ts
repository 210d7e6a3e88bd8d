/**
 * Orders and trades in the venue's format.
 *
 * @module
 */
import { type Outcome } from "./engine.ts";
import { type MakerFill } from "./market_feed.ts";
import { formatE6 } from "./micro_units.ts";
import { filledE6, type PlacedOrder } from "./placed_order.ts";
import { outcomeIndexOf, type TradedMarket } from "./traded_market.ts";
import { legacyFeeBps, type Trade } from "./trade_log.ts";

/** Minimum decimals of order sizes. */
const SIZE_DECIMALS_MIN = 4;

/** Returns the answer to an accepted order. Transaction hashes follow later, with the trades. */
export function placedAnswer({ placed, status, moneyE6, sharesE6 }: Outcome) {
  const isBuy = placed.side === "BUY";
  const hasTraded = sharesE6 > 0n;
  return {
    success: true,
    errorMsg: "",
    orderID: placed.id,
    status,
    makingAmount: hasTraded ? formatE6(isBuy ? moneyE6 : sharesE6) : "",
    takingAmount: hasTraded ? formatE6(isBuy ? sharesE6 : moneyE6) : "",
    ...(hasTraded ? { tradeIDs: [...placed.tradeIds] } : {}),
  };
}

/** Returns a refused order inside a batch: a success with an error. */
export function refusedInBatch(error: string) {
  return {
    success: true,
    errorMsg: error,
    orderID: "",
    status: "",
    makingAmount: "",
    takingAmount: "",
  };
}

/** Returns an item of `GET /data/orders`, or the order of `GET /data/order/{id}`. */
export function openOrder(placed: PlacedOrder) {
  const { order, market } = placed;
  return {
    id: placed.id,
    // An order that rests is live here, whatever its own frames say.
    status: placed.status === "unmatched" ? "LIVE" : placed.status.toUpperCase(),
    owner: placed.owner,
    maker_address: order.maker,
    market: market.conditionId,
    asset_id: order.tokenId,
    side: placed.side,
    original_size: formatE6(placed.sizeE6, SIZE_DECIMALS_MIN),
    size_matched: formatE6(filledE6(placed), SIZE_DECIMALS_MIN),
    price: formatE6(placed.priceE6),
    outcome: outcomeOf(market, order.tokenId),
    expiration: String(placed.expirationSec),
    order_type: placed.orderType,
    associate_trades: [...placed.tradeIds],
    created_at: Math.floor(placed.createdMs / 1000),
  };
}

/** Returns an item of `GET /data/trades` as the caller (an address in lower case) sees it. */
export function tradeObject(
  trade: Trade,
  { address }: { readonly address: string },
) {
  const { market, matchedMs } = trade;
  const { status, transactionHash, updatedMs } = trade.progress;
  return {
    id: trade.id,
    taker_order_id: trade.takerOrderId,
    market: market.conditionId,
    asset_id: trade.tokenId,
    side: trade.side,
    size: formatE6(trade.sizeE6),
    fee_rate_bps: String(legacyFeeBps(market)),
    price: formatE6(trade.priceE6),
    status,
    match_time: String(Math.floor(matchedMs / 1000)),
    match_time_nano: `${matchedMs}000000`,
    last_update: String(Math.floor(updatedMs / 1000)),
    outcome: outcomeOf(market, trade.tokenId),
    bucket_index: 0,
    owner: trade.owner,
    maker_address: trade.makerAddress,
    maker_orders: trade.makers.map((maker) => makerOrder(maker, legacyFeeBps(market))),
    trader_side: trade.address === address ? "TAKER" : "MAKER",
    ...(transactionHash === undefined ? {} : { transaction_hash: transactionHash }),
  };
}

function makerOrder(maker: MakerFill, feeRateBps: number) {
  return {
    order_id: maker.orderId,
    owner: maker.owner,
    maker_address: maker.makerAddress,
    matched_amount: formatE6(maker.matchedE6),
    price: formatE6(maker.priceE6),
    fee_rate_bps: String(feeRateBps),
    asset_id: maker.tokenId,
    outcome: maker.outcome,
    outcome_index: maker.outcomeIndex,
    side: maker.side,
  };
}

function outcomeOf(market: TradedMarket, tokenId: string): string {
  return market.outcomes[outcomeIndexOf(market, tokenId)];
}
