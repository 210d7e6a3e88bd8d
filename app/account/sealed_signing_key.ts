/**
 * Takes in a signing key and seals it: from here on it is nowhere in clear.
 *
 * @module
 */
import { Effect, type Layer, Option } from "effect";
import { addressOf, readSigningKey } from "../../adapters/polymarket/clob/signing_key.ts";
import { type Sealed, SecretBox, secretPlace } from "../../core/port/mod.ts";
import { CommandEnded } from "./complaint.ts";

/** What may leave this process. */
export interface SealedSigningKey {
  readonly address: string;
  readonly signingKey: Sealed;
}

/** Reads the key out of `text`, which it overwrites, and seals it for the wallet with this id. */
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
    const sealing = SecretBox.use((box) => box.seal(key, secretPlace(walletId, "signingKey")));
    const signingKey = await Effect.runPromise(Effect.provide(sealing, box));
    return { address: address.value, signingKey };
  } finally {
    key.fill(0);
  }
}

function notAKey(isEmpty: boolean): CommandEnded {
  return new CommandEnded({
    error: isEmpty
      ? "Cannot import a wallet: stdin gives no signing key"
      : "Cannot use the signing key: it is no key of this curve in 64 hexadecimal digits",
    hint: "Send its 64 hexadecimal digits, with or without 0x, and nothing else",
  });
}
