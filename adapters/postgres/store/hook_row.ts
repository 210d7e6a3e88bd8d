/**
 * Maps webhooks to and from the rows of their table.
 *
 * @module
 */
import { Option } from "effect";
import type { Hook, HookEventName, HookStop } from "../../../core/hook/mod.ts";
import type { Asset, Interval } from "../../../core/market/mod.ts";
import type { SealedHookSecrets, StoredHook } from "../../../core/port/mod.ts";
import type { SqlParameter, SqlRow } from "../engine/sql.ts";

/** Every column that {@linkcode toStoredHook} reads. */
export const HOOK_COLUMNS = `
  hooks.id, hooks.account_id, hooks.url, array_to_string(hooks.events, ',') as events,
  array_to_string(hooks.assets, ',') as assets, array_to_string(hooks.intervals, ',') as intervals,
  hooks.secret_key_id, hooks.secret_box, hooks.former_key_id, hooks.former_box,
  hooks.former_until_ms::text as former_until_ms, hooks.created_ms::text as created_ms,
  hooks.since_ms::text as since_ms, hooks.stop, hooks.success_ms::text as success_ms,
  hooks.failure_ms::text as failure_ms, hooks.failure,
  hooks.failing_since_ms::text as failing_since_ms
`;

/** Inserts a hook, unless the account has `$14` of them. */
export const ADD_HOOK = `
  insert into hooks (
    id, account_id, url, events, assets, intervals, created_ms, since_ms,
    secret_key_id, secret_box, former_key_id, former_box, former_until_ms
  )
  select $1, $2, $3, string_to_array($4, ','), string_to_array($5, ','), string_to_array($6, ','),
    $7::text::bigint, $8::text::bigint, $9, $10, $11, $12, $13::text::bigint
  where (select count(*) from hooks where account_id = $2) < $14::text::bigint
  returning id
`;

/** The parameters of {@linkcode ADD_HOOK}. */
export function hookParameters(
  { hook, secrets }: StoredHook,
  hooksMax: number,
): ReadonlyArray<SqlParameter> {
  return [
    hook.id,
    hook.accountId,
    hook.url,
    hook.events.join(","),
    hook.assets.join(","),
    hook.intervals.join(","),
    String(hook.createdMs),
    String(hook.sinceMs),
    ...secretParameters(secrets),
    String(hooksMax),
  ];
}

/** Returns the five columns of a hook's secrets, in the order that every statement uses. */
export function secretParameters({ current, former }: SealedHookSecrets) {
  return [
    current.keyId,
    current.box,
    Option.getOrNull(Option.map(former, ({ sealed }) => sealed.keyId)),
    Option.getOrNull(Option.map(former, ({ sealed }) => sealed.box)),
    Option.getOrNull(Option.map(former, ({ untilMs }) => String(untilMs))),
  ];
}

/** Returns the hook of a row with the columns {@linkcode HOOK_COLUMNS}. */
export function toStoredHook(row: SqlRow): StoredHook {
  const former = Option.map(Option.fromNullishOr(row["former_key_id"]), (keyId) => ({
    sealed: { keyId: String(keyId), box: String(row["former_box"]) },
    untilMs: Number(row["former_until_ms"]),
  }));
  const current = { keyId: String(row["secret_key_id"]), box: String(row["secret_box"]) };
  return { hook: toHook(row), secrets: { current, former } };
}

/** Returns a hook without its secrets. */
export function toHook(row: SqlRow): Hook {
  return {
    id: String(row["id"]),
    accountId: String(row["account_id"]),
    url: String(row["url"]),
    events: words<HookEventName>(row["events"]),
    assets: words<Asset>(row["assets"]),
    intervals: words<Interval>(row["intervals"]),
    createdMs: Number(row["created_ms"]),
    sinceMs: Number(row["since_ms"]),
    stop: Option.fromNullishOr(row["stop"] as HookStop | null),
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
