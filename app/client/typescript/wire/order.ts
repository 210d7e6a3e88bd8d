/**
 * What the service answers about orders that were placed.
 *
 * Made by `bun run client-types` from the service's document: do not edit.
 *
 * @module
 */

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
  /** The venue's reason, by the order's hash */
  readonly not_canceled: Readonly<Record<string, string>>;
}

export interface OrderHistory {
  readonly ok: true;
  readonly now: string;
  /** Newest first */
  readonly data: ReadonlyArray<SentOrder>;
  /** For the next page; empty on the last page */
  readonly next_cursor: string;
}

export interface SentOrder {
  /** This service's id of the order */
  readonly id: string;
  readonly created_at: string;
  /**
   * `sent`: being sent. `unknown`: sent, and not known yet how it ended. `matched`:
   * traded. `refused`: not placed
   */
  readonly state: "sent" | "unknown" | "matched" | "refused";
  readonly order: {
    /** The market's slug */
    readonly slug: string;
    /** The outcome's name, as the venue writes it */
    readonly outcome: string;
    /** The outcome's token id */
    readonly tokenId: string;
    /** `BUY`: USDC for shares. `SELL`: shares for USDC */
    readonly side: "BUY" | "SELL";
    /** As requested */
    readonly amount: number;
    /**
     * What it gives instead of `amount`: USDC that a BUY of nearly the whole balance
     * spends, so that the balance also covers its fee; or shares that a SELL sells, where
     * the venue takes fewer decimals. Left out where nothing was lowered
     */
    readonly loweredTo?: number;
    /** Whether the market is of the venue's negRisk kind */
    readonly negRisk: boolean;
  };
  readonly order_type: "FOK" | "FAK";
  /** The condition id of the market */
  readonly market: string;
  /** The order's hash, by which the venue knows it */
  readonly order_id: string;
  /** Null unless `matched` */
  readonly filled: {
    /** Shares traded */
    readonly shares: number | null;
    /** USDC traded, without the fee */
    readonly usdc: number | null;
    /**
     * USDC per share, to 8 decimals. Amounts that the venue has cut do not make it worse
     * than the worst price of the order
     */
    readonly averagePrice: number | null;
  } | null;
  /** What the order may trade, as the limits of the wallet count it */
  readonly notional_usdc: number;
  /** Null unless `refused` */
  readonly refusal: {
    /** Why, in one word */
    readonly reason:
      | "not_filled"
      | "funds"
      | "allowance"
      | "unsettled"
      | "accuracy"
      | "order"
      | "market"
      | "wallet"
      | "region"
      | "closed_only"
      | "paused"
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
  /** Why the outcome is not known; null once it is */
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
}

/** The requests about orders that were placed: what each takes, and its answer. */
export interface OrderOperations {
  /** Open orders of a wallet */
  readonly "GET orders": {
    readonly input: {
      /** A trading wallet of your account, as `GET /api/v1/account` lists it */
      readonly walletId: string;
      /** Only orders in the market with this condition id, in either of its spellings */
      readonly market?: string;
      /** Only orders for the outcome with this token id */
      readonly asset_id?: string;
      /**
       * One order by its hash: the `orderId` it was placed under. Send it without other
       * filters
       */
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
      /** Only orders in the market with this condition id, in either of its spellings */
      readonly market?: string;
      /** Only orders for the outcome with this token id */
      readonly asset_id?: string;
    };
    readonly answer: CancelledOrders;
  };
  /** Orders of a wallet, and what became of them */
  readonly "GET orders/history": {
    readonly input: {
      /** A trading wallet of your account, as `GET /api/v1/account` lists it */
      readonly walletId: string;
      /** Only orders in these states. Comma-separated, any of sent, unknown, matched, refused */
      readonly state?: string | ReadonlyArray<string>;
      /** Only orders in the market with this condition id, in either of its spellings */
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
