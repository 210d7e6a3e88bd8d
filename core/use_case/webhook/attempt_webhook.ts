/**
 * One attempt to deliver a message to a webhook: signed, and posted once.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { SecretBox, type SecretFailure } from "../../port/secret_box.ts";
import {
  type SignedParts,
  type WebhookAnswer,
  WebhookSender,
  type WebhookUnreachable,
} from "../../port/webhook_sender.ts";
import { type StoredWebhook, webhookSecretLocation } from "../../port/webhook_store.ts";
import { MachineTime } from "../time/machine_time.ts";

/** Signs with the webhook's secrets, and posts. Never tries again. */
export const attemptWebhook = Effect.fn("attemptWebhook")(function* (
  { webhook, secrets }: StoredWebhook,
  message: { readonly id: string; readonly body: string },
): Effect.fn.Return<WebhookAnswer, WebhookUnreachable | SecretFailure, WebhookSender | SecretBox> {
  const sender = yield* WebhookSender;
  const box = yield* SecretBox;
  const nowMs = yield* (yield* MachineTime).nowMs;
  const parts: SignedParts = {
    messageId: message.id,
    atSec: yield* sender.nowSec,
    body: message.body,
  };
  const former = Option.filter(secrets.former, ({ untilMs }) => nowMs < untilMs);
  const sealed = [secrets.current, ...Option.toArray(Option.map(former, ({ sealed }) => sealed))];
  const signatures = yield* Effect.forEach(
    sealed,
    (each) =>
      box.open(
        each,
        webhookSecretLocation(webhook.id),
        (secret) => Effect.sync(() => sender.sign(secret, parts)),
      ),
  );
  return yield* sender.send({ ...parts, url: webhook.url, signatures });
});
