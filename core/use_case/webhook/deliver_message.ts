/**
 * Delivers one claimed message of a webhook, and stores how the attempt ended.
 *
 * @module
 */
import { Clock, Effect, Option, Random } from "effect";
import { nextAttemptMs, type WebhookStop } from "../../webhook/mod.ts";
import type { WebhookAnswer } from "../../port/webhook_sender.ts";
import { type AttemptResult, type WebhookMessage, WebhookStore } from "../../port/webhook_store.ts";
import { WebhookWriter } from "../../port/webhook_writer.ts";
import { ClockSpeed, MachineTime } from "../time/machine_time.ts";
import { attemptWebhook } from "./attempt_webhook.ts";
import { countAttempt } from "./webhook_metrics.ts";

/** A webhook whose every attempt has failed for this long is stopped. */
const FAILING_MS_MAX = 5 * 24 * 3_600_000;

/** The receiver wants no more messages, by Standard Webhooks. */
const GONE = 410;

/** Makes one attempt. Fails only if the store does; then the message is due again later. */
export const deliverMessage = Effect.fn("deliverMessage")(function* (message: WebhookMessage) {
  const store = yield* WebhookStore;
  const { nowMs } = yield* MachineTime;
  const body = yield* bodyOf(message);
  const ended = yield* attemptWebhook(message.to, { id: message.id, body }).pipe(
    Effect.map(endOf),
    Effect.catch((failure) =>
      Effect.succeed<AttemptEnd>({ kind: "failed", reason: reasonOf(failure) })
    ),
  );
  const atMs = Math.floor(yield* nowMs);
  const result = resultOf(message, { ended, atMs, chance: yield* Random.next });
  yield* store.note({ messageId: message.id, webhookId: message.to.webhook.id, atMs, result });
  yield* tell(message, result);
  return result;
});

/** Writes a wallet's message at its first attempt, and keeps the text for the others. */
const bodyOf = Effect.fnUntraced(function* ({ id, content, createdMs }: WebhookMessage) {
  if (content.kind === "body") return content.body;
  const ageMs = Math.max(0, (yield* (yield* MachineTime).nowMs) - createdMs);
  const atMs = Math.floor((yield* Clock.currentTimeMillis) - ageMs * (yield* ClockSpeed));
  const body = (yield* WebhookWriter).write({ ...content.event, atMs });
  // Another replica may be making an attempt too.
  return yield* (yield* WebhookStore).keepBody(id, body);
});

/** How an attempt ended, before it is known what follows. */
type AttemptEnd =
  | { readonly kind: "delivered" }
  | {
    readonly kind: "failed";
    readonly reason: string;
    readonly isGone?: boolean;
    readonly retryAfterSec?: number;
  };

function endOf({ status, retryAfterSec }: WebhookAnswer): AttemptEnd {
  if (status >= 200 && status < 300) return { kind: "delivered" };
  const asked = status === 429 || status === 503 ? Option.getOrUndefined(retryAfterSec) : undefined;
  return {
    kind: "failed",
    reason: `the receiver answered ${status}${status >= 300 && status < 400 ? REDIRECTED : ""}`,
    isGone: status === GONE,
    ...asked === undefined ? {} : { retryAfterSec: asked },
  };
}

const REDIRECTED = ", and redirects are not followed";

function reasonOf(failure: { readonly _tag: string; readonly message: string }): string {
  return "reason" in failure && failure._tag === "WebhookUnreachable"
    ? String(failure.reason)
    : failure.message;
}

function resultOf(
  { createdMs, attempts, to: { webhook } }: WebhookMessage,
  { ended, atMs, chance }: {
    readonly ended: AttemptEnd;
    readonly atMs: number;
    readonly chance: number;
  },
): AttemptResult {
  if (ended.kind === "delivered") return ended;
  const retryAfterSec = Option.fromUndefinedOr(ended.retryAfterSec);
  const nextMs = nextAttemptMs({ createdMs, atMs, attempts, retryAfterSec, chance });
  const isFailing = Option.exists(
    webhook.failingSinceMs,
    (sinceMs) => atMs - sinceMs >= FAILING_MS_MAX,
  );
  const stop: WebhookStop | undefined = ended.isGone === true
    ? "gone"
    : isFailing
    ? "failing"
    : undefined;
  return { kind: "failed", reason: ended.reason, nextMs, stop: Option.fromUndefinedOr(stop) };
}

/** Counts an attempt, and logs a failed one, without the URL, whose query may be secret. */
function tell(message: WebhookMessage, result: AttemptResult): Effect.Effect<void> {
  if (result.kind === "delivered") return countAttempt("delivered");
  const { nextMs, reason, stop } = result;
  const { id, attempts, to: { webhook } } = message;
  const facts = { webhook: webhook.id, messageId: id, attempts, reason };
  const line = Option.isSome(stop)
    ? "Stopped a webhook: it is sent nothing until an operator resumes it"
    : Option.isNone(nextMs)
    ? "Gave up a message of a webhook after a day"
    : "Cannot deliver a message of a webhook yet";
  return Effect.andThen(
    countAttempt(Option.isNone(nextMs) ? "given_up" : "failed"),
    Effect.annotateLogs(Effect.logWarning(line), facts),
  );
}
