/**
 * Reseals every secret that is not sealed under the key in force.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { type Sealed, SecretBox } from "../../port/secret_box.ts";
import {
  type SealedSecrets,
  secretLocation,
  type StoredWallet,
  WalletStore,
} from "../../port/wallet_store.ts";

/** The result of a rotation. Counts are wallets. */
export interface Rotation {
  /** The id of the key in force. */
  readonly keyId: string;
  readonly resealed: number;
  /** Wallets that another process resealed at the same time, or keeps changing. */
  readonly skipped: number;
  /** Wallets left unchanged because a secret does not open; the reason names its sealing key. */
  readonly unreadable: ReadonlyArray<{ readonly walletId: string; readonly reason: string }>;
}

/** The most attempts for a wallet that another process changes at the same time. */
const TRIES_MAX = 3;

/**
 * Reseals all secrets. Safe to repeat and to run beside other replicas: a secret that changed since
 * it was read is not overwritten, and a wallet whose secrets do not open does not stop the others.
 */
export const rotateSecrets = Effect.fn("rotateSecrets")(function* () {
  const box = yield* SecretBox;
  const store = yield* WalletStore;
  const keyId = yield* box.keyId;
  const outdated = yield* store.notSealedUnder(keyId);
  const outcomes = yield* Effect.forEach(
    outdated,
    (stored) =>
      Effect.catchTag(
        rotateWallet(stored, keyId),
        "SecretUnreadable",
        (failure) => Effect.succeed({ walletId: stored.wallet.id, reason: failure.message }),
      ),
  );
  const rotation: Rotation = {
    keyId,
    resealed: outcomes.filter((outcome) => outcome === "resealed").length,
    skipped: outcomes.filter((outcome) => outcome === "skipped").length,
    unreadable: outcomes.filter((outcome) => typeof outcome !== "string"),
  };
  return rotation;
});

const rotateWallet = Effect.fnUntraced(function* (read: StoredWallet, keyId: string) {
  const store = yield* WalletStore;
  const { id } = read.wallet;
  let secrets = read.secrets;
  for (let tries = 0; tries < TRIES_MAX && !isSealedUnder(keyId, secrets); tries++) {
    const to = yield* resealed(id, secrets, keyId);
    if (yield* store.replaceSecrets({ id, from: secrets, to })) return "resealed" as const;
    const found = yield* store.find(id);
    if (Option.isNone(found)) break;
    secrets = found.value.secrets;
  }
  return "skipped" as const;
});

function isSealedUnder(keyId: string, { signingKey, credentials }: SealedSecrets): boolean {
  return [signingKey, ...Option.toArray(credentials)].every((sealed) => sealed.keyId === keyId);
}

const resealed = Effect.fnUntraced(function* (id: string, secrets: SealedSecrets, keyId: string) {
  const box = yield* SecretBox;
  const reseal = (sealed: Sealed, place: string) =>
    sealed.keyId === keyId
      ? Effect.succeed(sealed)
      : box.open(sealed, place, (secret) => box.seal(secret, place));
  const signingKey = yield* reseal(secrets.signingKey, secretLocation(id, "signingKey"));
  const credentials = Option.isNone(secrets.credentials)
    ? secrets.credentials
    : Option.some(yield* reseal(secrets.credentials.value, secretLocation(id, "credentials")));
  return { signingKey, credentials };
});
