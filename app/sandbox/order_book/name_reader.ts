/**
 * Reads the long names of markets, many of them again and again.
 *
 * @module
 */
import { fromDecimal, type MarketCodes } from "../venue/market_code.ts";

/** The number of an outcome for a token, of a market for a condition; undefined for none. */
export type NameReader = (name: string) => number | undefined;

const NAMES_KEPT = 4_096;

/** Reads tokens in decimal text, or conditions of `0x` and 64 hex digits. */
export function makeNameReader(codes: MarketCodes, kind: "token" | "condition"): NameReader {
  const known = new Map<string, number | undefined>();
  const hexOf = (name: string) =>
    kind === "token" ? fromDecimal(name) : /^0x(.+)$/.exec(name)?.[1]?.toLowerCase();
  return (name) => {
    if (known.has(name)) return known.get(name);
    const hex = hexOf(name);
    const number = hex === undefined ? undefined : codes.numberOf(kind, hex);
    if (known.size >= NAMES_KEPT) known.clear();
    known.set(name, number);
    return number;
  };
}
