/**
 * One thing that was received from a provider, as it was received.
 *
 * @module
 */

/**
 * What is recorded, each in files of its own.
 *
 * - `oracle`: the oracle's signed reports, pushed and answered.
 * - `relay`: the venue's relay of the oracle's numbers.
 * - `exchange`: trades and candles of the exchange.
 * - `books`: the venue's order books and their trades.
 * - `metadata`: the venue's markets, and the prices that its pages publish.
 * - `published`: what the service itself pushed to whoever subscribes, but for games and wallets.
 */
export const FEEDS = ["oracle", "relay", "exchange", "books", "metadata", "published"] as const;

/** One of {@linkcode FEEDS}. */
export type Feed = typeof FEEDS[number];

/**
 * How it was received.
 *
 * - `frame`: pushed on a socket.
 * - `answer`: the body of an answer to a request.
 * - `opened`: no text; a socket was opened.
 * - `lost`: no text; a socket was lost, or could not be opened.
 * - `dropped`: no text; the recorder could not keep what came before.
 */
export const RECEIVED_KINDS = ["frame", "answer", "opened", "lost", "dropped"] as const;

/** One of {@linkcode RECEIVED_KINDS}. */
export type ReceivedKind = typeof RECEIVED_KINDS[number];

/** What was received. Instants are unix milliseconds. */
export interface Received {
  readonly feed: Feed;
  readonly kind: ReceivedKind;
  /** When it was received, by the service's clock. */
  readonly atMs: number;
  /** When the provider says that it is of; null where it says nothing. */
  readonly providerMs: number | null;
  /** The name of the provider on the status page. */
  readonly provider: string;
  /**
   * Of an answer its status, and the path and query that it answers, as `200 /book?token_id=7`; of
   * a loss its reason; of `dropped` how many were not kept; of what is published its topic.
   */
  readonly about: string;
  /** As received. */
  readonly text: string;
}
