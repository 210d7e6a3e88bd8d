/**
 * What a caller asks to trade.
 *
 * @module
 */
import type { BigDecimal, Option } from "effect";
import type { Side } from "../../fee/mod.ts";
import type { LimitOrderTerms, MarketOrderType, OrderType } from "../../order/mod.ts";
import type { MarketReference } from "../../venue/mod.ts";

/** What the caller asks to trade. */
interface TradeRequest {
  readonly market: MarketReference;
  /** The event that the market must belong to. */
  readonly eventSlug: Option.Option<string>;
  /** The outcome's name, in any case and Unicode form. */
  readonly outcome: string;
  readonly side: Side;
  readonly orderType: OrderType;
  /** Of a SELL: it may only sell what was bought here and is confirmed. */
  readonly isSettledOnly: boolean;
}

/** A market order: trades now, at the prices of the book. */
export interface MarketOrderRequest extends TradeRequest {
  readonly kind: "market";
  readonly orderType: MarketOrderType;
  /** USDC to spend on a BUY, shares to sell on a SELL. */
  readonly amount: BigDecimal.BigDecimal;
  /** The worst price the caller accepts, in USDC. */
  readonly limitPrice: Option.Option<BigDecimal.BigDecimal>;
}

/** A limit order: trades at its price or a better one, and may rest. */
export interface LimitOrderRequest extends TradeRequest, Omit<LimitOrderTerms, "orderType"> {
  readonly kind: "limit";
  /** For how many seconds it may rest before this service cancels it. */
  readonly lifeSec: Option.Option<number>;
}

/** What the caller asks to trade, by either kind of order. */
export type OrderRequest = MarketOrderRequest | LimitOrderRequest;
