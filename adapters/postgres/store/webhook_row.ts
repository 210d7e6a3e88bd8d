/**
 * Maps webhooks to and from the rows of their table.
 *
 * @module
 */
import { Option } from "effect";
import type { Webhook, WebhookEventName, WebhookStop } from "../../../core/webhook/mod.ts";
import type { Asset, Interval } from "../../../core/market/mod.ts";
import type { SealedWebhookSecrets, StoredWebhook } from "../../../core/port/webhook_store.ts";
import type { SqlParameter, SqlRow } from "../engine/sql.ts";

/** Every column that {@linkcode toStoredWebhook} reads. */
export const WEBHOOK_COLUMNS = `
  webhooks.id, webhooks.account_id, webhooks.url, array_to_string(webhooks.events, ',') as events,
  array_to_string(webhooks.assets, ',') as assets,
  array_to_string(webhooks.intervals, ',') as intervals,
  webhooks.secret_key_id, webhooks.secret_box, webhooks.former_key_id, webhooks.former_box,
  webhooks.former_until_ms::text as former_until_ms, webhooks.created_ms::text as created_ms,
  webhooks.since_ms::text as since_ms, webhooks.stop, webhooks.success_ms::text as success_ms,
  webhooks.failure_ms::text as failure_ms, webhooks.failure,
  webhooks.failing_since_ms::text as failing_since_ms
`;

/** Inserts a webhook, unless the account has `$14` of them. */
export const ADD_WEBHOOK = `
  insert into webhooks (
    id, account_id, url, events, assets, intervals, created_ms, since_ms,
    secret_key_id, secret_box, former_key_id, former_box, former_until_ms
  )
  select $1, $2, $3, string_to_array($4, ','), string_to_array($5, ','), string_to_array($6, ','),
    $7::text::bigint, $8::text::bigint, $9, $10, $11, $12, $13::text::bigint
  where (select count(*) from webhooks where account_id = $2) < $14::text::bigint
  returning id
`;

/** The parameters of {@linkcode ADD_WEBHOOK}. */
export function webhookParameters(
  { webhook, secrets }: StoredWebhook,
  webhooksMax: number,
): ReadonlyArray<SqlParameter> {
  return [
    webhook.id,
    webhook.accountId,
    webhook.url,
    webhook.events.join(","),
    webhook.assets.join(","),
    webhook.intervals.join(","),
    String(webhook.createdMs),
    String(webhook.sinceMs),
    ...secretParameters(secrets),
    String(webhooksMax),
  ];
}

/** Returns the five columns of a webhook's secrets, in the order that every statement uses. */
export function secretParameters({ current, former }: SealedWebhookSecrets) {
  return [
    current.keyId,
    current.box,
    Option.getOrNull(Option.map(former, ({ sealed }) => sealed.keyId)),
    Option.getOrNull(Option.map(former, ({ sealed }) => sealed.box)),
    Option.getOrNull(Option.map(former, ({ untilMs }) => String(untilMs))),
  ];
}

/** Returns the webhook of a row with the columns {@linkcode WEBHOOK_COLUMNS}. */
export function toStoredWebhook(row: SqlRow): StoredWebhook {
  const former = Option.map(Option.fromNullishOr(row["former_key_id"]), (keyId) => ({
    sealed: { keyId: String(keyId), box: String(row["former_box"]) },
    untilMs: Number(row["former_until_ms"]),
  }));
  const current = { keyId: String(row["secret_key_id"]), box: String(row["secret_box"]) };
  return { webhook: toWebhook(row), secrets: { current, former } };
}

/** Returns a webhook without its secrets. */
export function toWebhook(row: SqlRow): Webhook {
  return {
    id: String(row["id"]),
    accountId: String(row["account_id"]),
    url: String(row["url"]),
    events: words<WebhookEventName>(row["events"]),
    assets: words<Asset>(row["assets"]),
    intervals: words<Interval>(row["intervals"]),
    createdMs: Number(row["created_ms"]),
    sinceMs: Number(row["since_ms"]),
    stop: Option.fromNullishOr(row["stop"] as WebhookStop | null),
    lastSuccessMs: numberIn(row["success_ms"]),
    lastFailure: Option.map(numberIn(row["failure_ms"]), (atMs) => ({
      atMs,
      reason: String(row["failure"]),
    })),
    failingSinceMs: numberIn(row["failing_since_ms"]),
  };
}

function words<Word extends string>(column: unknown): ReadonlyArray<Word> {
  return column === "" ? [] : String(column).split(",") as Array<Word>;
}

function numberIn(column: unknown): Option.Option<number> {
  return Option.map(Option.fromNullishOr(column), Number);
}
