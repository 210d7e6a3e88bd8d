/**
 * The venue's chain and contracts.
 *
 * Source: the venue's documentation of contract addresses and its official client, version 1.1.0.
 *
 * @module
 */

import type { MarketKind } from "../../../core/order/mod.ts";

/** Text of `0x` and hexadecimal digits, the form that the signing library takes. */
export type Hex = `0x${string}`;

/** Polygon, where the venue settles. */
export const CHAIN_ID = 137;

/** The contracts that match orders, and the adapter that neg-risk orders also need. */
export const CONTRACTS = {
  exchangeV2: "0xE111180000d2663C0091e4f400237545B87B996B",
  negRiskExchangeV2: "0xe2222d279d744050d28e00520010520000310F59",
  exchangeV3: "0xe3333700cA9d93003F00f0F71f8515005F6c00Aa",
  negRiskAdapter: "0xd91E80cF2E7be2e162c6513ceD06f1dD0dA35296",
} as const satisfies Record<string, Hex>;

/** A contract that matches orders, and the version of its signing domain. */
export interface Exchange {
  readonly address: Hex;
  readonly version: 2 | 3;
}

/**
 * The contract that matches the orders of each kind of market. The versions are the contracts':
 * Protocol V1 trades on version 2.
 */
export const EXCHANGES = {
  v1: { address: CONTRACTS.exchangeV2, version: 2 },
  v1_neg_risk: { address: CONTRACTS.negRiskExchangeV2, version: 2 },
  v2: { address: CONTRACTS.exchangeV3, version: 3 },
} as const satisfies Record<MarketKind, Exchange>;
