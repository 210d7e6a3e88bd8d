/**
 * Port: seals secrets, so that what is stored is worth nothing without the operator's key.
 *
 * @module
 */
import { Context, type Effect, Schema } from "effect";

/** A sealed secret. `keyId` names the key that opens it; `box` is base64 text. */
export interface Sealed {
  readonly keyId: string;
  readonly box: string;
}

/** A sealed secret cannot be opened. */
export class SecretUnreadable extends Schema.TaggedError<SecretUnreadable>()("SecretUnreadable", {
  /** `other_key`: sealed under a key that is not set. `damaged`: changed, or of another place. */
  reason: Schema.Literals(["other_key", "damaged"]),
  keyId: Schema.String,
}) {
  override get message(): string {
    return this.reason === "other_key"
      ? `Cannot open a secret: it is sealed under the key ${this.keyId}, which is not set`
      : "Cannot open a secret: it was changed after it was sealed";
  }
}

/** The operator has not set a key, so that nothing can be sealed or opened. */
export class SecretBoxOff extends Schema.TaggedError<SecretBoxOff>()("SecretBoxOff", {
  setting: Schema.String,
}) {
  override get message(): string {
    return `Cannot seal or open secrets: ${this.setting} is not set`;
  }
}

/** Why a secret cannot be had. */
export type SecretFailure = SecretUnreadable | SecretBoxOff;

/** Seals and opens. `place` is sealed in as well: a box moved to another place does not open. */
export class SecretBox extends Context.Service<SecretBox, {
  /** The key that seals from now on. */
  readonly keyId: Effect.Effect<string, SecretBoxOff>;

  readonly seal: (secret: Uint8Array, place: string) => Effect.Effect<Sealed, SecretBoxOff>;

  /** Lends the secret for as long as `use` takes, then overwrites it with zeros. */
  readonly open: <A, E, R>(
    sealed: Sealed,
    place: string,
    use: (secret: Uint8Array) => Effect.Effect<A, E, R>,
  ) => Effect.Effect<A, E | SecretFailure, R>;
}>()("core/port/SecretBox") {}
