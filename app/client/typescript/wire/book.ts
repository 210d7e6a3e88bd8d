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
}

/** The requests about order books: what each takes, and its answer. */
export interface BookOperations {
  /** The order book of an outcome */
  readonly "GET book": {
    readonly input: {
      /**
       * The market's slug; or the address of its page on the venue's site, or of the page of
       * its event if that has one market, percent-encoded. Nothing is fetched from it
       */
      readonly slug: string;
      /** The outcome's name, in any case and Unicode form */
      readonly outcome: string;
      /** Levels of each side at most */
      readonly depth?: number;
    };
    readonly answer: OrderBook;
  };
}
