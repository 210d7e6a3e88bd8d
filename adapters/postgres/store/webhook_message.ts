/**
 * The statements of the outbox of webhooks.
 *
 * @module
 */
import { Option } from "effect";
import type { WebhookEventName } from "../../../core/webhook/mod.ts";
import type { WebhookMessage, WebhookNotice } from "../../../core/port/webhook_store.ts";
import type { WalletEvent } from "../../../core/port/webhook_writer.ts";
import { toAction } from "./chain_row.ts";
import { toStoredFill } from "./fill_row.ts";
import { toToldOrder } from "./order_row.ts";
import { toldRow } from "./wallet_frame_row.ts";
import { toStoredWebhook, WEBHOOK_COLUMNS } from "./webhook_row.ts";
import { BATCH_ROWS } from "../engine/in_batches.ts";
import type { SqlRow } from "../engine/sql.ts";

/** Writes the messages of notices, and returns a row for each that is new. */
export const ANNOUNCE = `
  insert into webhook_messages (webhook_id, event, event_key, event_ms, body, created_ms, next_ms)
  select webhooks.id, notice.event, notice.event_key, notice.event_ms, notice.body,
    $2::text::bigint, $2::text::bigint
  from json_to_recordset($1::text::json) as notice (
    event text, event_key text, event_ms bigint, asset text, "interval" text, account_id text,
    body text
  )
    join webhooks on notice.event = any(webhooks.events) and webhooks.since_ms <= notice.event_ms
  where webhooks.stop is null
    and (notice.account_id is null or notice.account_id = webhooks.account_id)
    and (
      notice.asset is null or cardinality(webhooks.assets) = 0
      or notice.asset = any(webhooks.assets)
    )
    and (
      notice."interval" is null or cardinality(webhooks.intervals) = 0
      or notice."interval" = any(webhooks.intervals)
    )
  on conflict do nothing
  returning id
`;

/** The parameter of {@linkcode ANNOUNCE}: rows as JSON. */
export function noticeRows(notices: ReadonlyArray<WebhookNotice>): string {
  return JSON.stringify(notices.map(({ event, key, atMs, series, accountId, body }) => ({
    event,
    event_key: key,
    event_ms: String(atMs),
    asset: Option.getOrNull(Option.map(series, ({ asset }) => asset)),
    interval: Option.getOrNull(Option.map(series, ({ interval }) => interval)),
    account_id: Option.getOrNull(accountId),
    body,
  })));
}

/** The keys of messages of a kind of events that happened from `$1` on. */
export const ANNOUNCED_KEYS = {
  window: `
    select distinct event_key from webhook_messages
    where event like 'window.%' and event_ms >= $1::text::bigint
  `,
  feed: `
    select distinct event_key from webhook_messages
    where event = 'feed.down' and event_ms >= $1::text::bigint
  `,
} as const;

/**
 * Skips rows that another replica has locked at this moment. Webhooks whose receivers answer go
 * first, and by lot: in any fixed order the first ones, if they are slow, would take every place.
 *
 * A webhook's messages are taken as its index has them. In any other order, every message that was
 * ever delivered may be read for each webhook, twice a second.
 */
export const CLAIM = `
  with drawn as materialized (
    select id, failing_since_ms is not null as is_failing, random() as lot from webhooks
    where stop is null and not (id = any(string_to_array($5, ',')))
  ), due as materialized (
    select message.id from drawn
      cross join lateral (
        select id from webhook_messages
        where webhook_id = drawn.id and state = 'waiting' and next_ms <= $1::text::bigint
        order by next_ms
        limit $3::text::bigint
        for update skip locked
      ) as message
    order by drawn.is_failing, drawn.lot
    limit $4::text::bigint
  ), taken as (
    update webhook_messages set next_ms = $2::text::bigint, attempts = attempts + 1
    where id in (select id from due)
    returning id, webhook_id, event, content, body, created_ms, attempts
  )
  select taken.id as message_id, taken.event, taken.content::text as content, taken.body,
    taken.attempts, taken.created_ms::text as message_created_ms, ${WEBHOOK_COLUMNS}
  from taken join webhooks on webhooks.id = taken.webhook_id
  order by taken.created_ms, taken.id collate "C"
`;

/** Returns the message of a row of {@linkcode CLAIM}. */
export function toWebhookMessage(row: SqlRow): WebhookMessage {
  const { body } = row;
  return {
    id: String(row["message_id"]),
    event: row["event"] as WebhookEventName,
    content: typeof body === "string"
      ? { kind: "body", body }
      : { kind: "event", event: toldEvent(row["event"] as WalletEvent["type"], row["content"]) },
    createdMs: Number(row["message_created_ms"]),
    attempts: Number(row["attempts"]),
    to: toStoredWebhook(row),
  };
}

function toldEvent(type: WalletEvent["type"], content: unknown): WalletEvent {
  const told = toldRow(content);
  switch (type) {
    case "order.settled":
    case "order.canceled":
      return { type, order: toToldOrder(told) };
    case "guard.fired": {
      const { wallet_id, fired_ms } = told;
      return { type, walletId: String(wallet_id), firedMs: Number(fired_ms) };
    }
    case "claim.confirmed":
      return { type, action: toAction(told) };
    default:
      return { type, fill: toStoredFill(told) };
  }
}

/** Stores the text of a message, unless another attempt did, and returns what is stored. */
export const KEEP_BODY =
  "update webhook_messages set body = coalesce(body, $2) where id = $1 returning body";

/** Stores that a message was delivered to a webhook. */
export const DELIVERED = `
  with delivered as (update webhook_messages set state = 'delivered' where id = $1)
  update webhooks set success_ms = $3::text::bigint, failing_since_ms = null where id = $2
`;

/** Stores that an attempt failed: with a time for the next one, or else for good. */
export const FAILED = `
  with failed as (
    update webhook_messages set
      state = case when $5::text is null then 'failed' else state end,
      next_ms = coalesce($5::text::bigint, next_ms)
    where id = $1 and state = 'waiting'
  )
  update webhooks set failure_ms = $3::text::bigint, failure = $4, stop = coalesce($6, stop),
    failing_since_ms = coalesce(failing_since_ms, $3::text::bigint)
  where id = $2
`;

/** What is of no wallet: it can be asked for, or tells of itself again. */
const IS_PUBLIC = "(event = 'feed.down' or event like 'window.%')";

/**
 * Drops what is beyond `$1` messages of a webhook, newest kept, those of wallets first. Only the
 * messages of a webhook that has too many are put in order.
 */
export const DROP_OLDEST = `
  with crowded as materialized (
    select webhook_id from webhook_messages where state = 'waiting'
    group by webhook_id having count(*) > $1::text::bigint
  )
  update webhook_messages set state = 'dropped'
  where id in (
    select id from (
      select id, event, row_number() over (
        partition by webhook_id order by ${IS_PUBLIC}, created_ms desc, id desc
      ) as place
      from webhook_messages
      where state = 'waiting' and webhook_id in (select webhook_id from crowded)
    ) as placed
    where place > $1::text::bigint and ${IS_PUBLIC}
  )
  returning id
`;

/** Stops the webhooks for which more than `$1` messages wait. */
export const STOP_FULL = `
  update webhooks set stop = 'full'
  where stop is null and id in (
    select webhook_id from webhook_messages where state = 'waiting'
    group by webhook_id having count(*) > $1::text::bigint
  )
`;

/** Makes due at `$1` what is due later than `$2`. */
export const HASTEN = `
  update webhook_messages set next_ms = $1::text::bigint
  where state = 'waiting' and next_ms > $2::text::bigint
`;

/**
 * Deletes what is of no use any more, and returns a row for each: what was delivered before `$1`,
 * and what was lost before `$2`. Looks each state up by itself, by the index of its oldest ones: a
 * condition for all of them would read every lost message that is kept, each time.
 */
export const PRUNE = `
  with old as materialized (
    select message.id
    from (
      values ('delivered', $1::text::bigint), ('failed', $2::text::bigint),
        ('dropped', $2::text::bigint)
    ) as kept (state, since_ms)
      cross join lateral (
        select id from webhook_messages
        where state = kept.state and created_ms < kept.since_ms
        order by created_ms
        limit ${BATCH_ROWS}
        for update skip locked
      ) as message
    limit ${BATCH_ROWS}
  )
  delete from webhook_messages where id in (select id from old)
  returning id
`;

/** Deletes what waits for webhooks that were removed while something was told. */
export const PRUNE_REMOVED = `
  delete from webhook_messages
  where state = 'waiting' and not exists (select 1 from webhooks where webhooks.id = webhook_id)
`;

/** The state of the outbox. */
export const STATE = `
  select
    (select count(*) from webhook_messages where state = 'waiting')::text as waiting,
    (
      select min(created_ms) from webhook_messages
      where state = 'waiting' and webhook_id in (select id from webhooks where stop is null)
    )::text as oldest_ms,
    (select count(*) from webhooks where stop is not null)::text as stopped
`;
