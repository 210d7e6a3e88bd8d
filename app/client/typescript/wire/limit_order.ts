/**
 * What the service answers about limit orders.
 *
 * Made by `bun run client-types` from the service's document: do not edit.
 *
 * @module
 */
import type { FlatFee } from "./fee.ts";
import type { OrderReason } from "./names.ts";
import type {
  Estimates,
  Fill,
  OrderedTrade,
  PlacedOrder,
  Quote,
  UnsignedOrder,
} from "./placed_order.ts";

export interface LimitOrderPreview {
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
  /** What it would trade at once; null where it rests */
  readonly quote: Quote | null;
  /** Of what it would trade at once */
  readonly fee: FlatFee | null;
  readonly unsigned: UnsignedOrder;
}

export interface OrderBatch {
  readonly ok: true;
  /** One of each order, in the order of the request */
  readonly results: ReadonlyArray<PlacedEntry | RefusedEntry>;
}

export interface PlacedEntry {
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
  /** Whether an earlier request has placed it */
  readonly isReplayed: boolean;
}

/** An order that was not placed, or not for certain */
export interface RefusedEntry {
  readonly ok: false;
  /** What failed, in one sentence */
  readonly error: string;
  readonly code: ErrorCode;
  /** What to do next */
  readonly hint?: string;
  readonly reason?: OrderReason;
  /** The hash of an order whose outcome is not known yet */
  readonly orderId?: string;
}

/** A stable code to branch on */
export type ErrorCode =
  | "bad_request"
  | "unauthorized"
  | "forbidden"
  | "not_found"
  | "method_not_allowed"
  | "rate_limited"
  | "unavailable"
  | "internal";

export interface ReplacedOrder {
  readonly ok: true;
  /** Whether the former order was canceled */
  readonly canceled: boolean;
  /** Shares that the former order had traded */
  readonly filledBefore: number;
  /** The order in its place; null for none */
  readonly order: PlacedOrder | null;
  /**
   * Why there is none: `filled` or `below_minimum`, by what was left of the former order;
   * `over`, if it had ended before; or why the new order was refused
   */
  readonly why: "filled" | "below_minimum" | "over" | OrderReason | null;
}

/** The requests about limit orders: what each takes, and its answer. */
export interface LimitOrderOperations {
  /** Place a limit order */
  readonly "POST orders": {
    readonly input: {
      /** A trading wallet of your account, as `GET /api/v1/account` lists it */
      readonly walletId: string;
      /** The market's slug, or its page's address */
      readonly slug: string;
      /** The outcome's name, in any case */
      readonly outcome: string;
      /** `BUY`: USDC for shares. `SELL`: shares for USDC */
      readonly side: "BUY" | "SELL";
      /** USDC a share, on the market's tick: the worst price of any fill */
      readonly price: number;
      /** Shares, at most 2 decimals, at least the market's `min_size` */
      readonly size: number;
      /** The event that the market has to be of */
      readonly eventSlug?: string;
      /**
       * `GTC`: rests until it is canceled. `GTD`: until `expiresAt`. `FOK`: all of it at
       * once, or nothing. `FAK`: what there is at once. A BUY of the latter two spends `size`
       * times `price`: more shares at a better price
       */
      readonly orderType?: "GTC" | "GTD" | "FOK" | "FAK";
      /** When a GTD order ends, at least 120 s ahead */
      readonly expiresAt?: string | number | Date;
      /** Seconds after its acceptance in which this service cancels a GTC order */
      readonly lifeS?: number;
      /** The venue refuses the order if it would trade at once. With GTC and GTD */
      readonly postOnly?: boolean;
      /** Refuses a SELL of more shares than were bought here and are confirmed */
      readonly settledOnly?: boolean;
      /** True: preview the order without signing or sending it */
      readonly dryRun?: boolean;
    };
    readonly answer: PlacedOrder | LimitOrderPreview;
  };
  /** Place several limit orders at once */
  readonly "POST orders/batch": {
    readonly input: {
      /** A trading wallet of your account, as `GET /api/v1/account` lists it */
      readonly walletId: string;
      /** 1 to 15 orders, each with a key of its own */
      readonly orders: ReadonlyArray<{
        /** The market's slug, or its page's address */
        readonly slug: string;
        /** The outcome's name, in any case */
        readonly outcome: string;
        /** `BUY`: USDC for shares. `SELL`: shares for USDC */
        readonly side: "BUY" | "SELL";
        /** USDC a share, on the market's tick: the worst price of any fill */
        readonly price: number;
        /** Shares, at most 2 decimals, at least the market's `min_size` */
        readonly size: number;
        /** The event that the market has to be of */
        readonly eventSlug?: string;
        /**
         * `GTC`: rests until it is canceled. `GTD`: until `expiresAt`. `FOK`: all of it at
         * once, or nothing. `FAK`: what there is at once. A BUY of the latter two spends `size`
         * times `price`: more shares at a better price
         */
        readonly orderType?: "GTC" | "GTD" | "FOK" | "FAK";
        /** When a GTD order ends, at least 120 s ahead */
        readonly expiresAt?: string | number | Date;
        /** Seconds after its acceptance in which this service cancels a GTC order */
        readonly lifeS?: number;
        /** The venue refuses the order if it would trade at once. With GTC and GTD */
        readonly postOnly?: boolean;
        /** Refuses a SELL of more shares than were bought here and are confirmed */
        readonly settledOnly?: boolean;
        /**
         * A unique key that you choose for this request: 1 to 128 visible ASCII characters.
         * Repeating the request with the same key returns the first answer, for 24 hours
         */
        readonly idempotencyKey?: string;
      }>;
    };
    readonly answer: OrderBatch;
  };
  /** Replace a limit order */
  readonly "POST orders/{orderId}/replace": {
    readonly input: {
      /** The order's hash: the `orderId` of the answer to it */
      readonly orderId: string;
      /** A trading wallet of your account, as `GET /api/v1/account` lists it */
      readonly walletId: string;
      /** USDC a share, on the market's tick: the worst price of any fill */
      readonly price?: number;
      /** Shares, at most 2 decimals, at least the market's `min_size` */
      readonly size?: number;
    };
    readonly answer: ReplacedOrder;
  };
}
