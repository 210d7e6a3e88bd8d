/**
 * Where an API key belongs, and what a query parameter is called that somebody puts one into.
 *
 * @module
 */
import { Option } from "effect";
import { worldOfKey } from "../../core/access/mod.ts";
import { decodeText } from "./percent_decoding.ts";

/** The headers a key is sent in. */
export const KEY_PLACE = "the header x-api-key, or as Authorization: Bearer <key>";

/** The challenge of RFC 6750, section 3, to whoever sent no key. */
export const KEY_CHALLENGE = 'Bearer realm="strikeline"';

/** What is told of a key that came in an address. */
export const KEY_IN_ADDRESS_HINT = `Send the key in ${KEY_PLACE}. Addresses end up in logs and ` +
  "histories: if it was a real one, have it revoked and another made";

/** Names that interfaces elsewhere give to a key in a query, in lower case without `-` and `_`. */
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
/** No such name is longer. */
const NAME_CHARS_MAX = 32;

/** Whether a parameter of this name would carry a key, or the name is one itself. */
export function isKeyName(name: string): boolean {
  return Option.isSome(worldOfKey(name)) ||
    (name.length <= NAME_CHARS_MAX && KEY_NAMES.has(name.toLowerCase().replace(/[-_]/g, "")));
}

/** Whether a query, without its `?`, has a parameter of such a name. */
export function hasKeyName(query: string): boolean {
  return query !== "" &&
    query.split("&").some((pair) => isKeyName(decodeText(pair.split("=", 1)[0] ?? "") ?? ""));
}
