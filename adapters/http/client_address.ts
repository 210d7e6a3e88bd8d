/**
 * Whom a request comes from, for the rate limit.
 *
 * @module
 */
import { callerOfAddress } from "./ip_address.ts";

/** Callers without an address (a test, a unix socket) share one count. */
const NO_ADDRESS = "local";

/**
 * The caller to count: the socket's other end, or, behind `trustProxy` proxies, the address that
 * the outermost of them saw: that many from the right of `X-Forwarded-For`.
 *
 * What stands further left was written by the caller and proves nothing. Where the list is too
 * short or the entry no address, the request did not come through the proxies, and the socket
 * counts.
 */
export function clientAddress(
  request: Request,
  peerAddress: string | undefined,
  trustProxy: number,
): string {
  if (trustProxy > 0) {
    const entries = request.headers.get("x-forwarded-for")?.split(",");
    const forwarded = callerOfAddress(entries?.at(-trustProxy) ?? "");
    if (forwarded !== undefined) return forwarded;
  }
  if (peerAddress === undefined) return NO_ADDRESS;
  return callerOfAddress(peerAddress) ?? NO_ADDRESS;
}
