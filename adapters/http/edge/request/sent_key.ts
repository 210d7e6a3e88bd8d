/**
 * Finds the API key of a request: in a header, never in the URL.
 *
 * @module
 */
import { hasKeyName, KEY_CHALLENGE, KEY_HEADERS, KEY_IN_ADDRESS_HINT } from "./key_location.ts";
import { queryOf } from "./query.ts";
import { type Refusal } from "../answer/refusal.ts";
import { JOINT } from "./repeated_header.ts";

/** The name of the scheme, in lower case. */
const SCHEME = "bearer";

/**
 * Returns the key of `x-api-key` or of `Authorization: Bearer` (RFC 6750, section 2.1), or null if
 * none was sent. One that was sent several times is one. An `Authorization` with another scheme may
 * belong to a proxy: it is ignored beside a key and refused alone.
 */
export function sentKey({ headers, url }: Request): string | null | Refusal {
  const header = headers.get("x-api-key");
  const authorization = headers.get("authorization");
  const isAlone = header !== null && header !== "" && authorization === null;
  if (isAlone && !header.includes(JOINT)) return header;
  const bearers = authorization?.split(JOINT).map(bearerOf).filter((one) => one !== undefined);
  const sent = [...header?.split(JOINT) ?? [], ...bearers ?? []];
  const [key, ...others] = new Set(sent.filter((one) => one !== ""));
  if (key !== undefined) return others.length === 0 ? key : TWO_KEYS;
  if (authorization === null) return hasKeyName(queryOf(url)) ? IN_ADDRESS : null;
  return bearers?.[0] ?? OTHER_SCHEME;
}

/** Returns undefined for another scheme. */
function bearerOf(authorization: string): string | undefined {
  const scheme = authorization.slice(0, SCHEME.length).toLowerCase();
  if (scheme !== SCHEME) return undefined;
  const rest = authorization.slice(SCHEME.length);
  return rest === "" || rest.startsWith(" ") ? rest.trim() : undefined;
}

const TWO_KEYS: Refusal = {
  status: 400,
  error: "Cannot use two different API keys in one request",
  hint: "Send one key, in x-api-key or as Authorization: Bearer <key>",
};
const OTHER_SCHEME: Refusal = {
  status: 401,
  error: "Cannot read an API key from this Authorization: its scheme is not Bearer",
  hint: `Send the key in ${KEY_HEADERS}`,
  headers: { "www-authenticate": KEY_CHALLENGE },
};
const IN_ADDRESS: Refusal = {
  status: 401,
  error: "Cannot use an API key from the URL",
  hint: KEY_IN_ADDRESS_HINT,
  headers: { "www-authenticate": KEY_CHALLENGE },
};
