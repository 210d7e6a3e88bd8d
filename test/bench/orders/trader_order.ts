/**
 * What the process that trades is told, and what it reports.
 *
 * @module
 */

/** A market to trade in, and the first of its outcomes. */
export interface BenchMarket {
  readonly slug: string;
  readonly outcome: string;
  readonly tokenId: string;
}

/** Who trades, and where. One wallet for all ways, which signs for itself. */
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
 * How an order gets to the venue:
 *
 * - `service`: by slug and name of outcome through our service, with an idempotency key.
 * - `client`: by the official client's `createAndPostMarketOrder`, which ends once it has the hash
 *   of a transaction.
 * - `client_deferring`: the same told not to wait for that.
 * - `bare`: bytes that were signed before, by a plain `fetch`. As fast as the venue answers.
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
  /** Takes a client that knows nothing yet. */
  | { readonly kind: "forget" }
  /** Rejects unless the order was matched. */
  | ({ readonly kind: "place" } & Wanted)
  /** So many orders one right after the other, buying and selling in turn. */
  | ({ readonly kind: "place_many"; readonly count: number } & Omit<Wanted, "side">);

/** How long a placing took, from call to answer. */
export interface Placing {
  readonly tookMs: number;
}

/** In the order in which they were placed. `null` where there is nothing to tell. */
export type TraderAnswer = Placing | ReadonlyArray<Placing> | null;
