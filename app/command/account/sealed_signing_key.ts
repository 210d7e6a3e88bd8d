/**
 * Seals an imported signing key, so that it exists unencrypted nowhere else.
 *
 * @module
 */
import { Effect, type Layer, Option } from "effect";
import { addressOf, readSigningKey } from "../../../adapters/polymarket/clob/signing_key.ts";
import { type Sealed, SecretBox } from "../../../core/port/secret_box.ts";
import { secretLocation } from "../../../core/port/wallet_store.ts";
import { CommandFailed } from "./command_failure.ts";

/** The address and the sealed key: all that may leave this process. */
export interface SealedSigningKey {
  readonly address: string;
  readonly signingKey: Sealed;
}

/**
 * Parses the key in `text`, overwrites `text`, and seals the key for the wallet with this id.
 * Throws {@linkcode CommandFailed} if it is not a key.
 */
export async function sealSigningKey(
  text: Uint8Array,
  { walletId, box }: { readonly walletId: string; readonly box: Layer.Layer<SecretBox> },
): Promise<SealedSigningKey> {
  const key = Option.getOrElse(readSigningKey(text), () => new Uint8Array());
  const isEmpty = text.length === 0;
  text.fill(0);
  try {
    const address = addressOf(key);
    if (Option.isNone(address)) throw notAKey(isEmpty);
    const sealing = SecretBox.use((box) => box.seal(key, secretLocation(walletId, "signingKey")));
    const signingKey = await Effect.runPromise(Effect.provide(sealing, box));
    return { address: address.value, signingKey };
  } finally {
    key.fill(0);
  }
}

function notAKey(isEmpty: boolean): CommandFailed {
  return new CommandFailed({
    error: isEmpty
      ? "Cannot import a wallet: stdin is empty"
      : "Cannot use the signing key: it is not a secp256k1 key in 64 hexadecimal digits",
    hint: "Send the 64 hexadecimal digits of the signing key, with or without 0x, and nothing else",
  });
}
