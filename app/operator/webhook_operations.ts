/**
 * The operations on webhooks. Secrets arrive sealed, and no reply contains them.
 *
 * @module
 */
import { Effect, Option, Schema } from "effect";
import { WEBHOOK_EVENTS } from "../../core/webhook/mod.ts";
import { ASSETS, INTERVALS } from "../../core/market/mod.ts";
import type { WebhookReport } from "../../core/port/webhook_store.ts";
import {
  addWebhook,
  listWebhooks,
  pingWebhook,
  removeWebhook,
  resumeWebhook,
  rotateWebhook,
} from "../../core/use_case/webhook/mod.ts";
import { handleOperation } from "./operation.ts";

const WebhookId = Schema.String.check(Schema.isPattern(/^hook_[0-9a-f]{32}$/));
const ById = Schema.Struct({ id: WebhookId });
const Secret = Schema.Struct({ keyId: Schema.String, box: Schema.String });
const CHOICE = {
  url: Schema.String,
  events: Schema.Array(Schema.Literals(WEBHOOK_EVENTS)),
  assets: Schema.Array(Schema.Literals(ASSETS)),
  intervals: Schema.Array(Schema.Literals(INTERVALS)),
};

/** The schema of a listed webhook. Instants are unix milliseconds. */
export const WebhookFacts = Schema.Struct({
  id: WebhookId,
  ...CHOICE,
  /** Why nothing is sent to it; null while it is active. */
  stop: Schema.NullOr(Schema.String),
  waiting: Schema.Number,
  /** Messages that were given up or dropped. */
  lost: Schema.Number,
  lastSuccessMs: Schema.NullOr(Schema.Number),
  lastFailureMs: Schema.NullOr(Schema.Number),
  lastFailure: Schema.NullOr(Schema.String),
});
/** A listed webhook. Instants are unix milliseconds. */
export type WebhookFacts = typeof WebhookFacts.Type;

/** The operations, with their paths and schemas. */
export const WEBHOOK_OPERATIONS = {
  addWebhook: {
    path: "/webhook/add",
    input: Schema.Struct({ id: WebhookId, email: Schema.String, ...CHOICE, secret: Secret }),
    output: Schema.Struct({ email: Schema.String, webhook: WebhookFacts }),
  },
  listWebhooks: {
    path: "/webhook/list",
    input: Schema.Struct({ email: Schema.String }),
    output: Schema.Struct({ email: Schema.String, webhooks: Schema.Array(WebhookFacts) }),
  },
  rotateWebhook: {
    path: "/webhook/rotate",
    input: Schema.Struct({ id: WebhookId, secret: Secret }),
    /** Until when the former secret signs too; null if it does not open, and signs nothing. */
    output: Schema.Struct({ formerUntilMs: Schema.NullOr(Schema.Number) }),
  },
  removeWebhook: { path: "/webhook/remove", input: ById, output: Schema.Struct({}) },
  resumeWebhook: { path: "/webhook/resume", input: ById, output: Schema.Struct({}) },
  testWebhook: {
    path: "/webhook/test",
    input: ById,
    output: Schema.Struct({
      status: Schema.Number,
      /** Where it redirects to; null if it does not. */
      redirectUrl: Schema.NullOr(Schema.String),
      /** The beginning of the answer's body. */
      text: Schema.String,
      tookMs: Schema.Number,
    }),
  },
} as const;

/** As much of an answer as an operator sees. */
const SHOWN_CHARS_MAX = 300;

/** The handlers. */
export const webhookHandlers = [
  handleOperation(
    WEBHOOK_OPERATIONS.addWebhook,
    (input) =>
      Effect.map(addWebhook(input), ({ account, webhook }) => ({
        email: account.email,
        webhook: toFacts({ webhook, waiting: 0, lost: 0 }),
      })),
  ),
  handleOperation(
    WEBHOOK_OPERATIONS.listWebhooks,
    ({ email }) =>
      Effect.map(listWebhooks(email), ({ account, webhooks }) => ({
        email: account.email,
        webhooks: webhooks.map(toFacts),
      })),
  ),
  handleOperation(
    WEBHOOK_OPERATIONS.rotateWebhook,
    ({ id, secret }) =>
      Effect.map(rotateWebhook(id, secret), ({ formerUntilMs }) => ({
        formerUntilMs: Option.getOrNull(formerUntilMs),
      })),
  ),
  handleOperation(WEBHOOK_OPERATIONS.removeWebhook, ({ id }) => Effect.as(removeWebhook(id), {})),
  handleOperation(WEBHOOK_OPERATIONS.resumeWebhook, ({ id }) => Effect.as(resumeWebhook(id), {})),
  handleOperation(
    WEBHOOK_OPERATIONS.testWebhook,
    Effect.fnUntraced(function* ({ id }) {
      const startedMs = performance.now();
      const messageId = `msg_${crypto.randomUUID().replaceAll("-", "")}`;
      const { answer } = yield* pingWebhook({ id, messageId });
      return {
        status: answer.status,
        redirectUrl: Option.getOrNull(answer.redirectUrl),
        text: printable(answer.text).slice(0, SHOWN_CHARS_MAX),
        tookMs: Math.round(performance.now() - startedMs),
      };
    }),
  ),
];

/** Strips what would move the operator's cursor. */
function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, " ").trim();
}

function toFacts({ webhook, waiting, lost }: WebhookReport): WebhookFacts {
  const { id, url, events, assets, intervals } = webhook;
  const lastFailure = Option.getOrUndefined(webhook.lastFailure);
  return {
    id,
    url,
    events,
    assets,
    intervals,
    stop: Option.getOrNull(webhook.stop),
    waiting,
    lost,
    lastSuccessMs: Option.getOrNull(webhook.lastSuccessMs),
    lastFailureMs: lastFailure?.atMs ?? null,
    lastFailure: lastFailure?.reason ?? null,
  };
}
