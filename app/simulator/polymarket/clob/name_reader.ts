/**
 * Parses the long ids of markets, with a cache, as the same ones recur.
 *
 * @module
 */
import { type MarketCodes } from "../venue/market_code.ts";
import { type NumberedOutcome, readConditionId, readTokenId } from "../venue/market_id.ts";

/** Returns the parsed id; undefined for an unknown one. */
export interface NameReader {
  /** Parses decimal text. */
  outcome(tokenId: string): NumberedOutcome | undefined;
  /** Parses `0x` and 64 hex digits into the market's number. */
  market(conditionId: string): number | undefined;
}

const NAMES_KEPT = 4_096;

/** Makes a reader of one seed's ids. */
export function makeNameReader(codes: MarketCodes): NameReader {
  return {
    outcome: remembered((tokenId) => readTokenId(codes, tokenId)),
    market: remembered((conditionId) => readConditionId(codes, conditionId)),
  };
}

function remembered<T>(read: (name: string) => T): (name: string) => T {
  const known = new Map<string, { readonly found: T }>();
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) return before.found;
    const found = read(name);
    if (known.size >= NAMES_KEPT) known.clear();
    known.set(name, { found });
    return found;
  };
}
