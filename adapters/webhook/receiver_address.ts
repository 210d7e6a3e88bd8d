/**
 * The addresses of a webhook's receiver: resolved once an attempt, and all of them checked.
 *
 * @module
 */
import { isPublicAddress } from "../../core/network/mod.ts";

/** Returns the addresses of a host's name. Rejects if it has none. */
export type Resolve = (host: string) => Promise<ReadonlyArray<string>>;

/** An attempt that cannot be made; the message is for people. */
export class AttemptRefused extends Error {}

/**
 * Asks the name servers of the system, and its file of hosts. The system's own resolver would keep
 * a thread waiting for a name that is slow to resolve, and there are few, which also read and write
 * files. The addresses are ordered by what this machine can reach.
 */
export async function resolveHost(host: string): Promise<ReadonlyArray<string>> {
  return (await Bun.dns.lookup(host, { backend: "c-ares" })).map(({ address }) => address);
}

/** How many addresses of a host are tried. */
const ADDRESSES_MAX = 4;

/**
 * Returns the addresses to connect to. Rejects with {@linkcode AttemptRefused} if any one is not
 * public: a name with a public and a private address may answer for either.
 */
export async function receiverAddresses(
  { hostname }: URL,
  { resolve, arePrivateAllowed }: {
    readonly resolve: Resolve;
    readonly arePrivateAllowed: boolean;
  },
): Promise<ReadonlyArray<string>> {
  const host = hostname.replace(/^\[|\]$/g, "");
  // A URL writes every spelling of an IPv4 address in decimal, and brackets IPv6.
  const isAddress = /^[\d.]+$/.test(host) || host.includes(":");
  const addresses = isAddress ? [host] : await resolve(host).catch((cause) => {
    throw new AttemptRefused(`the name ${host} cannot be resolved`, { cause });
  });
  if (addresses.length === 0) throw new AttemptRefused(`the name ${host} has no address`);
  const hidden = addresses.find((address) => !isPublicAddress(address));
  if (hidden !== undefined && !arePrivateAllowed) {
    throw new AttemptRefused(`${host} is at ${hidden}, which is not a public address`);
  }
  return addresses.slice(0, ADDRESSES_MAX);
}
