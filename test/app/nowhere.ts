/** Addresses of providers that nobody answers. @module */
import type { Settings } from "./environment.ts";

/** Nothing listens on port 1. */
export const NOWHERE: Settings = Object.fromEntries([
  ...[
    "BINANCE_SPOT",
    "BINANCE_SPOT_MIRROR",
    "BINANCE_FUTURES",
    "POLYMARKET_GAMMA",
    "POLYMARKET_CLOB",
    "ESPN",
    "ESPN_MIRROR",
    "KALSHI",
    "LIMITLESS",
    "SX_BET",
    "HYPERLIQUID",
    "CHAINLINK",
  ].map((name) => [`${name}_URL`, "http://127.0.0.1:1"]),
  ...[
    "BINANCE_SPOT",
    "BINANCE_SPOT_MIRROR",
    "BINANCE_FUTURES",
    "POLYMARKET_CLOB",
    "HYPERLIQUID",
    "CHAINLINK",
  ].map((name) => [`${name}_WS_URL`, "ws://127.0.0.1:1"]),
]);
