/**
 * The parameters that name markets.
 *
 * @module
 */

/** An id or slug by which a market can be requested. */
export type MarketName = "slug" | "id" | "conditionId" | "questionID" | "clobTokenId";
