/**
 * The networks of the secondary venue. An outcome id is valid on one network only.
 *
 * @module
 */

/** The networks. */
export const NETWORKS = ["mainnet", "testnet"] as const;

/** One of {@linkcode NETWORKS}. */
export type Network = (typeof NETWORKS)[number];

/** The origin of each network's trading site. */
export const TRADE_ORIGIN: Readonly<Record<Network, string>> = {
  mainnet: "https://app.hyperliquid.xyz",
  testnet: "https://app.hyperliquid-testnet.xyz",
};
