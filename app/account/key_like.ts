/**
 * Tells secrets from other words, so that none is taken from, or repeated out of, an argument.
 *
 * @module
 */

/** Mistyped keys are secrets as well, so that what is a little short counts; addresses have 40. */
const HEX_DIGITS_MIN = 48;
const HEX = new RegExp(`[0-9a-fA-F]{${HEX_DIGITS_MIN}}`);
/** More than the prefix that names a key. */
const API_KEY = /sk_(live|test)_[0-9A-Za-z]{9}/;
/** 32 bytes or more in base 64: a `WALLET_KEY`, or the venue's secret. */
const BASE64 = /[0-9A-Za-z+/_-]{43}/;
/** The shortest phrase that wallets are written down as. */
const PHRASE_WORDS_MIN = 12;

/** Whether any of these is, or contains, what may be a key, or all of them together are one. */
export function haveKeyLike(args: ReadonlyArray<string>): boolean {
  const words = args.flatMap((arg) => arg.split(/\s+/)).filter((word) => /^[a-z]{3,8}$/.test(word));
  return words.length >= PHRASE_WORDS_MIN ||
    args.some((arg) => [HEX, API_KEY, BASE64].some((shape) => shape.test(arg)));
}
