/**
 * The long ids of a market: 256-bit numbers that look random and encode the market. They differ
 * under every seed.
 *
 * @module
 */
import { hash32, streamOf, toHex } from "../../world/hash.ts";

/** The kind of id. Each outcome has a token. */
export type CodeKind = "condition" | "question" | "neg_risk" | "token";

/** Encodes numbers below 2^53 as ids, and decodes them. */
export interface MarketCodes {
  /** Returns 64 lower-case hex digits. */
  hexOf(kind: CodeKind, number: number): string;
  /** Returns the encoded number; undefined if this seed has no such id. */
  numberOf(kind: CodeKind, hex: string): number | undefined;
  /** Returns 32 such digits, for the ids of the second protocol. */
  readonly base: ShortCodes;
}

/** Ids of one kind and of half the length. */
interface ShortCodes {
  hexOf(number: number): string;
  numberOf(hex: string): number | undefined;
}

const TWO_POW_32 = 2 ** 32;

/**
 * The number of words in an id, and the positions of the encoded number's halves, each masked by
 * another word.
 */
interface CodeShape {
  readonly words: number;
  readonly highAt: number;
  readonly lowAt: number;
  /** A mask of the bits used of the first word. */
  readonly firstMask: number;
}

/** Without its highest bits, the number fits every parser of 256-bit numbers. */
const LONG: CodeShape = { words: 8, highAt: 3, lowAt: 6, firstMask: 0x7fffffff };
const SHORT: CodeShape = { words: 4, highAt: 1, lowAt: 3, firstMask: 0xffffffff };

/** Makes the ids of one seed. */
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
    return toHex(words);
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

/** Returns an id as decimal text, the format of tokens. */
export function toDecimal(hex: string): string {
  return BigInt(`0x${hex}`).toString();
}

/** Returns the hex digits of decimal text below 2^256; undefined for anything else. */
export function fromDecimal(text: string): string | undefined {
  if (!/^[1-9]\d{0,77}$/.test(text)) return undefined;
  const hex = BigInt(text).toString(16).padStart(64, "0");
  return hex.length === 64 ? hex : undefined;
}
