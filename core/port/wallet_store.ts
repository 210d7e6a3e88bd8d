/**
 * Port: stores trading wallets, with their secrets sealed.
 *
 * @module
 */
import { Context, type Effect, type Option } from "effect";
import type { ClaimPolicy, SpendingLimits, Wallet, WalletRights } from "../order/mod.ts";
import type { Sealed } from "./secret_box.ts";
import type { StoreFailed } from "./store_failure.ts";

/** A wallet's secrets. Each is sealed for its own purpose: see {@linkcode secretLocation}. */
export interface SealedSecrets {
  /** The signing key's 32 bytes. */
  readonly signingKey: Sealed;
  /** The venue's API secret and passphrase, as JSON in UTF-8. */
  readonly credentials: Option.Option<Sealed>;
}

/** A wallet with its sealed secrets. */
export interface StoredWallet {
  readonly wallet: Wallet;
  readonly secrets: SealedSecrets;
}

/** Returns what a secret is sealed for, so that no box is valid for another wallet or purpose. */
export function secretLocation(walletId: string, secret: keyof SealedSecrets): string {
  return `wallet:${walletId}:${secret}`;
}

/** Stores wallets. */
export class WalletStore extends Context.Service<WalletStore, {
  /**
   * Adds a wallet of a stored account. Returns what is stored: this wallet, or the account's wallet
   * that already has this id, or the same address, funder and signature type. Of an address there
   * may be one on paper beside the real one.
   */
  readonly add: (wallet: StoredWallet) => Effect.Effect<StoredWallet, StoreFailed>;

  readonly find: (id: string) => Effect.Effect<Option.Option<StoredWallet>, StoreFailed>;

  /** Returns an account's wallets, oldest first. */
  readonly ofAccount: (accountId: string) => Effect.Effect<ReadonlyArray<Wallet>, StoreFailed>;

  /** Returns the ids of all real wallets whose shares are at an address, of whatever account. */
  readonly idsOfFunder: (funder: string) => Effect.Effect<ReadonlyArray<string>, StoreFailed>;

  /** Returns the ids of all wallets whose signing key has an address, of whatever account. */
  readonly idsOfAddress: (address: string) => Effect.Effect<ReadonlyArray<string>, StoreFailed>;

  /** Stores what provisioning found. The rights replace those stored before. */
  readonly provision: (found: {
    readonly id: string;
    readonly clobApiKey: string;
    readonly credentials: Sealed;
    readonly rights: WalletRights;
  }) => Effect.Effect<void, StoreFailed>;

  /** Replaces a wallet's limits. Returns false where there is no such wallet. */
  readonly setLimits: (
    id: string,
    limits: SpendingLimits,
  ) => Effect.Effect<boolean, StoreFailed>;

  /** Replaces a wallet's claim policy. Returns false where there is no such wallet. */
  readonly setClaimPolicy: (
    id: string,
    policy: ClaimPolicy,
  ) => Effect.Effect<boolean, StoreFailed>;

  /** Returns all wallets whose winnings are claimed automatically, oldest first. */
  readonly claimingAutomatically: Effect.Effect<ReadonlyArray<Wallet>, StoreFailed>;

  /** Returns the wallets with a secret sealed under any other key. */
  readonly notSealedUnder: (
    keyId: string,
  ) => Effect.Effect<ReadonlyArray<StoredWallet>, StoreFailed>;

  /**
   * Replaces secrets. Returns false, and changes nothing, where they changed since they were read.
   * Without credentials, the wallet also loses its API key of the venue.
   */
  readonly replaceSecrets: (change: {
    readonly id: string;
    readonly from: SealedSecrets;
    readonly to: SealedSecrets;
  }) => Effect.Effect<boolean, StoreFailed>;
}>()("core/port/WalletStore") {}
