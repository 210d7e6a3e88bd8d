/**
 * Which IP addresses belong to the public internet.
 *
 * A URL that an outsider chose may name a host whose address is inside the operator's network, such
 * as a router, a database or the metadata service of a cloud.
 *
 * @module
 */
import { groupsOfIpv6, ipv4Number, ipv4Text, mappedIpv4 } from "./ip_address.ts";

/**
 * The IPv4 blocks that are not public, as address and prefix length.
 *
 * Source: IANA's registry of special-purpose addresses, 2026, and RFC 5771 for multicast. Azure's
 * virtual machines reach a service of their host at 168.63.129.16, which gives out secrets.
 */
const SPECIAL_IPV4: ReadonlyArray<readonly [address: string, bits: number]> = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["168.63.129.16", 32],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];

/** Returns whether an address, as a resolver writes it, is public. False for any other text. */
export function isPublicAddress(text: string): boolean {
  const ipv4 = ipv4Number(text);
  if (ipv4 !== undefined) return !SPECIAL_IPV4.some((block) => isInside(ipv4, block));
  const groups = groupsOfIpv6(text);
  if (groups === undefined) return false;
  const embedded = mappedIpv4(groups) ?? translatedIpv4(groups);
  return embedded === undefined ? isGlobalUnicast(groups) : isPublicAddress(embedded);
}

function isInside(ipv4: number, [address, bits]: readonly [string, number]): boolean {
  const size = 2 ** (32 - bits);
  return Math.floor(ipv4 / size) === Math.floor((ipv4Number(address) ?? 0) / size);
}

/** Returns the IPv4 address that `64:ff9b::/96` translates to (RFC 6052). */
function translatedIpv4(groups: ReadonlyArray<number>): string | undefined {
  const [first, second, ...rest] = groups;
  const isTranslated = first === 0x64 && second === 0xff9b &&
    rest.slice(0, 4).every((group) => group === 0);
  return isTranslated ? ipv4Text(groups[6] ?? 0, groups[7] ?? 0) : undefined;
}

/**
 * Only `2000::/3` is handed out to networks. Inside it are not public: `2001::/23`, which has
 * Teredo and other protocols, the documentation's `2001:db8::/32` and `3fff::/20`, and 6to4's
 * `2002::/16`, whose addresses contain any IPv4 address.
 */
function isGlobalUnicast([first = 0, second = 0]: ReadonlyArray<number>): boolean {
  if (first >> 13 !== 1 || first === 0x2002) return false;
  if (first === 0x2001) return second >= 0x200 && second !== 0xdb8;
  return !(first === 0x3fff && second < 0x1000);
}
