/**
 * Port: encryption of secrets, so that stored data is useless without the operator's key.
 *
 * @module
 */
import { Context, type Effect, Schema } from "effect";

/** A sealed (encrypted) secret. `keyId` identifies the key that opens it; `box` is base64 text. */
export interface Sealed {
  readonly keyId: string;
  readonly box: string;
}

/** A sealed secret cannot be opened. */
export class SecretUnreadable extends Schema.TaggedError<SecretUnreadable>()("SecretUnreadable", {
  /** `other_key`: sealed under a key that is not set. `damaged`: changed, or moved. */
  reason: Schema.Literals(["other_key", "damaged"]),
  keyId: Schema.String,
}) {
  override get message(): string {
    return this.reason === "other_key"
      ? `Cannot open a secret: it is sealed under the key ${this.keyId}, which is not set`
      : "Cannot open a secret: it was changed after it was sealed";
  }
}

/** The operator has not set a key, so nothing can be sealed or opened. */
export class SecretBoxOff extends Schema.TaggedError<SecretBoxOff>()("SecretBoxOff", {
  setting: Schema.String,
}) {
  override get message(): string {
    return `Cannot seal or open secrets: ${this.setting} is not set`;
  }
}

/** Why a secret cannot be opened. */
export type SecretFailure = SecretUnreadable | SecretBoxOff;

/**
 * Seals and opens secrets. `place` names the record and field that holds the secret and is
 * authenticated with it: a box moved to another record or field does not open.
 */
export class SecretBox extends Context.Service<SecretBox, {
  /** The id of the key that is used for sealing. */
  readonly keyId: Effect.Effect<string, SecretBoxOff>;

  readonly seal: (secret: Uint8Array, place: string) => Effect.Effect<Sealed, SecretBoxOff>;

  /** Opens the secret for the duration of `use`, then overwrites it with zeros. */
  readonly open: <A, E, R>(
    sealed: Sealed,
    place: string,
    use: (secret: Uint8Array) => Effect.Effect<A, E, R>,
  ) => Effect.Effect<A, E | SecretFailure, R>;
}>()("core/port/SecretBox") {}
