/**
 * Orders as the public API answers them.
 *
 * @module
 */

/** An order that rests at the venue, as the venue describes it. */
export interface OpenOrder {
  readonly id: string;
  /** The condition id. */
  readonly market: string;
  /** The token id. */
  readonly asset_id: string;
  readonly outcome?: string;
  readonly side?: string;
  readonly price?: string;
  readonly original_size?: string;
  readonly size_matched?: string;
  readonly order_type?: string;
  /** Unix seconds. */
  readonly created_at?: number;
}

/** What an order trades, as answers repeat it. */
export interface OrderEcho {
  readonly slug: string;
  readonly outcome: string;
  readonly tokenId: string;
  readonly side: "BUY" | "SELL";
  readonly amount: number;
  readonly loweredTo?: number;
  readonly negRisk: boolean;
}

/** What was traded; null where the venue does not say. */
export interface Filled {
  readonly shares: number | null;
  readonly usdc: number | null;
  readonly averagePrice: number | null;
}

/** The states of an order that was sent. */
export const ORDER_STATES = ["sent", "unknown", "matched", "live", "refused"] as const;

/** One of them. */
export type OrderState = (typeof ORDER_STATES)[number];

/** An order that was sent through this service. */
export interface SentOrder {
  readonly id: string;
  readonly created_at: string;
  readonly state: OrderState;
  readonly order: OrderEcho;
  readonly order_type: string;
  /** The condition id. */
  readonly market: string;
  readonly order_id: string;
  readonly filled: Filled | null;
  readonly notional_usdc: number;
  readonly refusal:
    | { readonly reason: string; readonly message: string; readonly hint?: string }
    | null;
  readonly why: string | null;
  readonly latency_s: number | null;
  readonly idempotency_key: string | null;
  readonly reconciled: boolean | null;
}

/** What became of a cancellation. */
export interface Cancelled {
  readonly canceled: ReadonlyArray<string>;
  /** The venue's reason, by the order's hash. */
  readonly not_canceled: Readonly<Record<string, string>>;
}

/** What an order has given. */
export interface PlacedOrder {
  readonly orderId: string;
  readonly status: "matched" | "live";
  readonly latencyS: number;
  readonly order: OrderEcho;
  readonly filled: Filled;
}

/** What an order would give. */
export interface OrderPreview {
  readonly order: OrderEcho;
  readonly quote: {
    readonly averagePrice: number;
    readonly worstPrice: number;
    readonly shares: number;
    readonly usdc: number;
    readonly levels: number;
  };
  readonly fee: { readonly usdc: number; readonly effectiveRate: number };
}
