/**
 * What the service answers about fills of orders.
 *
 * Made by `bun run client-types` from the service's document: do not edit.
 *
 * @module
 */
import type { Side } from "./book.ts";

export interface Fills {
  readonly ok: true;
  readonly now: string;
  /** Newest first */
  readonly data: ReadonlyArray<OrderFill>;
  /** For the next page; empty on the last page */
  readonly next_cursor: string;
}

/** What one trade moved for an order */
export interface OrderFill {
  /** `<trade_id>:<order_id>` */
  readonly id: string;
  /** The venue's id of the trade */
  readonly trade_id: string;
  /** The hash of the order that was filled */
  readonly order_id: string;
  /** The market's slug */
  readonly slug: string;
  /** The outcome's name, as the venue writes it */
  readonly outcome: string;
  /** The outcome's token id */
  readonly tokenId: string;
  readonly side: Side;
  /** `taker`: the order met what rested in the book */
  readonly role: "taker" | "maker";
  /** USDC a share */
  readonly price: number;
  /** Shares traded */
  readonly shares: number;
  /** USDC traded, without the fee, rounded down to 6 decimals */
  readonly usdc: number;
  /** Null as taker in a market whose schedule was not known */
  readonly fee: {
    /** Paid besides the price; 0 as maker */
    readonly usdc: number;
    /** `computed`: by the schedule of the market as it was when the order was placed */
    readonly basis: "computed" | "reported";
  } | null;
  /**
   * `matched`: by the venue, and not on the chain: provisional. `mined`: on the chain,
   * which may still drop it. `retrying`: the chain has dropped it, and it is sent once
   * more. `confirmed`: settled, for good. `failed`: taken back, for good
   */
  readonly state: "matched" | "mined" | "retrying" | "failed" | "confirmed";
  /**
   * The hash of the transaction on the chain, which may change until `confirmed`; null
   * before there is one
   */
  readonly tx: string | null;
  readonly matched_at: string;
  /** When this service heard that it is `confirmed` or `failed`; null before */
  readonly settled_at: string | null;
  /** Of a paper wallet: no real trade */
  readonly paper?: true;
}

/** The requests about fills of orders: what each takes, and its answer. */
export interface FillOperations {
  /** Fills of a wallet's orders, followed to the chain */
  readonly "GET fills": {
    readonly input: {
      /** A trading wallet of your account, as `GET /api/v1/account` lists it */
      readonly walletId: string;
      /** Only fills in the market with this condition id */
      readonly market?: string;
      /** Only fills of the order with this hash */
      readonly order_id?: string;
      /** Only fills in these states */
      readonly state?: string | ReadonlyArray<string>;
      /** Only fills matched at this instant or later */
      readonly since?: string | number | Date;
      /** Maximum number of fills on a page */
      readonly limit?: number;
      /** `next_cursor` of the previous page, with the same filters; `limit` may differ */
      readonly cursor?: string;
    };
    readonly answer: Fills;
  };
}
