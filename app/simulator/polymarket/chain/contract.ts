/**
 * The contracts by which wallets claim, split and merge without the order book, and the approvals
 * that these need.
 *
 * Source: the venue's contract list and its client.
 *
 * @module
 */
import { getAddress } from "viem/utils";

/** Checksummed addresses. */
export const CONTRACT = {
  /** The money: "pUSD", six decimals. */
  money: "0xC011a7E12a19f7B1f670d46F03B03f3342E82DFB",
  /** The outcome tokens of the first protocol: "CTF". */
  tokens: "0x4D97DCd97eC945f40cF65F87097ACe5EA0476045",
  adapter: "0xAdA100Db00Ca00073811820692005400218FcE1f",
  negRiskAdapter: "0xadA2005600Dec949baf300f4C6120000bDB6eAab",
  /** The second protocol's, for every kind of market. */
  router: "0x12121212006e4CD160D18e3f00711DA5c3372600",
  /** The outcome tokens of the second protocol: "PositionManager". */
  positions: "0x006F54F7f9A22e0000CC2AB60031000000ae9fEF",
  /** Claims for the wallets that approved it. */
  autoRedeemer: "0xa1200000d0002264C9a1698e001292D00E1b00af",
} as const;

/** The contracts that hold outcome tokens. */
export type TokenContract = typeof CONTRACT.tokens | typeof CONTRACT.positions;

/** The contracts that split money, besides those that settle orders. */
export const SPLITTERS: ReadonlyArray<string> = [
  CONTRACT.adapter,
  CONTRACT.negRiskAdapter,
  CONTRACT.router,
];

/** A contract that may move a wallet's tokens. */
export interface Operator {
  readonly tokens: TokenContract;
  readonly operator: string;
}

/** The contracts that move tokens to claim or merge; the venue's site has all of them approved. */
export const OPERATORS: ReadonlyArray<Operator> = [
  { tokens: CONTRACT.tokens, operator: CONTRACT.adapter },
  { tokens: CONTRACT.tokens, operator: CONTRACT.negRiskAdapter },
  { tokens: CONTRACT.tokens, operator: CONTRACT.autoRedeemer },
  { tokens: CONTRACT.positions, operator: CONTRACT.router },
  { tokens: CONTRACT.positions, operator: CONTRACT.autoRedeemer },
];

/** Returns the contract of a market's tokens. */
export function tokenContractOf({ version }: { readonly version: string }): TokenContract {
  return version === "v1" ? CONTRACT.tokens : CONTRACT.positions;
}

/** Returns the name by which a wallet's account lists an approval. */
export function operatorKey({ tokens, operator }: Operator): string {
  return `${tokens} ${getAddress(operator)}`;
}
