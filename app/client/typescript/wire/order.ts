/**
 * What the service answers about orders that were placed.
 *
 * Made by `bun run client-types` from the service's document: do not edit.
 *
 * @module
 */
import type { Estimates, Fill, OrderedTrade } from "./placed_order.ts";

export interface OpenOrders {
  readonly ok: true;
  /** Orders as the venue describes them, without `owner` */
  readonly data: ReadonlyArray<Readonly<Record<string, unknown>>>;
  /** For the next page; empty on the last page */
  readonly next_cursor: string;
}

export interface CancelledOrders {
  readonly ok: true;
  /** Hashes of the orders that are gone */
  readonly canceled: ReadonlyArray<string>;
  /** The venue's reason, or the state of an order that is over, by the order's hash */
  readonly not_canceled: Readonly<Record<string, string>>;
}

export interface ShownOrder {
  readonly ok: true;
  readonly order: SentOrder;
  /**
   * The order as the venue describes it now, without `owner`; null where it does not know
   * the order, or gives no answer
   */
  readonly venue: Readonly<Record<string, unknown>> | null;
  /** When the venue answered; null where it did not */
  readonly venue_at: string | null;
}

/** An order that was sent */
export interface SentOrder {
  /** This service's id of the order */
  readonly id: string;
  readonly created_at: string;
  /**
   * `sent`: being sent. `unknown`: sent, and not known yet what became of it. `delayed`:
   * at the venue, which matches it in a moment. `live`: the rest is in the book.
   * `matched`: traded. `canceled`: what was not `filled` is gone. `refused`: not placed
   */
  readonly state: "sent" | "unknown" | "delayed" | "live" | "matched" | "canceled" | "refused";
  readonly order: OrderedTrade;
  readonly order_type: "GTC" | "GTD" | "FOK" | "FAK";
  /** The condition id of the market */
  readonly market: string;
  /** The order's hash, by which the venue knows it */
  readonly order_id: string;
  /** What it has traded; null while nothing is known of it, and if `refused` */
  readonly filled: Fill | null;
  /** What of it the chain has confirmed; null as `filled` */
  readonly settled: Fill | null;
  /** What the order may trade, as the limits of the wallet count it */
  readonly notional_usdc: number;
  /** Null unless `refused` */
  readonly refusal: {
    /** Why, in one word */
    readonly reason:
      | "killed"
      | "no_liquidity"
      | "would_cross"
      | "balance"
      | "allowance"
      | "unsettled"
      | "accuracy"
      | "too_small"
      | "expiration"
      | "terms"
      | "market_closed"
      | "wallet"
      | "region"
      | "closed_only"
      | "paused"
      | "post_only"
      | "busy"
      | "not_sent"
      | "never_arrived"
      | "stale"
      | "rejected";
    /** The `error` of the answer to the order */
    readonly message: string;
    /** What to do about it */
    readonly hint: string;
  } | null;
  /**
   * Why it is not known what became of it, why it was canceled, or what of it failed on
   * the chain; else null
   */
  readonly why: string | null;
  /**
   * Seconds from the request to its outcome, or from the sending if `reconciled`; null
   * while it is not known
   */
  readonly latency_s: number | null;
  /** The `Idempotency-Key` of the request; null without one, and after 24 hours */
  readonly idempotency_key: string | null;
  /**
   * Whether the outcome was looked up later, and did not come with the venue's answer;
   * null while it is not known
   */
  readonly reconciled: boolean | null;
  readonly estimates?: Estimates;
}

export interface OrderHistory {
  readonly ok: true;
  readonly now: string;
  /** Newest first */
  readonly data: ReadonlyArray<SentOrder>;
  /** For the next page; empty on the last page */
  readonly next_cursor: string;
}

/** The requests about orders that were placed: what each takes, and its answer. */
export interface OrderOperations {
  /** Open orders of a wallet */
  readonly "GET orders": {
    readonly input: {
      /** A trading wallet of your account, as `GET /api/v1/account` lists it */
      readonly walletId: string;
      /** Only orders in the market with this condition id */
      readonly market?: string;
      /** Only orders for the outcome with this token id */
      readonly asset_id?: string;
      /** Only the order with this hash, its `orderId`. Without other filters */
      readonly id?: string;
      /** `next_cursor` of the previous answer, percent-encoded. Only the venue can read it */
      readonly cursor?: string;
    };
    readonly answer: OpenOrders;
  };
  /** Cancel open orders of a wallet */
  readonly "DELETE orders": {
    readonly input: {
      /** A trading wallet of your account, as `GET /api/v1/account` lists it */
      readonly walletId: string;
      /** Only orders in the market with this condition id */
      readonly market?: string;
      /** Only orders for the outcome with this token id */
      readonly asset_id?: string;
    };
    readonly answer: CancelledOrders;
  };
  /** One order, and what became of it */
  readonly "GET orders/{orderId}": {
    readonly input: {
      /** The order's hash: the `orderId` of the answer to it */
      readonly orderId: string;
      /** A trading wallet of your account, as `GET /api/v1/account` lists it */
      readonly walletId: string;
    };
    readonly answer: ShownOrder;
  };
  /** Cancel one order */
  readonly "DELETE orders/{orderId}": {
    readonly input: {
      /** The order's hash: the `orderId` of the answer to it */
      readonly orderId: string;
      /** A trading wallet of your account, as `GET /api/v1/account` lists it */
      readonly walletId: string;
    };
    readonly answer: CancelledOrders;
  };
  /** Orders of a wallet, and what became of them */
  readonly "GET orders/history": {
    readonly input: {
      /** A trading wallet of your account, as `GET /api/v1/account` lists it */
      readonly walletId: string;
      /** Only orders in these states */
      readonly state?: string | ReadonlyArray<string>;
      /** Only orders in the market with this condition id */
      readonly market?: string;
      /** Maximum number of orders on a page */
      readonly limit?: number;
      /**
       * `next_cursor` of the previous page, with the same filters; `limit` may differ.
       * Without `state`, an order appears exactly once, whatever is placed between pages
       */
      readonly cursor?: string;
    };
    readonly answer: OrderHistory;
  };
}
