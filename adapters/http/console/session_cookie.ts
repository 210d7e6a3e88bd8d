/**
 * The cookie that holds a session's token. Scripts cannot read it, other sites cannot send it, and
 * nothing outside of `/console` gets it: the interface knows API keys alone.
 *
 * @module
 */
import { type KeyMode } from "../../../core/access/mod.ts";
import { type ConsoleOptions } from "./console_options.ts";
import { isToken } from "./session_token.ts";

/** Cookies are shared by all ports of a host, where a sandbox may run beside a live service. */
const NAMES: Readonly<Record<KeyMode, string>> = {
  live: "strikeline_session",
  test: "strikeline_sandbox_session",
};

/** What decides on the cookie. */
type CookieOptions = Pick<ConsoleOptions, "keyMode" | "hasTlsInFront">;

/** Returns the token of a request; undefined if it has none. */
export function sentToken(
  { headers }: Request,
  { keyMode }: Pick<CookieOptions, "keyMode">,
): string | undefined {
  for (const pair of headers.get("cookie")?.split(";") ?? []) {
    const [name, value = ""] = pair.trim().split("=", 2);
    if (name === NAMES[keyMode] && isToken(value)) return value;
  }
  return undefined;
}

/** Returns the header that sets the cookie for `ageSec` seconds. */
export function cookieHeader(
  { keyMode, hasTlsInFront }: CookieOptions,
  { token, ageSec }: { readonly token: string; readonly ageSec: number },
): Readonly<Record<string, string>> {
  const pair = `${NAMES[keyMode]}=${token}`;
  const secure = hasTlsInFront ? "; Secure" : "";
  return {
    "set-cookie": `${pair}; Path=/console; Max-Age=${ageSec}; HttpOnly; SameSite=Strict${secure}`,
  };
}

/** Returns the header that removes the cookie. */
export function noCookieHeader(options: CookieOptions): Readonly<Record<string, string>> {
  return cookieHeader(options, { token: "", ageSec: 0 });
}
