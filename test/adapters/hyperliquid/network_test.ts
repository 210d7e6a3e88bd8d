import { expect, test } from "bun:test";
import { networkOf } from "../../../adapters/hyperliquid/network.ts";

test.each([
  ["https://api.hyperliquid.xyz", "mainnet"],
  ["https://api.hyperliquid-testnet.xyz", "testnet"],
  ["wss://API.hyperliquid-testnet.xyz", "testnet"],
  ["https://api.hyperliquid-testnet.xyz:443/x", "testnet"],
  ["https://proxy.api.hyperliquid-testnet.xyz", "mainnet"],
  ["http://127.0.0.1:4000", "mainnet"],
])("%s is on the %s", (url, network) => {
  expect(networkOf(url)).toBe(network as never);
});
