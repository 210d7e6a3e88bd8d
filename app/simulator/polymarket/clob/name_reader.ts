/**
 * Parses the long ids of markets, with a cache, as the same ones recur.
 *
 * @module
 */
import { makeCache } from "../../kit/cache.ts";
import { type MarketCodes } from "../venue/market_code.ts";
import { type NumberedOutcome, readConditionId, readTokenId } from "../venue/market_id.ts";

/** Returns the parsed id; undefined for an unknown one. */
export interface NameReader {
  /** Parses decimal text. */
  outcome(tokenId: string): NumberedOutcome | undefined;
  /** Parses `0x` and 64 hex digits into the market's number. */
  market(conditionId: string): number | undefined;
}

const NAMES_CACHED = 4_096;

/** Makes a reader of one seed's ids. */
export function makeNameReader(codes: MarketCodes): NameReader {
  const outcomes = makeCache<string, NumberedOutcome | undefined>(NAMES_CACHED);
  const markets = makeCache<string, number | undefined>(NAMES_CACHED);
  return {
    outcome: (tokenId) => outcomes(tokenId, () => readTokenId(codes, tokenId)),
    market: (conditionId) => markets(conditionId, () => readConditionId(codes, conditionId)),
  };
}
