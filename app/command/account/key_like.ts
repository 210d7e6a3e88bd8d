/**
 * Detects secrets among arguments, so that none is used from there or printed.
 *
 * @module
 */

/**
 * 32 bytes in hexadecimal digits or base64, or most of them: a mistyped secret is still a secret.
 * Addresses have 42 characters, and ids fewer.
 */
const LONG = /[0-9A-Za-z+/_-]{43}/;
/** An API key, or more of it than the 8 characters of its prefix. */
const API_KEY = /sk_(live|test)_[0-9A-Za-z]{9}/;
/** The length of the shortest recovery phrase of a wallet. */
const PHRASE_WORDS_MIN = 12;

/** The address of a webhook, whose path may be as long. It is the receiver's secret, if at all. */
const WEB_ADDRESS = /^(--url=)?https?:\/\//;

/** Whether any argument may contain a key, or all of them together may be a recovery phrase. */
export function containsKeyLike(all: ReadonlyArray<string>): boolean {
  const args = all.filter((arg) => !WEB_ADDRESS.test(arg));
  const words = args.flatMap((arg) => arg.split(/\s+/)).filter((word) => /^[a-z]{3,8}$/.test(word));
  return words.length >= PHRASE_WORDS_MIN ||
    args.some((arg) => [LONG, API_KEY].some((shape) => shape.test(arg)));
}
