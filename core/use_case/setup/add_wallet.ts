/**
 * Adds a wallet to a service that is set up: one that is made, or one that a person has already.
 *
 * @module
 */
import { Effect, Option } from "effect";
import type { SignatureType } from "../../order/mod.ts";
import type { NewSigningKey } from "../../port/service_setup.ts";
import { SecretBox } from "../../port/secret_box.ts";
import { secretLocation } from "../../port/wallet_store.ts";
import { importWallet } from "../account/mod.ts";
import { ownSetup } from "./own_setup.ts";

/** Whose the wallet becomes; `id` is used if it is new. */
export interface WalletOwner {
  readonly id: string;
  readonly email: string;
}

/** A wallet that exists: its signing key in hexadecimal digits, which is overwritten. */
export interface OwnWallet extends WalletOwner {
  readonly text: Uint8Array;
  readonly signatureType: SignatureType;
  readonly funder: Option.Option<string>;
}

/** Makes a wallet that is its own funder. `file` has a copy of its key, for its owner. */
export const makeWallet = Effect.fn("makeWallet")(function* (owner: WalletOwner) {
  const { file, ...key } = yield* (yield* ownSetup).makeSigningKey;
  const terms = { ...owner, signatureType: 0, funder: Option.none() } as const;
  return { ...(yield* sealAndImport(terms, key)), file };
});

/** Imports a wallet by its key. */
export const addOwnWallet = Effect.fn("addOwnWallet")(function* ({ text, ...terms }: OwnWallet) {
  const key = yield* (yield* ownSetup).readSigningKey(text);
  return yield* sealAndImport(terms, key);
});

const sealAndImport = Effect.fnUntraced(function* (
  terms: Omit<OwnWallet, "text">,
  { signingKey, address }: NewSigningKey,
) {
  const box = yield* SecretBox;
  const sealed = yield* Effect.ensuring(
    box.seal(signingKey, secretLocation(terms.id, "signingKey")),
    Effect.sync(() => signingKey.fill(0)),
  );
  return yield* importWallet({ ...terms, address, signingKey: sealed });
});
