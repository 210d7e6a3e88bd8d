/**
 * Tells secrets from other words, so that none is taken from, or repeated out of, an argument.
 *
 * @module
 */

/**
 * 32 bytes in hexadecimal digits or base 64, or most of them: what is mistyped is a secret as well.
 * Addresses have 42 characters, and ids fewer.
 */
const LONG = /[0-9A-Za-z+/_-]{43}/;
/** More than the prefix that names a key. */
const API_KEY = /sk_(live|test)_[0-9A-Za-z]{9}/;
/** The shortest phrase that wallets are written down as. */
const PHRASE_WORDS_MIN = 12;

/** Whether any of these is, or contains, what may be a key, or all of them together are one. */
export function haveKeyLike(args: ReadonlyArray<string>): boolean {
  const words = args.flatMap((arg) => arg.split(/\s+/)).filter((word) => /^[a-z]{3,8}$/.test(word));
  return words.length >= PHRASE_WORDS_MIN ||
    args.some((arg) => [LONG, API_KEY].some((shape) => shape.test(arg)));
}
