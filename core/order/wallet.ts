/**
 * Trading wallets, and how the venue sees them.
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
  /** Which of the venue's contracts may move what the wallet holds, as provisioning has seen it. */
  readonly rights: WalletRights;
  readonly limits: SpendingLimits;
  readonly createdMs: number;
}

/** How the venue sees a wallet. */
export interface VenueStanding {
  /** USDC times 10^6. */
  readonly balanceE6: bigint;
  /** As far as the venue tells of them. */
  readonly approvals: ReadonlyArray<Approval>;
  /** May only close positions. */
  readonly isClosedOnly: boolean;
}

/** Approvals to spend money that are given, and do not reach for all of it. */
export function shortAllowances(
  { approvals, balanceE6 }: Pick<VenueStanding, "approvals" | "balanceE6">,
): ReadonlyArray<Approval> {
  return approvals.filter((approval) =>
    partsOfRight(approval.right).asset === "collateral" && isApprovalGiven(approval) &&
    approval.amountE6 < balanceE6
  );
}

/** What a standing says of rights: given or not; nothing of those that it does not name. */
export function rightsOf({ approvals }: Pick<VenueStanding, "approvals">): WalletRights {
  return new Map(approvals.map((approval) => [approval.right, isApprovalGiven(approval)]));
}
