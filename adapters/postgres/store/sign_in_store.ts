/**
 * Passwords, one-time links and failures to sign in, in PostgreSQL.
 *
 * @module
 */
import { Effect, Layer, Option } from "effect";
import type { FailureCount } from "../../../core/access/mod.ts";
import { type Registration, SignInStore } from "../../../core/port/sign_in_store.ts";
import { failingTo } from "../engine/failing_to.ts";
import { toAccount } from "./key_row.ts";
import { Sql, type SqlRow } from "../engine/sql.ts";

/** Needs a {@linkcode Sql} with migrations applied. */
export const layerSignInStore: Layer.Layer<SignInStore, never, Sql> = Layer.effect(
  SignInStore,
  Effect.gen(function* () {
    const { query, transaction } = yield* Sql;
    return SignInStore.of({
      register: ({ account: { id, email, createdMs }, passwordHash, mustBeFirst }) =>
        transaction(Effect.fnUntraced(function* (inside) {
          // All that add an account wait here until this one is committed.
          if (mustBeFirst) yield* inside.query("lock table accounts in share row exclusive mode");
          const others = mustBeFirst ? yield* inside.query(ANY_ACCOUNT) : [];
          if (others.length > 0) return "not_first" satisfies Registration;
          const values = [id, email, String(createdMs), passwordHash];
          const added = yield* inside.query(REGISTER, values);
          return (added.length > 0 ? "added" : "taken") satisfies Registration;
        })).pipe(failingTo("store an account")),
      passwordOf: (email) =>
        query(PASSWORD_OF, [email]).pipe(
          Effect.map(([row]) => Option.map(Option.fromUndefinedOr(row), toPasswordHolder)),
          failingTo("find a password"),
        ),
      replacePassword: ({ accountId, from, to }) =>
        query(REPLACE_PASSWORD, [accountId, Option.getOrNull(from), to]).pipe(
          Effect.map((rows) => rows.length > 0),
          failingTo("store a password"),
        ),
      setLink: ({ accountId, sha256, expiresMs }) =>
        query(SET_LINK, [accountId, sha256, String(expiresMs)]).pipe(
          Effect.asVoid,
          failingTo("store a one-time link"),
        ),
      takeLink: (sha256, nowMs) =>
        query(TAKE_LINK, [sha256, String(nowMs)]).pipe(
          Effect.map(([row]) => Option.map(Option.fromUndefinedOr(row), toAccount)),
          failingTo("use a one-time link"),
        ),
      failuresOf: (caller) =>
        query(FAILURES_OF, [caller]).pipe(
          Effect.map(([row]) => Option.map(Option.fromUndefinedOr(row), toFailures)),
          failingTo("find failures to sign in"),
        ),
      replaceFailures: ({ caller, from, to }) =>
        query(...replacement(caller, { from, to })).pipe(
          Effect.map((rows) => rows.length > 0),
          failingTo("count a failure to sign in"),
        ),
      prune: ({ nowMs, failuresSinceMs, callersMax }) =>
        query(DROP_LINKS, [String(nowMs)]).pipe(
          Effect.andThen(query(DROP_FAILURES, [String(failuresSinceMs), callersMax])),
          Effect.asVoid,
          failingTo("drop old failures to sign in"),
        ),
    });
  }),
);

const ANY_ACCOUNT = `select 1 from accounts limit 1`;

/** An account of the address that is added at the same time is waited for. */
const REGISTER = `
  insert into accounts (id, email, created_ms, password_hash)
  values ($1, $2, $3::text::bigint, $4)
  on conflict (email) do nothing returning id
`;

const PASSWORD_OF = `
  select id, email, created_ms::text as created_ms, password_hash from accounts where email = $1
`;

const REPLACE_PASSWORD = `
  update accounts set password_hash = $3
  where id = $1 and password_hash is not distinct from $2::text returning id
`;

const SET_LINK = `
  insert into sign_in_links (account_id, sha256, expires_ms) values ($1, $2, $3::text::bigint)
  on conflict (account_id) do update
  set sha256 = excluded.sha256, expires_ms = excluded.expires_ms
`;

/** Of two that take it at the same time, the later one finds it deleted. */
const TAKE_LINK = `
  with taken as (
    delete from sign_in_links where sha256 = $1 and expires_ms > $2::text::bigint
    returning account_id
  )
  select id, email, created_ms::text as created_ms
  from accounts join taken on taken.account_id = accounts.id
`;

const FAILURES_OF = `
  select failures, last_ms::text as last_ms from sign_in_failures where caller = $1
`;

const DROP_LINKS = `delete from sign_in_links where expires_ms <= $1::text::bigint`;

const DROP_FAILURES = `
  delete from sign_in_failures where last_ms < $1::text::bigint or last_ms <= (
    select last_ms from sign_in_failures order by last_ms desc offset $2 limit 1
  )
`;

const FIRST_FAILURE = `
  insert into sign_in_failures (caller, failures, last_ms) values ($1, $2, $3::text::bigint)
  on conflict do nothing returning caller
`;
const NEXT_FAILURE = `
  update sign_in_failures set failures = $2, last_ms = $3::text::bigint
  where caller = $1 and failures = $4 and last_ms = $5::text::bigint returning caller
`;
const NO_FAILURE = `
  delete from sign_in_failures
  where caller = $1 and failures = $2 and last_ms = $3::text::bigint returning caller
`;

/** Returns the statement that replaces failures, which returns a row if it did, and its values. */
function replacement(caller: string, { from, to }: {
  readonly from: Option.Option<FailureCount>;
  readonly to: Option.Option<FailureCount>;
}) {
  const valuesOf = (count: Option.Option<FailureCount>) =>
    Option.match(count, {
      onNone: () => [],
      onSome: ({ failures, lastMs }) => [failures, String(lastMs)],
    });
  const text = Option.isNone(to) ? NO_FAILURE : Option.isNone(from) ? FIRST_FAILURE : NEXT_FAILURE;
  return [text, [caller, ...valuesOf(to), ...valuesOf(from)]] as const;
}

function toPasswordHolder(row: SqlRow) {
  const passwordHash = Option.map(Option.fromNullishOr(row["password_hash"]), String);
  return { account: toAccount(row), passwordHash };
}

function toFailures(row: SqlRow): FailureCount {
  return { failures: Number(row["failures"]), lastMs: Number(row["last_ms"]) };
}
