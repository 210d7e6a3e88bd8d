/**
 * Takes in a trading wallet whose signing key is sealed already.
 *
 * @module
 */
import { Clock, Effect, Option, Schema } from "effect";
import { NO_RIGHTS, readFunder, type SignatureType, UNLIMITED, type Wallet } from "../order/mod.ts";
import {
  type Sealed,
  SecretBox,
  secretPlace,
  SecretUnreadable,
  type StoredWallet,
  WalletStore,
} from "../port/mod.ts";
import { accountOf } from "./account_of.ts";
import { showWallet } from "./show_wallet.ts";

/** What is meant for another key than the one in force. */
export class SealForeign extends Schema.TaggedError<SealForeign>()("SealForeign", {
  /** Names of keys, not keys. */
  keyId: Schema.String,
  ownKeyId: Schema.String,
}) {
  override get message(): string {
    return `Cannot use what is sealed under the key ${this.keyId}: ` +
      `the service's own is ${this.ownKeyId}`;
  }
}

/** A wallet as its owner brings it. */
export interface WalletOrder {
  /** The id of a wallet yet to be made; the signing key is sealed at its place. */
  readonly id: string;
  readonly email: string;
  /** Of the signing key, checksummed. */
  readonly address: string;
  readonly signatureType: SignatureType;
  /** Checksummed; may be left out for type 0. */
  readonly funder: Option.Option<string>;
  readonly signingKey: Sealed;
}

const SIGNING_KEY_BYTES = 32;

/**
 * Stores the wallet, or finds that the account has it already: `isNew` is false, and what was
 * stored before stays, unless its signing key does not open any more (`isResealed`): whoever lost
 * the key of the box brings the wallet again.
 *
 * A box that does not open here is refused now, and not when it is needed.
 */
export const importWallet = Effect.fn("importWallet")(function* (order: WalletOrder) {
  const wallets = yield* WalletStore;
  const account = yield* accountOf(order.email);
  const funder = yield* Effect.fromResult(readFunder(order));
  yield* checkSeal(order);
  const wallet: Wallet = {
    id: order.id,
    accountId: account.id,
    address: order.address,
    funder,
    signatureType: order.signatureType,
    clobApiKey: Option.none(),
    rights: NO_RIGHTS,
    limits: UNLIMITED,
    createdMs: Math.floor(yield* Clock.currentTimeMillis),
  };
  const secrets = { signingKey: order.signingKey, credentials: Option.none() };
  const added = yield* wallets.add({ wallet, secrets });
  const isNew = added.secrets.signingKey.box === order.signingKey.box;
  const isResealed = !isNew && (yield* replaceUnreadable(added, order));
  const stored = isResealed ? yield* showWallet(added.wallet.id) : added;
  return { account, stored, isNew, isResealed };
});

const checkSeal = Effect.fnUntraced(function* ({ id, signingKey }: WalletOrder) {
  const box = yield* SecretBox;
  const ownKeyId = yield* box.keyId;
  const { keyId } = signingKey;
  if (keyId !== ownKeyId) return yield* new SealForeign({ keyId, ownKeyId });
  yield* box.open(
    signingKey,
    secretPlace(id, "signingKey"),
    (secret) =>
      secret.length === SIGNING_KEY_BYTES
        ? Effect.void
        : Effect.fail(new SecretUnreadable({ reason: "damaged", keyId })),
  );
});

/**
 * Puts the signing key that was brought in the place of one that is lost. What the venue gave is
 * kept if it opens; if not, it is to be had from the venue again.
 */
const replaceUnreadable = Effect.fnUntraced(function* (
  { wallet: { id }, secrets }: StoredWallet,
  order: WalletOrder,
) {
  const box = yield* SecretBox;
  const store = yield* WalletStore;
  const place = secretPlace(id, "signingKey");
  if (yield* isReadable(secrets.signingKey, place)) return false;
  const signingKey = yield* box.open(
    order.signingKey,
    secretPlace(order.id, "signingKey"),
    (secret) => box.seal(secret, place),
  );
  const isKept = Option.isSome(secrets.credentials) &&
    (yield* isReadable(secrets.credentials.value, secretPlace(id, "credentials")));
  const credentials = isKept ? secrets.credentials : Option.none();
  return yield* store.replaceSecrets({ id, from: secrets, to: { signingKey, credentials } });
});

const isReadable = Effect.fnUntraced(function* (sealed: Sealed, place: string) {
  const box = yield* SecretBox;
  return yield* box.open(sealed, place, () => Effect.succeed(true)).pipe(
    Effect.catchTag("SecretUnreadable", () => Effect.succeed(false)),
  );
});
