/**
 * Whether a request was made on the machine of the service.
 *
 * @module
 */
import type { OwnCommand, OwnCommands } from "../answer/hint.ts";
import type { PeerAddress } from "../edge_path.ts";
import { isLoopback } from "./ip_address.ts";

/** What proxies add to the requests of others. */
const FORWARDING_HEADERS = [
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-forwarded-port",
  "x-original-forwarded-for",
  "forwarded",
  "via",
  "x-real-ip",
  "x-client-ip",
  "x-cluster-client-ip",
  "true-client-ip",
  "cf-connecting-ip",
  "fastly-client-ip",
  "x-envoy-external-address",
  "cdn-loop",
];

/** The hosts of pages on this machine; no foreign page can have one of these names. */
const HOSTS: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** A proxy on this machine has a loopback socket too, but says for whom it asks. */
export function isLocalCaller({ peerAddress, request: { headers } }: LocalCall): boolean {
  const peer = peerAddress();
  return peer !== undefined && isLoopback(peer) &&
    FORWARDING_HEADERS.every((name) => !headers.has(name));
}

interface LocalCall {
  readonly request: Request;
  readonly peerAddress: PeerAddress;
}

/**
 * Whether a caller is on this machine, and has asked under a name of this machine alone. Another
 * name may lead here too: that of a page elsewhere, which would be of the same origin.
 */
export function isCallerHere(call: LocalCall): boolean {
  return isLocalCaller(call) && isLocalAddress(call.request.url);
}

/** Whether an address is of a page on this machine, under a name that no other machine can have. */
export function isLocalAddress(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && /^https?:$/.test(url.protocol) && HOSTS.has(url.hostname);
}

/** Returns what writes the operator's commands for a caller. */
export function commandFor(
  call: LocalCall,
  { ownCommand, publicCommand }: OwnCommands,
): OwnCommand {
  return isCallerHere(call) ? ownCommand : publicCommand;
}
