/**
 * The long names of a market: numbers of 256 bits that look random, from which the market can be
 * read back. They are different under every seed.
 *
 * @module
 */
import { hash32, streamOf } from "../world/hash.ts";

/** What is named. An outcome has a token. */
export type CodeKind = "condition" | "question" | "neg_risk" | "token";

/** Names numbers below 2^53, and finds the number of a name. */
export interface MarketCodes {
  /** 64 lower-case hex digits. */
  hexOf(kind: CodeKind, number: number): string;
  /** The number of such digits, or undefined if this seed names nothing so. */
  numberOf(kind: CodeKind, hex: string): number | undefined;
  /** 32 such digits: what ids of the second protocol have in place of a name of their own. */
  readonly base: ShortCodes;
}

/** Codes of one kind and of half the length. */
interface ShortCodes {
  hexOf(number: number): string;
  numberOf(hex: string): number | undefined;
}

const TWO_POW_32 = 2 ** 32;

/** How many words a code has, and where the halves of the number stand, each masked by another. */
interface CodeShape {
  readonly words: number;
  readonly highAt: number;
  readonly lowAt: number;
  /** What is kept of the first word. */
  readonly firstMask: number;
}

/** Without its highest bits a number of 256 bits fits every reader of such numbers. */
const LONG: CodeShape = { words: 8, highAt: 3, lowAt: 6, firstMask: 0x7fffffff };
const SHORT: CodeShape = { words: 4, highAt: 1, lowAt: 3, firstMask: 0xffffffff };

/** The codes of one seed. */
export function makeMarketCodes(seed: number): MarketCodes {
  const long = (kind: CodeKind) => codesOf(streamOf(seed, `venue code:${kind}`), LONG);
  return {
    hexOf: (kind, number) => long(kind).hexOf(number),
    numberOf: (kind, hex) => long(kind).numberOf(hex),
    base: codesOf(streamOf(seed, "venue code:base"), SHORT),
  };
}

function codesOf(stream: number, { words: count, highAt, lowAt, firstMask }: CodeShape) {
  const shape = new RegExp(`^[0-9a-f]{${8 * count}}$`);
  const hexOf = (number: number) => {
    const high = Math.floor(number / TWO_POW_32);
    const low = number >>> 0;
    const noise = hash32(hash32(stream, low), high);
    const words = Array.from({ length: count }, (_, i) => hash32(noise, i));
    words[0] = ((words[0] ?? 0) & firstMask) >>> 0;
    words[highAt] = (high ^ hash32(stream, words[highAt - 1] ?? 0)) >>> 0;
    words[lowAt] = (low ^ hash32(stream, words[lowAt - 1] ?? 0)) >>> 0;
    return words.map((word) => word.toString(16).padStart(8, "0")).join("");
  };
  return {
    hexOf,
    numberOf(hex: string): number | undefined {
      if (!shape.test(hex)) return undefined;
      const word = (i: number) => parseInt(hex.slice(i * 8, i * 8 + 8), 16);
      const unmasked = (i: number) => (word(i) ^ hash32(stream, word(i - 1))) >>> 0;
      const number = unmasked(highAt) * TWO_POW_32 + unmasked(lowAt);
      return Number.isSafeInteger(number) && hexOf(number) === hex ? number : undefined;
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
