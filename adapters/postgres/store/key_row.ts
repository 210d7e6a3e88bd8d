/**
 * Accounts and API keys as rows.
 *
 * @module
 */
import { Option } from "effect";
import { type Account, type ApiKey, type KeyHolder, SCOPES } from "../../../core/access/mod.ts";
import type { SqlParameter, SqlRow } from "../engine/sql.ts";

/** Adds a key with {@linkcode keyParameters}, unless its hash or id is stored. */
export const ADD_KEY = `
  insert into api_keys (
    id, account_id, sha256, prefix, last_four, scopes, created_ms, last_used_ms, revoked_ms,
    name, session_id
  )
  values (
    $1, $2, $3, $4, $5, string_to_array($6::text, ','), $7::text::bigint, $8::text::bigint,
    $9::text::bigint, $10, $11
  )
  on conflict do nothing
`;

/** The parameters of {@linkcode ADD_KEY}. */
export function keyParameters(key: ApiKey, sha256: string): ReadonlyArray<SqlParameter> {
  return [
    key.id,
    key.accountId,
    sha256,
    key.prefix,
    key.lastFour,
    key.scopes.join(","),
    String(key.createdMs),
    Option.getOrNull(Option.map(key.lastUsedMs, String)),
    Option.getOrNull(Option.map(key.revokedMs, String)),
    key.name,
    Option.getOrNull(key.sessionId),
  ];
}

/** Selects keys `k` with their accounts `a`. */
export const HOLDERS = `
  select k.id as key_id, k.account_id, k.prefix, k.last_four, k.name, k.session_id,
    array_to_string(k.scopes, ',') as scopes, k.created_ms::text as key_created_ms,
    k.last_used_ms::text as last_used_ms, k.revoked_ms::text as revoked_ms,
    a.id, a.email, a.created_ms::text as created_ms
  from api_keys k join accounts a on a.id = k.account_id
`;

/** Reads a row of {@linkcode HOLDERS}. */
export function toHolder(row: SqlRow): KeyHolder {
  return { key: toKey(row), account: toAccount(row) };
}

/** Reads `id`, `email` and `created_ms`. */
export function toAccount(row: SqlRow): Account {
  return {
    id: String(row["id"]),
    email: String(row["email"]),
    createdMs: Number(row["created_ms"]),
  };
}

/** Reads the key of a row of {@linkcode HOLDERS}. */
export function toKey(row: SqlRow): ApiKey {
  const scopes = String(row["scopes"]).split(",");
  return {
    id: String(row["key_id"]),
    accountId: String(row["account_id"]),
    name: String(row["name"]),
    sessionId: Option.map(Option.fromNullishOr(row["session_id"]), String),
    prefix: String(row["prefix"]),
    lastFour: String(row["last_four"]),
    // A scope of a later version grants nothing here.
    scopes: SCOPES.filter((scope) => scopes.includes(scope)),
    createdMs: Number(row["key_created_ms"]),
    lastUsedMs: toInstant(row["last_used_ms"]),
    revokedMs: toInstant(row["revoked_ms"]),
  };
}

function toInstant(value: unknown): Option.Option<number> {
  return Option.map(Option.fromNullishOr(value), Number);
}
