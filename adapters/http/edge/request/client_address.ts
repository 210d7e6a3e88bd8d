/**
 * Finds the client address that a request is counted under.
 *
 * @module
 */
import { callerOfAddress } from "./ip_address.ts";
import { type PeerAddress } from "../edge_path.ts";

/** Callers without an address (a test, a unix socket) share one count. */
const NO_ADDRESS = "local";

/**
 * Returns the caller to count: the socket's peer or, behind `trustProxy` proxies, the address that
 * the outermost proxy saw, which is the `trustProxy`-th entry of `X-Forwarded-For` from the right.
 *
 * Entries further left were written by the caller and prove nothing. If the list is too short or
 * the entry is not an address, the request did not come through the proxies, and the socket's peer
 * counts.
 */
export function clientAddress(
  request: Request,
  peerAddress: PeerAddress,
  trustProxy: number,
): string {
  if (trustProxy > 0) {
    const entries = request.headers.get("x-forwarded-for")?.split(",");
    const forwarded = callerOfAddress(entries?.at(-trustProxy) ?? "");
    if (forwarded !== undefined) return forwarded;
  }
  const peer = peerAddress();
  return peer === undefined ? NO_ADDRESS : callerOfAddress(peer) ?? NO_ADDRESS;
}
