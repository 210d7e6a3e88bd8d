/**
 * Options of requests.
 *
 * @module
 */

/** Options of one request. */
export interface CallOptions {
  /**
   * Gives the request up. An order that was sent may be placed all the same: then `NoAnswer` is
   * thrown, with its key and the signal's reason as its cause.
   */
  readonly signal?: AbortSignal | undefined;
  /** The key of an order, or of what moves positions, asked for before. Default: a new one. */
  readonly idempotencyKey?: string | undefined;
}

/** Options of a claim, a split or a merge. */
export interface ActionOptions extends CallOptions {
  /**
   * Asks again, with the same key, until nothing of it is `sent` any more, or so many milliseconds
   * have passed. Then it is returned as it is known: what is still `sent` goes on by itself.
   * Default: 0, the first answer.
   */
  readonly untilOverMs?: number | undefined;
}
