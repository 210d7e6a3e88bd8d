/**
 * Implements {@linkcode WebhookStore} in PostgreSQL.
 *
 * @module
 */
import { Effect, Layer, Option } from "effect";
import { WEBHOOKS_MAX } from "../../../core/webhook/mod.ts";
import {
  type AttemptResult,
  WebhooksTooMany,
  WebhookStore,
} from "../../../core/port/webhook_store.ts";
import { failingTo } from "../engine/failing_to.ts";
import {
  ANNOUNCE,
  ANNOUNCED_KEYS,
  CLAIM,
  DELIVERED,
  DROP_OLDEST,
  FAILED,
  HASTEN,
  KEEP_BODY,
  noticeRows,
  PRUNE,
  PRUNE_REMOVED,
  STATE,
  STOP_FULL,
  toWebhookMessage,
} from "./webhook_message.ts";
import {
  ADD_WEBHOOK,
  secretParameters,
  toStoredWebhook,
  toWebhook,
  WEBHOOK_COLUMNS,
  webhookParameters,
} from "./webhook_row.ts";
import { inBatches } from "../engine/in_batches.ts";
import { Sql } from "../engine/sql.ts";

/** After how many prunings an embedded store is vacuumed. */
export const PRUNINGS_A_VACUUM = 240;
const VACUUM_TIMEOUT_MS = 60_000;

/** Provides the store. Needs a {@linkcode Sql} whose migrations have run. */
export const layerWebhookStore: Layer.Layer<WebhookStore, never, Sql> = Layer.effect(
  WebhookStore,
  Effect.gen(function* () {
    const { query, script, transaction, isShared } = yield* Sql;
    let prunings = 0;
    // A server does this by itself. In an embedded store, all that was ever delivered would stay in
    // the way of whoever looks for what is due.
    const vacuum = Effect.suspend(() => {
      prunings += 1;
      return isShared || prunings % PRUNINGS_A_VACUUM !== 0
        ? Effect.void
        : script("vacuum webhook_messages", { timeoutMs: VACUUM_TIMEOUT_MS });
    });
    return WebhookStore.of({
      add: (stored) =>
        transaction((inside) =>
          // Another webhook of the account is added before this one, or after it.
          Effect.andThen(
            inside.query(LOCK_ACCOUNT, [stored.webhook.accountId]),
            inside.query(ADD_WEBHOOK, webhookParameters(stored, WEBHOOKS_MAX)),
          )
        ).pipe(
          failingTo("store a webhook"),
          Effect.flatMap((rows) =>
            rows.length === 1 ? Effect.void : Effect.fail(new WebhooksTooMany())
          ),
        ),
      find: (id) =>
        // A caller's text may contain the one character that PostgreSQL does not accept.
        (id.includes("\0") ? Effect.succeed([]) : query(FIND, [id])).pipe(
          Effect.map(([row]) => Option.map(Option.fromUndefinedOr(row), toStoredWebhook)),
          failingTo("find a webhook"),
        ),
      ofAccount: (accountId) =>
        query(OF_ACCOUNT, [accountId]).pipe(
          Effect.map((rows) =>
            rows.map((row) => ({
              webhook: toWebhook(row),
              waiting: Number(row["waiting"]),
              lost: Number(row["lost"]),
            }))
          ),
          failingTo("find webhooks"),
        ),
      active: query(ACTIVE).pipe(
        Effect.map((rows) => rows.map(toWebhook)),
        failingTo("find webhooks"),
      ),
      remove: (id) => query(REMOVE, [id]).pipe(isOne, failingTo("remove a webhook")),
      resume: ({ id, atMs, sinceMs }) =>
        query(RESUME, [id, String(atMs), String(sinceMs)]).pipe(
          isOne,
          failingTo("resume a webhook"),
        ),
      replaceSecrets: ({ id, from, to }) =>
        query(REPLACE_SECRETS, [
          id,
          from.current.box,
          Option.getOrNull(Option.map(from.former, ({ sealed }) => sealed.box)),
          ...secretParameters(to),
        ]).pipe(isOne, failingTo("replace a webhook's secrets")),
      notSealedUnder: (keyId) =>
        query(NOT_SEALED_UNDER, [keyId]).pipe(
          Effect.map((rows) => rows.map(toStoredWebhook)),
          failingTo("find webhooks"),
        ),
      announce: (notices, createdMs) =>
        notices.length === 0 ? Effect.succeed(0) : query(ANNOUNCE, [
          noticeRows(notices),
          String(createdMs),
        ]).pipe(
          Effect.map((rows) => rows.length),
          failingTo("store messages of webhooks"),
        ),
      announcedKeys: (kind, sinceMs) =>
        query(ANNOUNCED_KEYS[kind], [String(sinceMs)]).pipe(
          Effect.map((rows) => rows.map((row) => String(row["event_key"]))),
          failingTo("find messages of webhooks"),
        ),
      claim: ({ nowMs, untilMs, limit, limitPerWebhook, except }) =>
        query(CLAIM, [...[nowMs, untilMs, limitPerWebhook, limit].map(String), except.join(",")])
          .pipe(
            Effect.map((rows) => rows.map(toWebhookMessage)),
            failingTo("claim messages of webhooks"),
          ),
      keepBody: (id, body) =>
        query(KEEP_BODY, [id, body]).pipe(
          // Without a row, where the webhook was removed meanwhile.
          Effect.map(([row]) => String(row?.["body"] ?? body)),
          failingTo("store a message of a webhook"),
        ),
      note: ({ messageId, webhookId, atMs, result }) =>
        query(
          result.kind === "delivered" ? DELIVERED : FAILED,
          [messageId, webhookId, String(atMs), ...failedParameters(result)],
        ).pipe(Effect.asVoid, failingTo("store how an attempt of a webhook ended")),
      trim: (waitingMax) =>
        query(DROP_OLDEST, [String(waitingMax)]).pipe(
          Effect.tap(() => query(STOP_FULL, [String(waitingMax)])),
          Effect.map((rows) => rows.length),
          failingTo("drop messages of webhooks"),
        ),
      hasten: ({ nowMs, latestMs }) =>
        query(HASTEN, [String(nowMs), String(latestMs)]).pipe(
          Effect.asVoid,
          failingTo("make messages of webhooks due"),
        ),
      prune: ({ deliveredMs, lostMs }) =>
        inBatches({ query }, { text: PRUNE, parameters: [deliveredMs, lostMs].map(String) }).pipe(
          Effect.andThen(query(PRUNE_REMOVED)),
          Effect.andThen(vacuum),
          Effect.asVoid,
          failingTo("delete messages of webhooks"),
        ),
      state: query(STATE).pipe(
        Effect.map(([row]) => ({
          waiting: Number(row?.["waiting"]),
          oldestCreatedMs: Option.map(Option.fromNullishOr(row?.["oldest_ms"]), Number),
          stoppedWebhooks: Number(row?.["stopped"]),
        })),
        failingTo("read the outbox of webhooks"),
      ),
    });
  }),
);

const isOne = Effect.map((rows: ReadonlyArray<unknown>) => rows.length === 1);

function failedParameters(result: AttemptResult) {
  if (result.kind === "delivered") return [];
  return [
    result.reason.replaceAll("\0", ""),
    Option.getOrNull(Option.map(result.nextMs, String)),
    Option.getOrNull(result.stop),
  ];
}

/** What refers to the account need not wait. */
const LOCK_ACCOUNT = "select 1 from accounts where id = $1 for no key update";

const FIND = `select ${WEBHOOK_COLUMNS} from webhooks where id = $1`;

const OF_ACCOUNT = `
  select ${WEBHOOK_COLUMNS}, counts.waiting::text as waiting, counts.lost::text as lost
  from webhooks
    cross join lateral (
      select count(*) filter (where state = 'waiting') as waiting,
        count(*) filter (where state in ('failed', 'dropped')) as lost
      from webhook_messages where webhook_id = webhooks.id
    ) as counts
  where account_id = $1
  order by webhooks.created_ms, webhooks.id collate "C"
`;

const ACTIVE = `select ${WEBHOOK_COLUMNS} from webhooks where stop is null`;

const REMOVE = `
  with messages as (delete from webhook_messages where webhook_id = $1)
  delete from webhooks where id = $1 returning id
`;

const RESUME = `
  with due as (
    update webhook_messages set next_ms = least(next_ms, $2::text::bigint)
    where webhook_id = $1 and state = 'waiting'
  )
  update webhooks set stop = null, failing_since_ms = null,
    since_ms = case when stop is null then since_ms else $3::text::bigint end
  where id = $1 returning id
`;

const REPLACE_SECRETS = `
  update webhooks set secret_key_id = $4, secret_box = $5, former_key_id = $6, former_box = $7,
    former_until_ms = $8::text::bigint
  where id = $1 and secret_box = $2 and former_box is not distinct from $3
  returning id
`;

const NOT_SEALED_UNDER = `
  select ${WEBHOOK_COLUMNS} from webhooks where secret_key_id <> $1 or former_key_id <> $1
  order by webhooks.created_ms, webhooks.id collate "C"
`;
