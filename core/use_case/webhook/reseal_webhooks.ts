/**
 * Reseals the secrets of webhooks that are not sealed under the key in force.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { type Sealed, SecretBox } from "../../port/secret_box.ts";
import {
  type SealedWebhookSecrets,
  type StoredWebhook,
  webhookSecretLocation,
  WebhookStore,
} from "../../port/webhook_store.ts";

/** The result. Counts are webhooks. */
export interface WebhookRotation {
  readonly resealed: number;
  /** Webhooks whose secrets another process changed at the same time. */
  readonly skipped: number;
  /** Webhooks left unchanged because a secret does not open; the reason names its sealing key. */
  readonly unreadable: ReadonlyArray<{ readonly webhookId: string; readonly reason: string }>;
}

/** Reseals them all. Safe to repeat and to run beside other replicas. */
export const resealWebhooks = Effect.fn("resealWebhooks")(function* () {
  const box = yield* SecretBox;
  const store = yield* WebhookStore;
  const keyId = yield* box.keyId;
  const outcomes = yield* Effect.forEach(
    yield* store.notSealedUnder(keyId),
    (stored) =>
      Effect.catchTag(
        resealWebhook(stored, keyId),
        "SecretUnreadable",
        ({ message }) => Effect.succeed({ webhookId: stored.webhook.id, reason: message }),
      ),
  );
  const rotation: WebhookRotation = {
    resealed: outcomes.filter((outcome) => outcome === true).length,
    skipped: outcomes.filter((outcome) => outcome === false).length,
    unreadable: outcomes.filter((outcome) => typeof outcome !== "boolean"),
  };
  return rotation;
});

const resealWebhook = Effect.fnUntraced(function* (
  { webhook: { id }, secrets: from }: StoredWebhook,
  keyId: string,
) {
  const box = yield* SecretBox;
  const place = webhookSecretLocation(id);
  const reseal = (sealed: Sealed) =>
    sealed.keyId === keyId
      ? Effect.succeed(sealed)
      : box.open(sealed, place, (secret) => box.seal(secret, place));
  const former = Option.isNone(from.former) ? from.former : Option.some({
    ...from.former.value,
    sealed: yield* reseal(from.former.value.sealed),
  });
  const to: SealedWebhookSecrets = { current: yield* reseal(from.current), former };
  return yield* (yield* WebhookStore).replaceSecrets({ id, from, to });
});
