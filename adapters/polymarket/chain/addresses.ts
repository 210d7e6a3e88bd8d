/**
 * The contracts that hold money and shares, and those that turn one into the other.
 *
 * Source: the venue's documentation of contract addresses, and its official clients, autumn 2026.
 *
 * @module
 */
import type { MarketKind } from "../../../core/order/mod.ts";
import type { Hex } from "../clob/contracts.ts";

/** The venue's USDC. */
export const PUSD: Hex = "0xC011a7E12a19f7B1f670d46F03B03f3342E82DFB";

/** The contracts that hold shares, by the kind of their market. */
export const SHARE_CONTRACTS = {
  v1: "0x4D97DCd97eC945f40cF65F87097ACe5EA0476045",
  v1_neg_risk: "0x4D97DCd97eC945f40cF65F87097ACe5EA0476045",
  v2: "0x006F54F7f9A22e0000CC2AB60031000000ae9fEF",
} as const satisfies Record<MarketKind, Hex>;

/**
 * The contracts that claim, split and merge, by the kind of the market. Those of Protocol V1 turn
 * the collateral of its shares into the venue's USDC: the contract that holds the shares would take
 * the same call, and pay nothing.
 */
export const CLAIM_CONTRACTS = {
  v1: "0xAdA100Db00Ca00073811820692005400218FcE1f",
  v1_neg_risk: "0xadA2005600Dec949baf300f4C6120000bDB6eAab",
  v2: "0x12121212006e4CD160D18e3f00711DA5c3372600",
} as const satisfies Record<MarketKind, Hex>;
