/**
 * Adds a wallet to a service that is set up: one that is made, or one that a person has already.
 *
 * @module
 */
import { Effect, Option } from "effect";
import type { SignatureType } from "../../order/mod.ts";
import type { NewSigningKey, ServiceSetup } from "../../port/service_setup.ts";
import { SecretBox } from "../../port/secret_box.ts";
import { secretLocation } from "../../port/wallet_store.ts";
import { RequestRejected } from "../../request.ts";
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
  /** The address of its contract, as it was written; none for type 0. */
  readonly funder: Option.Option<string>;
}

/** Makes a wallet that is its own funder. `file` has a copy of its key, for its owner. */
export const makeWallet = Effect.fn("makeWallet")(function* (owner: WalletOwner) {
  const setup = yield* ownSetup;
  // A copy of a key is of a wallet that exists: nothing is made that cannot be sealed.
  yield* SecretBox.use(({ keyId }) => keyId);
  const { file, ...key } = yield* setup.makeSigningKey;
  const terms = { ...owner, signatureType: 0, funder: Option.none() } as const;
  return { ...(yield* sealAndImport(terms, key)), file };
});

/** Imports a wallet by its key. The text is overwritten even if something else is refused. */
export const addOwnWallet = Effect.fn("addOwnWallet")(
  function* ({ text, ...terms }: OwnWallet) {
    const setup = yield* ownSetup;
    const funder = yield* readFunderOf(setup, terms.funder);
    const key = yield* setup.readSigningKey(text);
    return yield* sealAndImport({ ...terms, funder }, key);
  },
  (adding, { text }) => Effect.ensuring(adding, Effect.sync(() => text.fill(0))),
);

function readFunderOf({ readAddress }: ServiceSetup, funder: Option.Option<string>) {
  if (Option.isNone(funder)) return Effect.succeedNone;
  const address = readAddress(funder.value);
  return Option.isSome(address) ? Effect.succeed(address) : Effect.fail(
    new RequestRejected({
      parameter: "funder",
      received: funder.value,
      hint: "Send 0x and 40 hexadecimal digits; in mixed case the checksum must be correct",
    }),
  );
}

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
