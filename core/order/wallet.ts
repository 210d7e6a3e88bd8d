/**
 * Trading wallets, and what the venue reports of them.
 *
 * @module
 */
import type { Option } from "effect";
import { type Approval, isApprovalGiven, partsOfRight, type WalletRights } from "./right.ts";
import type { SpendingLimits } from "./spending_limit.ts";

/**
 * How the venue checks an order's signature: by the key itself, by a proxy contract, by a Safe, or
 * by a deposit wallet (ERC-1271). The numbers are the venue's.
 */
export const SIGNATURE_TYPES = [0, 1, 2, 3] as const;

/** One of {@linkcode SIGNATURE_TYPES}. */
export type SignatureType = (typeof SIGNATURE_TYPES)[number];

/** The display name of each type. */
export const SIGNATURE_TYPE_NAMES = {
  0: "key (EOA)",
  1: "proxy",
  2: "Safe",
  3: "deposit wallet",
} as const satisfies Record<SignatureType, string>;

/**
 * Whether the service claims by itself what a wallet has won: `auto` once the market is resolved,
 * `off` only when it is asked to.
 */
export const CLAIM_POLICIES = ["auto", "off"] as const;

/** One of {@linkcode CLAIM_POLICIES}. */
export type ClaimPolicy = (typeof CLAIM_POLICIES)[number];

/** A wallet without its secrets. Addresses are checksummed (EIP-55). */
export interface Wallet {
  /** A UUID in lower case. */
  readonly id: string;
  readonly accountId: string;
  /** The address of the signing key. */
  readonly address: string;
  /** The address that holds the money: for type 0 `address` itself, else a contract. */
  readonly funder: string;
  readonly signatureType: SignatureType;
  /** The venue's API key; none until it is derived. Its secret is stored sealed. */
  readonly clobApiKey: Option.Option<string>;
  /** Which of the venue's contracts may move what the wallet holds, as last provisioned. */
  readonly rights: WalletRights;
  readonly limits: SpendingLimits;
  readonly claimPolicy: ClaimPolicy;
  readonly createdMs: number;
}

/** What the venue reports of a wallet. */
export interface VenueWalletStatus {
  /** USDC times 10^6. */
  readonly balanceE6: bigint;
  /** The approvals that the venue reports. */
  readonly approvals: ReadonlyArray<Approval>;
  /** Whether the wallet may only close positions. */
  readonly isClosedOnly: boolean;
}

/** Returns the given approvals to spend money that cover less than the balance. */
export function shortAllowances(
  { approvals, balanceE6 }: Pick<VenueWalletStatus, "approvals" | "balanceE6">,
): ReadonlyArray<Approval> {
  return approvals.filter((approval) =>
    partsOfRight(approval.right).asset === "collateral" && isApprovalGiven(approval) &&
    approval.amountE6 < balanceE6
  );
}

/** Returns which of the reported rights are given; rights that are not reported are left out. */
export function rightsOf({ approvals }: Pick<VenueWalletStatus, "approvals">): WalletRights {
  return new Map(approvals.map((approval) => [approval.right, isApprovalGiven(approval)]));
}
