/**
 * Port: a wallet's account at the primary venue: its API key, balance and approvals.
 *
 * @module
 */
import { Context, type Effect, type Option, type Redacted, Schema } from "effect";
import type { Right, VenueWalletStatus, Wallet } from "../order/mod.ts";
import type { Protocol } from "../venue/mod.ts";
import type { ProviderFailed } from "./provider_failure.ts";

/** The fields that identify a wallet at the venue. */
export type WalletIdentity = Pick<Wallet, "address" | "funder" | "signatureType">;

/** A wallet's API key at the venue, with its two secrets. */
export interface VenueCredentials {
  readonly apiKey: string;
  readonly secret: Redacted.Redacted<string>;
  readonly passphrase: Redacted.Redacted<string>;
}

/** A token of an open market for each protocol; none where no such market is known. */
export type OpenTokens = Readonly<Record<Protocol, Option.Option<string>>>;

/** The venue refuses this wallet, and says why in `venueMessage`. */
export class WalletRefused extends Schema.TaggedError<WalletRefused>()("WalletRefused", {
  address: Schema.String,
  venueMessage: Schema.String,
}) {
  override get message(): string {
    return `Cannot use the wallet ${this.address} at the venue: ${this.venueMessage}`;
  }
}

/** Manages wallets' accounts at the venue. */
export class VenueAccount extends Context.Service<VenueAccount, {
  /**
   * Returns the wallet's API key: makes it, or derives it again where it was made before.
   * `signingKey` is 32 bytes and is not kept.
   */
  readonly deriveCredentials: (
    wallet: WalletIdentity,
    signingKey: Uint8Array,
  ) => Effect.Effect<VenueCredentials, WalletRefused | ProviderFailed>;

  /**
   * Returns balance and approvals, reread from the chain. The venue reports who may move shares
   * only for a given token: without a token of a protocol, the approvals leave out that protocol's
   * shares.
   */
  readonly status: (question: {
    readonly wallet: WalletIdentity;
    readonly credentials: VenueCredentials;
    readonly tokens: OpenTokens;
  }) => Effect.Effect<VenueWalletStatus, WalletRefused | ProviderFailed>;

  /**
   * Returns how a wallet's funder gives a right: the contract and the call, with addresses in full,
   * for example `pUSD 0xC011... approve(0xE111..., amount)`.
   */
  readonly approvalCall: (right: Right) => string;
}>()("core/port/VenueAccount") {}
