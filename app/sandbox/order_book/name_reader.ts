/**
 * Reads the long names of markets, many of them again and again.
 *
 * @module
 */
import { type MarketCodes } from "../venue/market_code.ts";
import { type NumberedOutcome, readConditionId, readTokenId } from "../venue/market_id.ts";

/** What a name stands for; undefined for nothing. */
export interface NameReader {
  /** Of decimal text. */
  outcome(tokenId: string): NumberedOutcome | undefined;
  /** The market's number, of `0x` and 64 hex digits. */
  market(conditionId: string): number | undefined;
}

const NAMES_KEPT = 4_096;

/** Reads the names that one seed gives. */
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
