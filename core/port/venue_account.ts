/**
 * Port: what the primary venue knows of a wallet, and the API key it gives it.
 *
 * @module
 */
import { Context, type Effect, type Option, type Redacted, Schema } from "effect";
import type { Right, VenueStanding, Wallet } from "../order/mod.ts";
import type { Protocol } from "../venue/mod.ts";
import type { ProviderFailed } from "./provider_failure.ts";

/** Which wallet asks. */
export type WalletIdentity = Pick<Wallet, "address" | "funder" | "signatureType">;

/** The venue's API key of a wallet, with its two secrets. */
export interface VenueCredentials {
  readonly apiKey: string;
  readonly secret: Redacted.Redacted<string>;
  readonly passphrase: Redacted.Redacted<string>;
}

/** A token of an open market of each protocol; none where no such market is known. */
export type OpenTokens = Readonly<Record<Protocol, Option.Option<string>>>;

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

  /**
   * Balance and approvals, read from the chain anew. The venue tells who may move shares only for a
   * token: without one of a protocol, the approvals say nothing of that protocol's shares.
   */
  readonly standing: (question: {
    readonly wallet: WalletIdentity;
    readonly credentials: VenueCredentials;
    readonly tokens: OpenTokens;
  }) => Effect.Effect<VenueStanding, WalletRefused | ProviderFailed>;

  /**
   * How a wallet's funder gives a right: the contract to call and the call, addresses in full, such
   * as `pUSD 0xC011... approve(0xE111..., amount)`.
   */
  readonly approvalCall: (right: Right) => string;
}>()("core/port/VenueAccount") {}
