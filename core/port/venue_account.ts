/**
 * Port: what the primary venue knows of a wallet, and the API key it gives it.
 *
 * @module
 */
import { Context, type Effect, type Redacted, Schema } from "effect";
import type { VenueStanding, Wallet } from "../order/mod.ts";
import type { ProviderFailed } from "./provider_failure.ts";

/** Which wallet asks. */
export type WalletIdentity = Pick<Wallet, "address" | "funder" | "signatureType">;

/** The venue's API key of a wallet, with its two secrets. */
export interface VenueCredentials {
  readonly apiKey: string;
  readonly secret: Redacted.Redacted<string>;
  readonly passphrase: Redacted.Redacted<string>;
}

/** The venue will not have this wallet. `words` are the venue's own. */
export class WalletRefused extends Schema.TaggedError<WalletRefused>()("WalletRefused", {
  address: Schema.String,
  words: Schema.String,
}) {
  override get message(): string {
    return `Cannot use the wallet ${this.address} at the venue: ${this.words}`;
  }
}

/** Asks the venue about wallets. */
export class VenueAccount extends Context.Service<VenueAccount, {
  /**
   * The wallet's API key: made, or derived again where it was made before. `signingKey` is 32
   * bytes and is not kept.
   */
  readonly deriveCredentials: (
    wallet: WalletIdentity,
    signingKey: Uint8Array,
  ) => Effect.Effect<VenueCredentials, WalletRefused | ProviderFailed>;

  /** Balance and approvals, read from the chain anew. `tokenId` is that of any open market. */
  readonly standing: (question: {
    readonly wallet: WalletIdentity;
    readonly credentials: VenueCredentials;
    readonly tokenId: string;
  }) => Effect.Effect<VenueStanding, WalletRefused | ProviderFailed>;
}>()("core/port/VenueAccount") {}
