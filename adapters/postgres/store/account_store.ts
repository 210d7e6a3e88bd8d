/**
 * Accounts and API keys in PostgreSQL.
 *
 * @module
 */
import { Effect, Layer, Option } from "effect";
import { type ApiKey, KEYS_MAX, REVOKED_KEYS_LISTED } from "../../../core/access/mod.ts";
import { AccountStore, KeysTooMany } from "../../../core/port/account_store.ts";
import { failingTo } from "../engine/failing_to.ts";
import { ADD_KEY, HOLDERS, keyParameters, toAccount, toHolder, toKey } from "./key_row.ts";
import { theOne } from "../engine/the_one.ts";
import { type Queries, Sql } from "../engine/sql.ts";

/** Needs a {@linkcode Sql} with migrations applied. */
export const layerAccountStore: Layer.Layer<AccountStore, never, Sql> = Layer.effect(
  AccountStore,
  Effect.gen(function* () {
    const { query, transaction } = yield* Sql;
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
      firstAccount: query(FIRST_ACCOUNT, []).pipe(
        Effect.map(([row]) => Option.map(Option.fromUndefinedOr(row), toAccount)),
        failingTo("find an account"),
      ),
      addKey: (key, sha256) =>
        transaction(addKey(key, sha256)).pipe(
          failingTo("store an API key"),
          Effect.flatMap((stored) =>
            Effect.mapError(Effect.fromOption(stored), () => new KeysTooMany())
          ),
        ),
      findKey: (sha256, atMs) =>
        query(FIND_KEY, [sha256, String(atMs)]).pipe(
          Effect.map(([row]) => Option.map(Option.fromUndefinedOr(row), toHolder)),
          failingTo("find an API key"),
        ),
      keysOf: (accountId) =>
        query(KEYS_OF, [accountId, REVOKED_KEYS_LISTED]).pipe(
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

const FIRST_ACCOUNT = `
  select id, email, created_ms::text as created_ms from accounts
  order by accounts.created_ms, id limit 1
`;

/** Adds a key. None where the account has as many as it may have. */
function addKey(key: ApiKey, sha256: string) {
  return Effect.fnUntraced(function* ({ query }: Queries) {
    // Keys of one account wait for each other here, so that none slips past the bound.
    yield* query(LOCK_ACCOUNT, [key.accountId]);
    const [known] = yield* query(STORED_KEY, [sha256]);
    if (known !== undefined) return Option.some(toKey(known));
    const valid = yield* query(VALID_KEYS, [key.accountId, KEYS_MAX]);
    if (valid.length >= KEYS_MAX && Option.isNone(key.revokedMs)) return Option.none<ApiKey>();
    yield* query(ADD_KEY, keyParameters(key, sha256));
    const rows = yield* query(STORED_KEY, [sha256]);
    return Option.some(toKey(yield* theOne("its id is another key's")(rows)));
  });
}

const LOCK_ACCOUNT = `select 1 from accounts where id = $1 for no key update`;

const VALID_KEYS = `
  select 1 from api_keys
  where account_id = $1 and revoked_ms is null and session_id is null limit $2
`;

const STORED_KEY = `${HOLDERS} where k.sha256 = $1`;

const OLDEST_FIRST = `order by k.created_ms, k.id collate "C"`;

const FIND_KEY = `
  ${HOLDERS} where k.sha256 = $1 and (
    k.session_id is null or exists (
      select 1 from sessions s where s.id = k.session_id and s.expires_ms > $2::text::bigint
    )
  )
`;

const KEYS_OF = `
  ${HOLDERS} where k.account_id = $1 and k.session_id is null and (
    k.revoked_ms is null or k.id in (
      select id from api_keys
      where account_id = $1 and session_id is null and revoked_ms is not null
      order by revoked_ms desc, id collate "C" desc limit $2
    )
  ) ${OLDEST_FIRST}
`;

/** Text longer than the stored prefix is not compared. */
const KEYS_BY_PREFIX = `
  ${HOLDERS} where starts_with(k.prefix, left($1::text, length(k.prefix)))
    and k.session_id is null ${OLDEST_FIRST}
`;

const REVOKE = `
  update api_keys set revoked_ms = $2::text::bigint where id = $1 and revoked_ms is null
`;

const NOTE_USE = `
  update api_keys set last_used_ms = $2::text::bigint
  where id = $1 and (last_used_ms is null or last_used_ms < $2::text::bigint)
`;
