/**
 * Refuses requests that a page of another origin makes with the session of its visitor.
 *
 * Beside the cookie's `SameSite=Strict`: another port of the same host is the same site.
 *
 * @module
 */
import { type Refusal } from "../answer/refusal.ts";

/** Returns the refusal of a request that comes from elsewhere. */
export function refuseOtherOrigin(request: Request): Refusal | undefined {
  const isRead = request.method === "GET" || request.method === "HEAD";
  const site = request.headers.get("sec-fetch-site");
  // "none": the user typed the address.
  if (site !== null) {
    return site === "same-origin" || isRead && site === "none" ? undefined : OTHER_ORIGIN;
  }
  const origin = request.headers.get("origin");
  if (origin === null) return undefined;
  return hostOf(origin) === request.headers.get("host") ? undefined : OTHER_ORIGIN;
}

/** Returns undefined for `null`, which pages without an origin send. */
function hostOf(origin: string): string | undefined {
  return URL.parse(origin)?.host;
}

const OTHER_ORIGIN: Refusal = {
  status: 403,
  error: "Cannot answer a request of another site here",
  hint: "Use the console at /console of this service; programs use /api/v1 with an API key",
};
