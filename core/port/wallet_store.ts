/**
 * Port: trading wallets, with their secrets sealed.
 *
 * @module
 */
import { Context, type Effect, type Option } from "effect";
import type { SpendingLimits, Wallet, WalletRights } from "../order/mod.ts";
import type { Sealed } from "./secret_box.ts";
import type { StoreFailed } from "./store_failure.ts";

/** A wallet's secrets. Each is sealed at its own place: see {@linkcode secretPlace}. */
export interface SealedSecrets {
  /** The signing key's 32 bytes. */
  readonly signingKey: Sealed;
  /** The venue's API secret and passphrase, as JSON in UTF-8. */
  readonly credentials: Option.Option<Sealed>;
}

/** A wallet with its secrets. */
export interface StoredWallet {
  readonly wallet: Wallet;
  readonly secrets: SealedSecrets;
}

/** Where a secret belongs, so that no box can be moved to another wallet or meaning. */
export function secretPlace(walletId: string, secret: keyof SealedSecrets): string {
  return `wallet:${walletId}:${secret}`;
}

/** Keeps wallets. */
export class WalletStore extends Context.Service<WalletStore, {
  /**
   * Adds a wallet of a stored account. Gives what is stored: it, or the account's wallet that has
   * this id or the same address, funder and signature type.
   */
  readonly add: (wallet: StoredWallet) => Effect.Effect<StoredWallet, StoreFailed>;

  readonly find: (id: string) => Effect.Effect<Option.Option<StoredWallet>, StoreFailed>;

  /** An account's wallets, oldest first. */
  readonly ofAccount: (accountId: string) => Effect.Effect<ReadonlyArray<Wallet>, StoreFailed>;

  /** Notes what provisioning found; the rights take the place of those that were noted before. */
  readonly provision: (found: {
    readonly id: string;
    readonly clobApiKey: string;
    readonly credentials: Sealed;
    readonly rights: WalletRights;
  }) => Effect.Effect<void, StoreFailed>;

  /** Puts limits in the place of those there were; false where there is no such wallet. */
  readonly setLimits: (
    id: string,
    limits: SpendingLimits,
  ) => Effect.Effect<boolean, StoreFailed>;

  /** Wallets of which a secret is sealed under another key than this one. */
  readonly notSealedUnder: (
    keyId: string,
  ) => Effect.Effect<ReadonlyArray<StoredWallet>, StoreFailed>;

  /**
   * Puts secrets in the place of others; false, and nothing done, where they have changed since
   * they were read. Without credentials, the wallet has no API key of the venue any more.
   */
  readonly replaceSecrets: (change: {
    readonly id: string;
    readonly from: SealedSecrets;
    readonly to: SealedSecrets;
  }) => Effect.Effect<boolean, StoreFailed>;
}>()("core/port/WalletStore") {}
