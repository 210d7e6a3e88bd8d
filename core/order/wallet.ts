/**
 * Trading wallets, and what they lack before they can trade.
 *
 * @module
 */
import { Option } from "effect";
import type { SpendingLimits } from "./spending_limit.ts";

/**
 * How the venue checks an order's signature: by the key itself, by a proxy contract, by a Safe, or
 * by a deposit wallet (ERC-1271). The numbers are the venue's.
 */
export const SIGNATURE_TYPES = [0, 1, 2, 3] as const;

/** One of {@linkcode SIGNATURE_TYPES}. */
export type SignatureType = (typeof SIGNATURE_TYPES)[number];

/** Each type in words. */
export const SIGNATURE_TYPE_NAMES = {
  0: "key (EOA)",
  1: "proxy",
  2: "Safe",
  3: "deposit wallet",
} as const satisfies Record<SignatureType, string>;

/** A wallet without its secrets. Addresses are checksummed (EIP-55). */
export interface Wallet {
  /** A UUID in lower case. */
  readonly id: string;
  readonly accountId: string;
  /** Of the signing key. */
  readonly address: string;
  /** Who holds the money: the address itself for type 0, else a contract. */
  readonly funder: string;
  readonly signatureType: SignatureType;
  /** The venue's API key, whose secret is sealed; none until it is derived. */
  readonly clobApiKey: Option.Option<string>;
  /** Whether the venue's contracts may move what the wallet holds. */
  readonly areAllowancesReady: boolean;
  readonly limits: SpendingLimits;
  readonly createdMs: number;
}

/** A right that the funder must have given to a contract of the venue. */
export interface Approval {
  /** What may be moved: the money, or shares of outcomes. */
  readonly asset: "collateral" | "shares";
  /** The contract, by name. */
  readonly spender: string;
  readonly spenderAddress: string;
  readonly isGiven: boolean;
}

/** How the venue sees a wallet. */
export interface VenueStanding {
  /** USDC times 10^6. */
  readonly balanceE6: bigint;
  readonly approvals: ReadonlyArray<Approval>;
  /** May only close positions. */
  readonly isClosedOnly: boolean;
}

/** Whether every right is given. A venue that names none has not said so. */
export function areApprovalsGiven({ approvals }: Pick<VenueStanding, "approvals">): boolean {
  return approvals.length > 0 && approvals.every(({ isGiven }) => isGiven);
}

/** What a wallet needs and may lack: the venue's API key, and rights for its contracts. */
export const WALLET_NEEDS = ["clobApiKey", "allowances"] as const;

/** One of {@linkcode WALLET_NEEDS}. */
export type WalletNeed = (typeof WALLET_NEEDS)[number];

/** What keeps a wallet from trading; empty when nothing does. */
export function missingOf(
  { clobApiKey, areAllowancesReady }: Pick<Wallet, "clobApiKey" | "areAllowancesReady">,
): ReadonlyArray<WalletNeed> {
  const isMet = { clobApiKey: Option.isSome(clobApiKey), allowances: areAllowancesReady };
  return WALLET_NEEDS.filter((need) => !isMet[need]);
}
