/**
 * Examples that only a running service knows, such as the id of a wallet that exists.
 *
 * @module
 */

/** What examples of this kind can be. */
export type LiveExampleName =
  | "conditionId"
  | "eventId"
  | "marketSlug"
  | "outcomeMarketSlug"
  | "tokenId"
  | "walletId";

/** Values that work in a request now. A name without a value keeps the written example. */
export type LiveExamples = ReadonlyMap<LiveExampleName, string>;
