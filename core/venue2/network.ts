/**
 * The networks of the secondary venue. Numbers of outcomes mean nothing on the other one.
 *
 * @module
 */

/** The networks. */
export const NETWORKS = ["mainnet", "testnet"] as const;

/** One of {@linkcode NETWORKS}. */
export type Network = (typeof NETWORKS)[number];

/** Where people trade on each network. */
export const TRADE_ORIGIN: Readonly<Record<Network, string>> = {
  mainnet: "https://app.hyperliquid.xyz",
  testnet: "https://app.hyperliquid-testnet.xyz",
};
