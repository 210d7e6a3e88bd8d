/**
 * Which network of the venue an address belongs to.
 *
 * @module
 */
import type { Network } from "../../core/venue2/mod.ts";

const TESTNET_HOST = "api.hyperliquid-testnet.xyz";

/** The test network's own host is on it; anything else, a proxy too, stands for the main one. */
export function networkOf(url: string): Network {
  return new URL(url).host === TESTNET_HOST ? "testnet" : "mainnet";
}
