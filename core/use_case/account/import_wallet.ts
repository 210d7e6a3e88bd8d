/**
 * Imports a trading wallet whose signing key is already sealed.
 *
 * @module
 */
import { Clock, Effect, Option, Schema } from "effect";
import {
  NEW_WALLET_LIMITS,
  NO_RIGHTS,
  readFunder,
  type SignatureType,
  type SpendingLimits,
  type Wallet,
} from "../../order/mod.ts";
import { type Sealed, SecretBox, SecretUnreadable } from "../../port/secret_box.ts";
import { secretLocation, type StoredWallet, WalletStore } from "../../port/wallet_store.ts";
import { accountOf } from "./account_of.ts";
import { showWallet } from "./show_wallet.ts";

/** The imported signing key is sealed under another key than the one in force. */
export class SealForeign extends Schema.TaggedError<SealForeign>()("SealForeign", {
  /** Ids of keys, not the keys themselves. */
  keyId: Schema.String,
  ownKeyId: Schema.String,
}) {
  override get message(): string {
    return `Cannot open a secret that is sealed under the key ${this.keyId}: ` +
      `the service uses the key ${this.ownKeyId}`;
  }
}

/** A wallet to import. */
export interface WalletImport {
  /** The id for the new wallet; the signing key must be sealed for this id. */
  readonly id: string;
  readonly email: string;
  /** The address of the signing key, checksummed. */
  readonly address: string;
  readonly signatureType: SignatureType;
  /** The funder's address, checksummed; optional for type 0. */
  readonly funder: Option.Option<string>;
  readonly signingKey: Sealed;
  /** Of a new wallet; default: {@linkcode NEW_WALLET_LIMITS}. */
  readonly limits?: SpendingLimits;
}

const SIGNING_KEY_BYTES = 32;

/**
 * Stores a wallet. If the account has it already, `isNew` is false and the stored wallet is kept,
 * unless its signing key can no longer be opened: then the imported one replaces it (`isResealed`).
 * So an operator who lost the sealing key recovers by importing the wallet again.
 *
 * Refuses a sealed key that does not open here now, rather than when it is needed.
 */
export const importWallet = Effect.fn("importWallet")(function* (incoming: WalletImport) {
  const wallets = yield* WalletStore;
  const account = yield* accountOf(incoming.email);
  const funder = yield* Effect.fromResult(readFunder(incoming));
  yield* checkSeal(incoming);
  const wallet: Wallet = {
    id: incoming.id,
    accountId: account.id,
    address: incoming.address,
    funder,
    signatureType: incoming.signatureType,
    clobApiKey: Option.none(),
    rights: NO_RIGHTS,
    limits: incoming.limits ?? NEW_WALLET_LIMITS,
    claimPolicy: "off",
    createdMs: Math.floor(yield* Clock.currentTimeMillis),
  };
  const secrets = { signingKey: incoming.signingKey, credentials: Option.none() };
  const added = yield* wallets.add({ wallet, secrets });
  const isNew = added.secrets.signingKey.box === incoming.signingKey.box;
  const isResealed = !isNew && (yield* replaceUnreadable(added, incoming));
  const stored = isResealed ? yield* showWallet(added.wallet.id) : added;
  return { account, stored, isNew, isResealed };
});

const checkSeal = Effect.fnUntraced(function* ({ id, signingKey }: WalletImport) {
  const box = yield* SecretBox;
  const ownKeyId = yield* box.keyId;
  const { keyId } = signingKey;
  if (keyId !== ownKeyId) return yield* new SealForeign({ keyId, ownKeyId });
  yield* box.open(
    signingKey,
    secretLocation(id, "signingKey"),
    (secret) =>
      secret.length === SIGNING_KEY_BYTES
        ? Effect.void
        : Effect.fail(new SecretUnreadable({ reason: "damaged", keyId })),
  );
});

/**
 * Replaces a stored signing key that cannot be opened with the imported one. Keeps the venue's
 * credentials if they can be opened; otherwise provisioning fetches them again.
 */
const replaceUnreadable = Effect.fnUntraced(function* (
  { wallet: { id }, secrets }: StoredWallet,
  incoming: WalletImport,
) {
  const box = yield* SecretBox;
  const store = yield* WalletStore;
  const place = secretLocation(id, "signingKey");
  if (yield* isReadable(secrets.signingKey, place)) return false;
  const signingKey = yield* box.open(
    incoming.signingKey,
    secretLocation(incoming.id, "signingKey"),
    (secret) => box.seal(secret, place),
  );
  const isKept = Option.isSome(secrets.credentials) &&
    (yield* isReadable(secrets.credentials.value, secretLocation(id, "credentials")));
  const credentials = isKept ? secrets.credentials : Option.none();
  return yield* store.replaceSecrets({ id, from: secrets, to: { signingKey, credentials } });
});

const isReadable = Effect.fnUntraced(function* (sealed: Sealed, place: string) {
  const box = yield* SecretBox;
  return yield* box.open(sealed, place, () => Effect.succeed(true)).pipe(
    Effect.catchTag("SecretUnreadable", () => Effect.succeed(false)),
  );
});
