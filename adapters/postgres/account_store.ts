/**
 * Accounts and API keys in PostgreSQL.
 *
 * @module
 */
import { Effect, Layer, Option } from "effect";
import { type Account, type ApiKey, type KeyHolder, SCOPES } from "../../core/access/mod.ts";
import { AccountStore } from "../../core/port/mod.ts";
import { failingTo } from "./failing_to.ts";
import { theOne } from "./the_one.ts";
import { Sql, type SqlRow } from "./sql.ts";

/** Needs a {@linkcode Sql} with migrations applied. */
export const layerAccountStore: Layer.Layer<AccountStore, never, Sql> = Layer.effect(
  AccountStore,
  Effect.gen(function* () {
    const { query } = yield* Sql;
    return AccountStore.of({
      addAccount: ({ id, email, createdMs }) =>
        query(ADD_ACCOUNT, [id, email, String(createdMs)]).pipe(
          Effect.andThen(query(FIND_ACCOUNT, [email])),
          Effect.flatMap(theOne("its id is another account's")),
          Effect.map(toAccount),
          failingTo("store an account"),
        ),
      findAccount: (email) =>
        query(FIND_ACCOUNT, [email]).pipe(
          Effect.map(([row]) => Option.map(Option.fromUndefinedOr(row), toAccount)),
          failingTo("find an account"),
        ),
      hasAccounts: query(ANY_ACCOUNT, []).pipe(
        Effect.map((rows) => rows.length > 0),
        failingTo("find an account"),
      ),
      addKey: (key, sha256) =>
        query(ADD_KEY, toParameters(key, sha256)).pipe(
          Effect.andThen(query(FIND_KEY, [sha256])),
          Effect.flatMap(theOne("its id is another key's")),
          Effect.map(toKey),
          failingTo("store an API key"),
        ),
      findKey: (sha256) =>
        query(FIND_KEY, [sha256]).pipe(
          Effect.map(([row]) => Option.map(Option.fromUndefinedOr(row), toHolder)),
          failingTo("find an API key"),
        ),
      keysOf: (accountId) =>
        query(KEYS_OF, [accountId]).pipe(
          Effect.map((rows) => rows.map(toKey)),
          failingTo("find API keys"),
        ),
      keysByPrefix: (prefix) =>
        query(KEYS_BY_PREFIX, [prefix]).pipe(
          Effect.map((rows) => rows.map(toHolder)),
          failingTo("find API keys"),
        ),
      revokeKey: (id, atMs) =>
        query(REVOKE, [id, String(atMs)]).pipe(Effect.asVoid, failingTo("revoke an API key")),
      recordUse: (id, atMs) =>
        query(NOTE_USE, [id, String(atMs)]).pipe(
          Effect.asVoid,
          failingTo("note that an API key was used"),
        ),
    });
  }),
);

/**
 * Two replicas may add the same row concurrently. The later one waits here until the other's row is
 * committed, and only a separate statement then sees it.
 */
const ADD_ACCOUNT = `
  insert into accounts (id, email, created_ms) values ($1, $2, $3::text::bigint)
  on conflict do nothing
`;

const FIND_ACCOUNT = `
  select id, email, created_ms::text as created_ms from accounts where email = $1
`;

const ANY_ACCOUNT = `select id from accounts limit 1`;

const ADD_KEY = `
  insert into api_keys (
    id, account_id, sha256, prefix, last_four, scopes, created_ms, last_used_ms, revoked_ms
  )
  values (
    $1, $2, $3, $4, $5, string_to_array($6::text, ','), $7::text::bigint, $8::text::bigint,
    $9::text::bigint
  )
  on conflict do nothing
`;

const HOLDERS = `
  select k.id as key_id, k.account_id, k.prefix, k.last_four,
    array_to_string(k.scopes, ',') as scopes, k.created_ms::text as key_created_ms,
    k.last_used_ms::text as last_used_ms, k.revoked_ms::text as revoked_ms,
    a.id, a.email, a.created_ms::text as created_ms
  from api_keys k join accounts a on a.id = k.account_id
`;
const OLDEST_FIRST = `order by k.created_ms, k.id collate "C"`;

const FIND_KEY = `${HOLDERS} where k.sha256 = $1`;

const KEYS_OF = `${HOLDERS} where k.account_id = $1 ${OLDEST_FIRST}`;

/** Text longer than the stored prefix is not compared. */
const KEYS_BY_PREFIX = `
  ${HOLDERS} where starts_with(k.prefix, left($1::text, length(k.prefix))) ${OLDEST_FIRST}
`;

const REVOKE = `
  update api_keys set revoked_ms = $2::text::bigint where id = $1 and revoked_ms is null
`;

const NOTE_USE = `
  update api_keys set last_used_ms = $2::text::bigint
  where id = $1 and (last_used_ms is null or last_used_ms < $2::text::bigint)
`;

function toParameters(key: ApiKey, sha256: string) {
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
  ];
}

function toHolder(row: SqlRow): KeyHolder {
  return { key: toKey(row), account: toAccount(row) };
}

function toAccount(row: SqlRow): Account {
  return {
    id: String(row["id"]),
    email: String(row["email"]),
    createdMs: Number(row["created_ms"]),
  };
}

function toKey(row: SqlRow): ApiKey {
  const scopes = String(row["scopes"]).split(",");
  return {
    id: String(row["key_id"]),
    accountId: String(row["account_id"]),
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
