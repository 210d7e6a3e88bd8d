/**
 * The cookie that holds a session's token. Scripts cannot read it, other sites cannot send it, and
 * nothing outside of `/console` gets it: the interface knows API keys alone.
 *
 * @module
 */
import { isToken } from "./session_token.ts";

const NAME = "strikeline_session";

/** Returns the token of a request; undefined if it has none. */
export function sentToken({ headers }: Request): string | undefined {
  for (const pair of headers.get("cookie")?.split(";") ?? []) {
    const [name, value = ""] = pair.trim().split("=", 2);
    if (name === NAME && isToken(value)) return value;
  }
  return undefined;
}

/** Returns the header that sets the cookie for `ageSec` seconds. */
export function cookieHeader(
  token: string,
  { ageSec, isSecure }: { readonly ageSec: number; readonly isSecure: boolean },
): Readonly<Record<string, string>> {
  const secure = isSecure ? "; Secure" : "";
  return {
    "set-cookie":
      `${NAME}=${token}; Path=/console; Max-Age=${ageSec}; HttpOnly; SameSite=Strict${secure}`,
  };
}

/** Returns the header that removes the cookie. */
export function noCookieHeader(isSecure: boolean): Readonly<Record<string, string>> {
  return cookieHeader("", { ageSec: 0, isSecure });
}
