/**
 * The names that markets can be asked for by.
 *
 * @module
 */

/** How a market can be named. */
export type MarketName = "slug" | "id" | "conditionId" | "questionID" | "clobTokenId";
