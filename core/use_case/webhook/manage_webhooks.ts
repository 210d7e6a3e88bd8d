/**
 * What an operator does with webhooks.
 *
 * @module
 */
import { Clock, Effect, Option, Schema } from "effect";
import { parseWebhookUrl, type Webhook, type WebhookEventName } from "../../webhook/mod.ts";
import type { Asset, Interval } from "../../market/mod.ts";
import { type Sealed, SecretBox, SecretUnreadable } from "../../port/secret_box.ts";
import type { StoreFailed } from "../../port/store_failure.ts";
import { WebhookSender } from "../../port/webhook_sender.ts";
import {
  type StoredWebhook,
  webhookSecretLocation,
  WebhookStore,
} from "../../port/webhook_store.ts";
import { WebhookWriter } from "../../port/webhook_writer.ts";
import { accountOf } from "../account/account_of.ts";
import { SealForeign } from "../account/import_wallet.ts";
import { MachineTime } from "../time/machine_time.ts";
import { attemptWebhook } from "./attempt_webhook.ts";

/** No webhook has this id. */
export class WebhookMissing extends Schema.TaggedError<WebhookMissing>()("WebhookMissing", {
  id: Schema.String,
}) {
  override get message(): string {
    return `Cannot find the webhook "${this.id}"`;
  }
}

/** A webhook to add. The secret is sealed for its id. */
export interface NewWebhook {
  readonly id: string;
  readonly email: string;
  readonly url: string;
  readonly events: ReadonlyArray<WebhookEventName>;
  readonly assets: ReadonlyArray<Asset>;
  readonly intervals: ReadonlyArray<Interval>;
  readonly secret: Sealed;
}

/** Source: Standard Webhooks: a secret has 24 to 64 random bytes. */
export const WEBHOOK_SECRET_BYTES = 32;

/** How long a secret signs beside the one that replaced it. */
const FORMER_MS = 24 * 3_600_000;

/** Adds a webhook, which is told of what happens from now on. */
export const addWebhook = Effect.fn("addWebhook")(
  function* ({ email, secret, ...wanted }: NewWebhook) {
    const account = yield* accountOf(email);
    const url = yield* Effect.fromResult(parseWebhookUrl(wanted.url, yield* WebhookSender));
    yield* checkSecret(wanted.id, secret);
    const webhook: Webhook = {
      ...wanted,
      url,
      accountId: account.id,
      createdMs: Math.floor(yield* (yield* MachineTime).nowMs),
      sinceMs: Math.floor(yield* Clock.currentTimeMillis),
      stop: Option.none(),
      lastSuccessMs: Option.none(),
      lastFailure: Option.none(),
      failingSinceMs: Option.none(),
    };
    const secrets = { current: secret, former: Option.none() };
    yield* (yield* WebhookStore).add({ webhook, secrets });
    return { account, webhook };
  },
);

/** Refuses a secret that does not open here now, rather than when it is needed. */
const checkSecret = Effect.fnUntraced(function* (id: string, { keyId, box: sealed }: Sealed) {
  const box = yield* SecretBox;
  const ownKeyId = yield* box.keyId;
  if (keyId !== ownKeyId) return yield* new SealForeign({ keyId, ownKeyId });
  yield* box.open(
    { keyId, box: sealed },
    webhookSecretLocation(id),
    (secret) =>
      secret.length === WEBHOOK_SECRET_BYTES
        ? Effect.void
        : Effect.fail(new SecretUnreadable({ reason: "damaged", keyId })),
  );
});

/** Returns an account's webhooks, oldest first. */
export const listWebhooks = Effect.fn("listWebhooks")(function* (email: string) {
  const account = yield* accountOf(email);
  return { account, webhooks: yield* (yield* WebhookStore).ofAccount(account.id) };
});

const findWebhook = Effect.fnUntraced(function* (
  id: string,
): Effect.fn.Return<StoredWebhook, WebhookMissing | StoreFailed, WebhookStore> {
  const found = yield* (yield* WebhookStore).find(id);
  return yield* Effect.mapError(Effect.fromOption(found), () => new WebhookMissing({ id }));
});

/**
 * Replaces a webhook's secret. The former one signs beside it for a day, if it opens: one that does
 * not could sign nothing, and would keep the new one from signing. Returns that day's end.
 */
export const rotateWebhook = Effect.fn("rotateWebhook")(function* (id: string, secret: Sealed) {
  const store = yield* WebhookStore;
  yield* checkSecret(id, secret);
  for (;;) {
    const { secrets: from } = yield* findWebhook(id);
    const untilMs = Math.floor(yield* (yield* MachineTime).nowMs) + FORMER_MS;
    const former = (yield* doesOpen(id, from.current))
      ? Option.some({ sealed: from.current, untilMs })
      : Option.none();
    const to = { current: secret, former };
    // Another operator may be rotating it too: the last one counts.
    if (yield* store.replaceSecrets({ id, from, to })) {
      return { formerUntilMs: Option.map(former, ({ untilMs }) => untilMs) };
    }
  }
});

const doesOpen = Effect.fnUntraced(function* (id: string, sealed: Sealed) {
  const box = yield* SecretBox;
  return yield* box.open(sealed, webhookSecretLocation(id), () => Effect.succeed(true)).pipe(
    Effect.catchTag("SecretUnreadable", () => Effect.succeed(false)),
  );
});

/** Removes a webhook, and what waits for it. */
export const removeWebhook = Effect.fn("removeWebhook")(function* (id: string) {
  if (!(yield* (yield* WebhookStore).remove(id))) return yield* new WebhookMissing({ id });
});

/**
 * Lets a webhook that was stopped go on: what waits for it is sent at once, and it is told of what
 * happens from now on.
 */
export const resumeWebhook = Effect.fn("resumeWebhook")(function* (id: string) {
  const atMs = Math.floor(yield* (yield* MachineTime).nowMs);
  const sinceMs = Math.floor(yield* Clock.currentTimeMillis);
  const isThere = yield* (yield* WebhookStore).resume({ id, atMs, sinceMs });
  if (!isThere) return yield* new WebhookMissing({ id });
});

/** Sends a `ping` at once, whatever waits, and returns the receiver's answer. */
export const pingWebhook = Effect.fn("pingWebhook")(function* (
  { id, messageId }: { readonly id: string; readonly messageId: string },
) {
  const stored = yield* findWebhook(id);
  const atMs = Math.floor(yield* Clock.currentTimeMillis);
  const body = (yield* WebhookWriter).write({ type: "ping", webhookId: id, atMs });
  return {
    webhook: stored.webhook,
    answer: yield* attemptWebhook(stored, { id: messageId, body }),
  };
});
