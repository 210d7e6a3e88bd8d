/**
 * Finds the network of a URL.
 *
 * @module
 */
import type { Network } from "../../core/venue2/mod.ts";

const TESTNET_HOST = "api.hyperliquid-testnet.xyz";

/**
 * Returns the network. Every host but the test network's own, such as a proxy, counts as mainnet.
 */
export function networkOf(url: string): Network {
  return new URL(url).host === TESTNET_HOST ? "testnet" : "mainnet";
}
