/**
 * The trading process' orders and answers.
 *
 * @module
 */

/** A market to trade in, and the first of its outcomes. */
export interface BenchMarket {
  readonly slug: string;
  readonly outcome: string;
  readonly tokenId: string;
}

/** The trader and the addresses. One wallet for all ways, which signs for itself. */
export interface TraderStart {
  readonly serviceUrl: string;
  readonly clobUrl: string;
  /** The service's. */
  readonly apiKey: string;
  readonly walletId: string;
  /** 64 hexadecimal digits. */
  readonly signingKey: string;
}

/**
 * The way of an order to the venue:
 *
 * - `service`: by slug and name of outcome through our service, with an idempotency key.
 * - `client`: by the official client's `createAndPostMarketOrder`, which ends once it has the hash
 *   of a transaction.
 * - `client_deferring`: the same without waiting for the hash.
 * - `bare`: previously signed bytes, by a plain `fetch`. As fast as the venue answers.
 */
export type Way = "service" | "client" | "client_deferring" | "bare";

/** An order of a few USDC, or shares. */
export interface Wanted {
  readonly way: Way;
  readonly market: BenchMarket;
  readonly side: "BUY" | "SELL";
  readonly amount: number;
}

/** To the process that trades. */
export type TraderOrder =
  | ({ readonly kind: "start" } & TraderStart)
  /** Makes a client without cached data. */
  | { readonly kind: "forget" }
  /** Rejects unless the order was matched. */
  | ({ readonly kind: "place" } & Wanted)
  /** Places orders one right after the other, alternately buying and selling. */
  | ({ readonly kind: "place_many"; readonly count: number } & Omit<Wanted, "side">);

/** Time of a placement, from call to answer. */
export interface Placing {
  readonly tookMs: number;
}

/** In the order of placement. `null` if there is nothing to report. */
export type TraderAnswer = Placing | ReadonlyArray<Placing> | null;
