/**
 * Port: the settings that a person chooses when a service is set up, and the signing keys that are
 * made then.
 *
 * @module
 */
import { Context, type Effect, type Option, Schema } from "effect";

/** With what the service runs. */
export interface ChosenSettings {
  /** Whether the service runs with a key under which secrets are sealed. */
  readonly hasWalletKey: boolean;
  /** Whether the oracle's own numbers are received, from whichever source. */
  readonly hasOracle: boolean;
  /** The wallet with whose key at the venue the relay is asked. */
  readonly relayWalletId: Option.Option<string>;
  /** The file that keeps what is chosen. */
  readonly file: string;
}

/** A signing key, which its receiver must overwrite, and its address with a checksum. */
export interface NewSigningKey {
  readonly signingKey: Uint8Array;
  readonly address: string;
}

/** A choice cannot be kept, or is not possible. */
export class SetupRefused extends Schema.TaggedError<SetupRefused>()("SetupRefused", {
  why: Schema.String,
  hint: Schema.String,
}) {
  override get message(): string {
    return `Cannot set the service up: ${this.why}`;
  }
}

/** A text is no signing key. It is never quoted. */
export class SigningKeyUnreadable extends Schema.TaggedError<SigningKeyUnreadable>()(
  "SigningKeyUnreadable",
  {},
) {
  override get message(): string {
    return "Cannot read the private key: it is no secp256k1 key in 64 hexadecimal digits";
  }
}

/** Keeps what is chosen in the service's own file, and runs it with that soon after. */
export interface ServiceSetup {
  readonly chosen: Effect.Effect<ChosenSettings>;

  /**
   * Makes and keeps the key under which secrets are sealed. The service runs with it soon after:
   * it starts again by itself.
   */
  readonly makeWalletKey: Effect.Effect<void, SetupRefused>;

  /** Keeps the wallet with whose key at the venue the relay is asked. Starts again as above. */
  readonly askRelayWith: (walletId: string) => Effect.Effect<void, SetupRefused>;

  /** Makes a signing key, and keeps a copy in a `file` that only its owner can read. */
  readonly makeSigningKey: Effect.Effect<
    NewSigningKey & { readonly file: string },
    SetupRefused
  >;

  /** Reads 64 hexadecimal digits, which it overwrites. */
  readonly readSigningKey: (text: Uint8Array) => Effect.Effect<NewSigningKey, SigningKeyUnreadable>;

  /** Returns an address with its checksum; none for other text. */
  readonly readAddress: (text: string) => Option.Option<string>;
}

/** Returns how to set this service up; undefined of one that needs none, such as a sandbox. */
export const ServiceSetupPort = Context.Reference<ServiceSetup | undefined>(
  "core/port/ServiceSetup",
  { defaultValue: () => undefined },
);
