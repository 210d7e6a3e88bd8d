/**
 * Finds out whether the operator's keys open the secrets of every wallet.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { type SealedSecrets, SecretBox, secretLocation, WalletStore } from "../../port/mod.ts";

/** The result. Counts are wallets. */
export interface SecretsReport {
  /** The id of the key in force; null where none is set. */
  readonly keyId: string | null;
  readonly walletCount: number;
  /** Those with a secret under the former key, which opens. */
  readonly formerCount: number;
  /** Those with a secret that does not open; the reason names its key. */
  readonly unreadable: ReadonlyArray<{ readonly walletId: string; readonly reason: string }>;
}

/** No key has this id, so that all wallets are sealed under another one. */
const NO_KEY_ID = "";

/** Opens every secret, and overwrites it again. */
export const checkSecrets = Effect.fn("checkSecrets")(function* () {
  const box = yield* SecretBox;
  const store = yield* WalletStore;
  const keyId = yield* Effect.orElseSucceed(box.keyId, () => null);
  const all = yield* store.notSealedUnder(NO_KEY_ID);
  const failures = yield* Effect.forEach(
    all,
    ({ wallet, secrets }) =>
      openAll(wallet.id, secrets).pipe(
        Effect.as([]),
        Effect.catch((failure) =>
          Effect.succeed([{ walletId: wallet.id, reason: failure.message }])
        ),
      ),
  );
  const unreadable = failures.flat();
  const broken = new Set(unreadable.map(({ walletId }) => walletId));
  const report: SecretsReport = {
    keyId,
    walletCount: all.length,
    formerCount: all.filter(({ wallet, secrets }) =>
      !broken.has(wallet.id) && sealsOf(secrets).some((sealed) =>
        sealed.keyId !== keyId
      )
    ).length,
    unreadable,
  };
  return report;
});

const openAll = Effect.fnUntraced(function* (id: string, secrets: SealedSecrets) {
  const box = yield* SecretBox;
  yield* box.open(secrets.signingKey, secretLocation(id, "signingKey"), () => Effect.void);
  if (Option.isNone(secrets.credentials)) return;
  yield* box.open(secrets.credentials.value, secretLocation(id, "credentials"), () => Effect.void);
});

function sealsOf({ signingKey, credentials }: SealedSecrets) {
  return [signingKey, ...Option.toArray(credentials)];
}
