/**
 * What the service answers about placing orders.
 *
 * Made by `bun run client-types` from the service's document: do not edit.
 *
 * @module
 */
import type { Side } from "./book.ts";
import type { FlatFee } from "./fee.ts";

export interface PlacedOrder {
  readonly ok: true;
  /** The order's hash, by which the venue knows it */
  readonly orderId: string;
  /**
   * `matched`: it traded. Of a limit order, `live`: what is not `filled` rests.
   * `delayed`: the venue has it, and matches it in a moment. `canceled`: in the answer to
   * a request that is repeated, it is gone by now
   */
  readonly status: "matched" | "live" | "delayed" | "canceled";
  /** Seconds from the request to its outcome, including the venue's time */
  readonly latencyS: number;
  readonly order: OrderedTrade;
  readonly filled: Fill;
  /**
   * Of a SELL: how many of its shares count on purchases that the chain has not
   * confirmed, and may take back. Left out where there are none
   */
  readonly unsettled_shares?: number;
  readonly estimates?: Estimates;
}

/** What an order trades */
export interface OrderedTrade {
  /** The market's slug */
  readonly slug: string;
  /** The outcome's name, as the venue writes it */
  readonly outcome: string;
  /** The outcome's token id */
  readonly tokenId: string;
  readonly side: Side;
  /** As requested; of a limit order what a BUY may spend, or the shares of a SELL */
  readonly amount: number;
  /**
   * What it gives instead of `amount`: USDC that a BUY of nearly the whole balance
   * spends, so that the balance also covers its fee; or shares that a SELL sells, where
   * the venue takes fewer decimals. Left out where nothing was lowered
   */
  readonly loweredTo?: number;
  /** Whether the market is of the venue's negRisk kind */
  readonly negRisk: boolean;
  /** USDC a share, of a limit order */
  readonly price?: number;
  /** Shares, of a limit order */
  readonly size?: number;
  /** Of a limit order: GTC and GTD may rest, FOK and FAK trade at once */
  readonly orderType?: "GTC" | "GTD" | "FOK" | "FAK";
  /** When a limit order ends by itself; null for one without an end */
  readonly expiresAt?: string | null;
  /** For how many seconds a limit order may rest before this service cancels it */
  readonly lifeS?: number | null;
  /** Of a limit order */
  readonly postOnly?: boolean;
}

/**
 * What was traded; null while the venue has not said how much, which is looked up: the
 * same `Idempotency-Key` later gives it
 */
export interface Fill {
  /** Shares traded */
  readonly shares: number | null;
  /** USDC traded, without the fee */
  readonly usdc: number | null;
  /**
   * USDC per share, to 8 decimals. Amounts that the venue has cut do not make it worse
   * than the worst price of the order
   */
  readonly averagePrice: number | null;
}

/**
 * What an order on paper would have traded: what passed its price, what its place in
 * the queue makes likely, which its fills follow, or all at its price
 */
export interface Estimates {
  readonly pessimistic: Estimate;
  readonly likely: Estimate;
  readonly optimistic: Estimate;
}

export interface Estimate {
  readonly shares: number;
  readonly usdc: number;
  readonly average_price: number | null;
}

export interface OrderPreview {
  readonly ok: true;
  readonly status: "preview";
  /** Seconds from the request to its outcome, including the venue's time */
  readonly latencyS: number;
  readonly order: OrderedTrade;
  /**
   * Of a SELL: how many of its shares count on purchases that the chain has not
   * confirmed, and may take back. Left out where there are none
   */
  readonly unsettled_shares?: number;
  readonly quote: Quote;
  readonly fee: FlatFee;
  readonly unsigned: UnsignedOrder;
}

/** What the order book would give now */
export interface Quote {
  /**
   * USDC per share, to 8 decimals, before `shares` and `usdc` are rounded: never worse
   * than `worstPrice`
   */
  readonly averagePrice: number;
  /** The last level of the book that is needed */
  readonly worstPrice: number;
  readonly shares: number;
  /** Without the fee */
  readonly usdc: number;
  /** How many levels of the book are needed */
  readonly levels: number;
}

/** What would be signed, in the venue's names */
export interface UnsignedOrder {
  readonly salt: number;
  readonly maker: string;
  readonly signer: string;
  readonly tokenId: string;
  /** Times 10^6 */
  readonly makerAmount: string;
  /** Times 10^6 */
  readonly takerAmount: string;
  readonly side: Side;
  readonly signatureType: 0 | 1 | 2 | 3;
  /** Unix milliseconds */
  readonly timestamp: string;
  /** Unix seconds; `0` for none. Not signed */
  readonly expiration: string;
  readonly metadata: string;
  readonly builder: string;
  /** The contract that the order is for */
  readonly exchange: {
    readonly address: string;
    /** The version of the signing domain */
    readonly version: number;
  };
}

/** The requests about placing orders: what each takes, and its answer. */
export interface PlacedOrderOperations {
  /** Place a market order */
  readonly "POST simpleOrders/easyMarketOrder": {
    readonly input: {
      /** A trading wallet of your account, as `GET /api/v1/account` lists it */
      readonly walletId: string;
      /** The market's slug, or its page's address */
      readonly slug: string;
      /** The outcome's name, in any case */
      readonly outcome: string;
      /** `BUY`: USDC for shares. `SELL`: shares for USDC */
      readonly side: "BUY" | "SELL";
      /** BUY: USDC to spend, at least 1. SELL: shares to sell. Rounded down to 2 decimals */
      readonly amount: number;
      /** The event that the market has to be of */
      readonly eventSlug?: string;
      /** `FOK`: all of it at once, or nothing. `FAK`: what there is at once */
      readonly orderType?: "FOK" | "FAK";
      /** The worst price accepted, USDC a share, with at most 6 decimals */
      readonly limitPrice?: number;
      /** Refuses a SELL of more shares than were bought here and are confirmed */
      readonly settledOnly?: boolean;
      /** True: preview the order without signing or sending it */
      readonly dryRun?: boolean;
    };
    readonly answer: PlacedOrder | OrderPreview;
  };
}
