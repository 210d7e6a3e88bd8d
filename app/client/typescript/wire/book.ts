/**
 * What the service answers about order books.
 *
 * Made by `bun run client-types` from the service's document: do not edit.
 *
 * @module
 */

export interface OrderBook {
  readonly now: string;
  /** The market's slug */
  readonly slug: string;
  /** The outcome's name, as the venue writes it */
  readonly outcome: string;
  /** The outcome's token id */
  readonly tokenId: string;
  /**
   * Buyers, highest price first: price in USDC a share, and shares, exact decimal text.
   * Empty if there are none
   */
  readonly bids: ReadonlyArray<readonly [string, string]>;
  /** Sellers, lowest price first, in the same form */
  readonly asks: ReadonlyArray<readonly [string, string]>;
  /** The venue's time of the book: when it changed last */
  readonly at: string;
  /**
   * The venue's hash of the whole book, which its own clients can compute; null if it
   * stated none
   */
  readonly hash: string | null;
  /**
   * `stream`: this service follows the book, and this is its newest state. `request`: the
   * venue was asked within the last second
   */
  readonly source: "stream" | "request";
  /**
   * Of a request with `trades`: the last trades that the venue's stream told since this
   * service follows the book, newest first, with the side of the taker
   */
  readonly trades?: ReadonlyArray<BookTrade>;
}

export interface BookTrade {
  /** USDC a share, exact decimal text */
  readonly price: string;
  /** Shares, exact decimal text */
  readonly size: string;
  readonly side: Side;
  /** The venue's time */
  readonly at: string;
}

/** `BUY`: USDC for shares. `SELL`: shares for USDC */
export type Side = "BUY" | "SELL";

/** The requests about order books: what each takes, and its answer. */
export interface BookOperations {
  /** The order book of an outcome */
  readonly "GET book": {
    readonly input: {
      /** The market's slug, or its page's address */
      readonly slug: string;
      /** The outcome's name, in any case */
      readonly outcome: string;
      /** Levels of each side at most */
      readonly depth?: number;
      /** So many of the last trades, too, if this service follows the book */
      readonly trades?: number;
    };
    readonly answer: OrderBook;
  };
}
