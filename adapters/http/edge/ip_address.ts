/**
 * IP addresses of callers, and which addresses count as the same caller.
 *
 * By hand, because every request has one: ipaddr.js takes 5 times as long (0.3 us for IPv4, 5 for
 * IPv6), and would count `::192.0.2.1` as the IPv4 address 192.0.2.1, which it is not.
 *
 * @module
 */

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;

/**
 * Returns the name that a caller is counted under, or undefined for text that is not an address.
 *
 * An IPv4 address counts by itself in every notation (`::ffff:192.0.2.1`, `192.0.2.1:443`). IPv6 is
 * counted per /64, the block that one customer gets: 2^64 addresses are not 2^64 callers.
 */
export function callerOfAddress(text: string): string | undefined {
  if (IPV4.test(text)) return text;
  const bare = withoutPort(text.trim());
  if (IPV4.test(bare)) return bare;
  const groups = groupsOfIpv6(bare);
  if (groups === undefined) return undefined;
  const mapped = mappedIpv4(groups);
  if (mapped !== undefined) return mapped;
  return `${groups.slice(0, 4).map((group) => group.toString(16)).join(":")}::/64`;
}

/** Whether the socket's peer is this machine. */
export function isLoopback(address: string): boolean {
  const bare = address.startsWith("::ffff:") ? address.slice("::ffff:".length) : address;
  return bare === "::1" || (IPV4.test(bare) && bare.startsWith("127."));
}

/** Some proxies write `192.0.2.1:443`, `[2001:db8::1]:443` or a zone (`fe80::1%eth0`). */
function withoutPort(text: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1];
  const unzoned = (bracketed ?? text).replace(/%.*$/, "");
  return unzoned.includes(".") ? unzoned.replace(/^([\d.]+):\d+$/, "$1") : unzoned;
}

/** Returns the eight 16-bit groups, with `::` expanded. */
function groupsOfIpv6(text: string): ReadonlyArray<number> | undefined {
  const hexOnly = text.replace(/[\d.]+\.\d+$/, (ipv4) => {
    if (!IPV4.test(ipv4)) return ipv4;
    const [a = 0, b = 0, c = 0, d = 0] = ipv4.split(".").map(Number);
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
  const halves = hexOnly.split("::");
  if (halves.length > 2) return undefined;
  const [left, right] = halves.map((half) => half === "" ? [] : half.split(":"));
  if (left === undefined) return undefined;
  const missing = 8 - left.length - (right?.length ?? 0);
  if (right === undefined ? missing !== 0 : missing < 1) return undefined;
  const parts = [...left, ...Array.from({ length: missing }, () => "0"), ...(right ?? [])];
  if (!parts.every((part) => /^[\da-f]{1,4}$/i.test(part))) return undefined;
  return parts.map((part) => Number.parseInt(part, 16));
}

/** Returns the IPv4 address that an address in `::ffff:0:0/96` contains. */
function mappedIpv4(groups: ReadonlyArray<number>): string | undefined {
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  return isMapped ? `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}` : undefined;
}
