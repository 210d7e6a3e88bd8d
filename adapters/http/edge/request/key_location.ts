/**
 * Where a caller sends an API key, and query parameter names that suggest a misplaced key.
 *
 * @module
 */
import { Option } from "effect";
import { modeOfKey } from "../../../../core/access/mod.ts";
import { decodeText } from "./percent_decoding.ts";

/** The headers that carry a key. */
export const KEY_HEADERS = "the header x-api-key, or as Authorization: Bearer <key>";

/** The challenge of RFC 6750, section 3, for requests without a key. */
export const KEY_CHALLENGE = 'Bearer realm="strikeline"';

/** The hint for a key in a URL. */
export const KEY_IN_ADDRESS_HINT = `Send the key in ${KEY_HEADERS}. Addresses end up in logs and ` +
  "histories: if the key was real, have it revoked and replaced";

/** Common names for a key in a query, in lower case without `-` and `_`. */
const KEY_NAMES: ReadonlySet<string> = new Set([
  "accesstoken",
  "apikey",
  "apitoken",
  "auth",
  "authorization",
  "authtoken",
  "bearer",
  "key",
  "token",
  "xapikey",
]);
/** Longer names are not compared. */
const NAME_CHARS_MAX = 32;

/** Whether a parameter of this name would carry a key, or the name itself is a key. */
export function isKeyName(name: string): boolean {
  return Option.isSome(modeOfKey(name)) ||
    (name.length <= NAME_CHARS_MAX && KEY_NAMES.has(name.toLowerCase().replace(/[-_]/g, "")));
}

/**
 * Whether a query, without its `?`, has a parameter whose name {@linkcode isKeyName} recognizes.
 */
export function hasKeyName(query: string): boolean {
  return query !== "" &&
    query.split("&").some((pair) => isKeyName(decodeText(pair.split("=", 1)[0] ?? "") ?? ""));
}
