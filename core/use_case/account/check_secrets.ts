/**
 * Finds out whether the operator's keys open the secrets of every wallet and webhook.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { type Sealed, SecretBox } from "../../port/secret_box.ts";
import { secretLocation, type StoredWallet, WalletStore } from "../../port/wallet_store.ts";
import {
  type StoredWebhook,
  webhookSecretLocation,
  WebhookStore,
} from "../../port/webhook_store.ts";

/** Which wallets, or which webhooks, have secrets that open. */
export interface OpenedSecrets {
  readonly count: number;
  /** Those with a secret under the former key, which opens. */
  readonly formerCount: number;
  /** Those with a secret that does not open; the reason names its key. */
  readonly unreadable: ReadonlyArray<{ readonly id: string; readonly reason: string }>;
}

/** The result. */
export interface SecretsReport {
  /** The id of the key in force; null where none is set. */
  readonly keyId: string | null;
  readonly wallets: OpenedSecrets;
  readonly webhooks: OpenedSecrets;
}

/** No key has this id, so that everything is sealed under another one. */
const NO_KEY_ID = "";

/** Opens every secret, and overwrites it again. */
export const checkSecrets = Effect.fn("checkSecrets")(function* () {
  const keyId = yield* SecretBox.use((box) => Effect.orElseSucceed(box.keyId, () => null));
  const wallets = yield* WalletStore.use((store) => store.notSealedUnder(NO_KEY_ID));
  const webhooks = yield* WebhookStore.use((store) => store.notSealedUnder(NO_KEY_ID));
  const report: SecretsReport = {
    keyId,
    wallets: yield* openedOf(wallets.map(ownerOfWallet), keyId),
    webhooks: yield* openedOf(webhooks.map(ownerOfWebhook), keyId),
  };
  return report;
});

/** A wallet or a webhook, with every secret and what it is sealed for. */
interface SecretOwner {
  readonly id: string;
  readonly secrets: ReadonlyArray<{ readonly sealed: Sealed; readonly place: string }>;
}

function ownerOfWallet({ wallet: { id }, secrets }: StoredWallet): SecretOwner {
  const { signingKey, credentials } = secrets;
  return {
    id,
    secrets: [
      { sealed: signingKey, place: secretLocation(id, "signingKey") },
      ...Option.toArray(credentials).map((sealed) => ({
        sealed,
        place: secretLocation(id, "credentials"),
      })),
    ],
  };
}

/** Also a former secret that no longer signs is one that a rotation of keys has to open. */
function ownerOfWebhook(
  { webhook: { id }, secrets: { current, former } }: StoredWebhook,
): SecretOwner {
  const place = webhookSecretLocation(id);
  const all = [current, ...Option.toArray(former).map(({ sealed }) => sealed)];
  return { id, secrets: all.map((sealed) => ({ sealed, place })) };
}

const openedOf = Effect.fnUntraced(function* (
  owners: ReadonlyArray<SecretOwner>,
  keyId: string | null,
) {
  const failures = yield* Effect.forEach(
    owners,
    ({ id, secrets }) =>
      openAll(secrets).pipe(
        Effect.as([]),
        Effect.catch((failure) => Effect.succeed([{ id, reason: failure.message }])),
      ),
  );
  const unreadable = failures.flat();
  const broken = new Set(unreadable.map(({ id }) => id));
  const opened: OpenedSecrets = {
    count: owners.length,
    formerCount: owners.filter(({ id, secrets }) =>
      !broken.has(id) && secrets.some(({ sealed }) =>
        sealed.keyId !== keyId
      )
    ).length,
    unreadable,
  };
  return opened;
});

const openAll = Effect.fnUntraced(function* (secrets: SecretOwner["secrets"]) {
  const box = yield* SecretBox;
  for (const { sealed, place } of secrets) yield* box.open(sealed, place, () => Effect.void);
});
