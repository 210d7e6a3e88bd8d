/**
 * Port: posts messages to the receivers of webhooks.
 *
 * @module
 */
import { Context, type Effect, type Option, Schema } from "effect";

/** An attempt without a complete answer. `reason` is for people: it never holds the URL's query. */
export class WebhookUnreachable
  extends Schema.TaggedError<WebhookUnreachable>()("WebhookUnreachable", {
    reason: Schema.String,
  }) {
  override get message(): string {
    return `Cannot deliver a webhook: ${this.reason}`;
  }
}

/** What is signed: the message's id, the second of the attempt, and the JSON text. */
export interface SignedParts {
  readonly messageId: string;
  readonly atSec: number;
  readonly body: string;
}

/** One attempt. */
export interface WebhookAttempt extends SignedParts {
  readonly url: string;
  /** One signature a secret, as `sign` returns them. */
  readonly signatures: ReadonlyArray<string>;
}

/** A receiver's answer. */
export interface WebhookAnswer {
  readonly status: number;
  /** The seconds that its `Retry-After` asks for. */
  readonly retryAfterSec: Option.Option<number>;
  /** The whole address that it redirects to. Like the webhook's own, it may hold a secret. */
  readonly redirectUrl: Option.Option<string>;
  /** The beginning of its body. */
  readonly text: string;
}

/** Signs and posts. */
export class WebhookSender extends Context.Service<WebhookSender, {
  /** Whether receivers may be at addresses that are not public. */
  readonly arePrivateAllowed: boolean;

  /**
   * The machine's date in unix seconds, which receivers compare with theirs. Not monotonic machine
   * time: that stays behind where the machine sleeps, or its clock is corrected.
   */
  readonly nowSec: Effect.Effect<number>;

  /** Signs by Standard Webhooks, `v1`. Keeps no copy of the secret. */
  readonly sign: (secret: Uint8Array, parts: SignedParts) => string;

  /** Posts once, and follows no redirect. */
  readonly send: (attempt: WebhookAttempt) => Effect.Effect<WebhookAnswer, WebhookUnreachable>;
}>()("core/port/WebhookSender") {}
