/**
 * IP addresses of callers, and which addresses count as the same caller.
 *
 * @module
 */
import { groupsOfIpv6, isIpv4, mappedIpv4 } from "../../../../core/network/mod.ts";

/**
 * Returns the name that a caller is counted under, or undefined for text that is not an address.
 *
 * An IPv4 address counts by itself in every notation (`::ffff:192.0.2.1`, `192.0.2.1:443`). IPv6 is
 * counted per /64, the block that one customer gets: 2^64 addresses are not 2^64 callers.
 */
export function callerOfAddress(text: string): string | undefined {
  if (isIpv4(text)) return text;
  const bare = withoutPort(text.trim());
  if (isIpv4(bare)) return bare;
  const groups = groupsOfIpv6(bare);
  if (groups === undefined) return undefined;
  const mapped = mappedIpv4(groups);
  if (mapped !== undefined) return mapped;
  return `${groups.slice(0, 4).map((group) => group.toString(16)).join(":")}::/64`;
}

/** Whether the socket's peer is this machine. */
export function isLoopback(address: string): boolean {
  const bare = address.startsWith("::ffff:") ? address.slice("::ffff:".length) : address;
  return bare === "::1" || (isIpv4(bare) && bare.startsWith("127."));
}

/** Some proxies write `192.0.2.1:443`, `[2001:db8::1]:443` or a zone (`fe80::1%eth0`). */
function withoutPort(text: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1];
  const unzoned = (bracketed ?? text).replace(/%.*$/, "");
  return unzoned.includes(".") ? unzoned.replace(/^([\d.]+):\d+$/, "$1") : unzoned;
}
