/**
 * The long names of a market: numbers of 256 bits that look random, from which the market can be
 * read back. They are different under every seed.
 *
 * @module
 */
import { hash32, streamOf } from "../world/hash.ts";

/** What is named. An outcome has a token and a position. */
export type CodeKind = "condition" | "question" | "neg_risk" | "token" | "position";

/** Names numbers below 2^53, and finds the number of a name. */
export interface MarketCodes {
  /** 64 lower-case hex digits. */
  hexOf(kind: CodeKind, number: number): string;
  /** The number of such digits, or undefined if this seed names nothing so. */
  numberOf(kind: CodeKind, hex: string): number | undefined;
}

const TWO_POW_32 = 2 ** 32;
const WORDS = 8;
/** Where the two halves of the number stand, each masked by the word before it. */
const HIGH_AT = 3;
const LOW_AT = 6;

/** The codes of one seed. */
export function makeMarketCodes(seed: number): MarketCodes {
  const hexOf = (kind: CodeKind, number: number) => {
    const stream = streamOf(seed, `venue code:${kind}`);
    const high = Math.floor(number / TWO_POW_32);
    const low = number >>> 0;
    const noise = hash32(hash32(stream, low), high);
    const words = Array.from({ length: WORDS }, (_, i) => hash32(noise, i));
    // Without its highest bits a number of 256 bits fits every reader of such numbers.
    words[0] = ((words[0] ?? 0) & 0x7fffffff) >>> 0;
    words[HIGH_AT] = (high ^ hash32(stream, words[HIGH_AT - 1] ?? 0)) >>> 0;
    words[LOW_AT] = (low ^ hash32(stream, words[LOW_AT - 1] ?? 0)) >>> 0;
    return words.map((word) => word.toString(16).padStart(8, "0")).join("");
  };
  return {
    hexOf,
    numberOf(kind, hex) {
      if (!/^[0-9a-f]{64}$/.test(hex)) return undefined;
      const stream = streamOf(seed, `venue code:${kind}`);
      const word = (i: number) => parseInt(hex.slice(i * 8, i * 8 + 8), 16);
      const unmasked = (i: number) => (word(i) ^ hash32(stream, word(i - 1))) >>> 0;
      const number = unmasked(HIGH_AT) * TWO_POW_32 + unmasked(LOW_AT);
      return Number.isSafeInteger(number) && hexOf(kind, number) === hex ? number : undefined;
    },
  };
}

/** A code as decimal text, which is how tokens are written. */
export function toDecimal(hex: string): string {
  return BigInt(`0x${hex}`).toString();
}

/** The digits of decimal text below 2^256, or undefined. */
export function fromDecimal(text: string): string | undefined {
  if (!/^[1-9]\d{0,77}$/.test(text)) return undefined;
  const hex = BigInt(text).toString(16).padStart(64, "0");
  return hex.length === 64 ? hex : undefined;
}
