/**
 * Sessions of the console in PostgreSQL.
 *
 * @module
 */
import { Effect, Layer, Option } from "effect";
import { type Session, SESSIONS_MAX } from "../../../core/access/mod.ts";
import { type HeldSession, SessionStore } from "../../../core/port/session_store.ts";
import { failingTo } from "../engine/failing_to.ts";
import { ADD_KEY, keyParameters, toAccount } from "./key_row.ts";
import { Sql, type SqlRow } from "../engine/sql.ts";

/** Needs a {@linkcode Sql} with migrations applied. */
export const layerSessionStore: Layer.Layer<SessionStore, never, Sql> = Layer.effect(
  SessionStore,
  Effect.gen(function* () {
    const { query, transaction } = yield* Sql;
    return SessionStore.of({
      add: ({ session, tokenSha256, key, keySha256, checkedHash }) =>
        transaction(Effect.fnUntraced(function* (inside) {
          // Sessions of one account wait for each other here, so that none slips past the bound.
          const locked = yield* inside.query(LOCK_ACCOUNT, [
            session.accountId,
            Option.getOrNull(checkedHash),
          ]);
          if (locked.length === 0) return Option.none();
          yield* inside.query(ADD_SESSION, toParameters(session, tokenSha256));
          yield* inside.query(ADD_KEY, keyParameters(key, keySha256));
          const ended = yield* inside.query(END_OLDEST, [
            session.accountId,
            SESSIONS_MAX,
            session.id,
          ]);
          return Option.some(idsOf(ended));
        })).pipe(failingTo("begin a session")),
      find: (tokenSha256, nowMs) =>
        query(FIND, [tokenSha256, String(nowMs)]).pipe(
          Effect.map(([row]) => Option.map(Option.fromUndefinedOr(row), toHeldSession)),
          failingTo("find a session"),
        ),
      renew: ({ id, seenMs, expiresMs }) =>
        query(RENEW, [id, String(seenMs), String(expiresMs)]).pipe(
          Effect.asVoid,
          failingTo("renew a session"),
        ),
      ofAccount: (accountId, nowMs) =>
        query(OF_ACCOUNT, [accountId, String(nowMs)]).pipe(
          Effect.map((rows) => rows.map(toSession)),
          failingTo("find sessions"),
        ),
      end: (accountId, which) =>
        ("id" in which
          ? query(END_ONE, [accountId, which.id])
          : query(END_OTHERS, [accountId, which.exceptId])).pipe(
            Effect.map(idsOf),
            failingTo("end a session"),
          ),
      prune: (nowMs) =>
        query(DROP_EXPIRED, [String(nowMs)]).pipe(
          Effect.andThen(query(DROP_KEYS)),
          Effect.asVoid,
          failingTo("drop expired sessions"),
        ),
    });
  }),
);

/** A password that is set at the same time is waited for, and its hash is the one that counts. */
const LOCK_ACCOUNT = `
  select 1 from accounts
  where id = $1 and ($2::text is null or password_hash = $2::text) for no key update
`;

const ADD_SESSION = `
  insert into sessions (
    id, account_id, token_sha256, began_with_link, user_agent, address, created_ms, seen_ms,
    expires_ms
  )
  values (
    $1, $2, $3, $4, $5, $6, $7::text::bigint, $8::text::bigint, $9::text::bigint
  )
`;

/** Deletes the sessions that a condition selects, with their keys. */
function endWhere(condition: string): string {
  return `
    with ended as (delete from sessions where ${condition} returning id),
      dropped as (delete from api_keys where session_id in (select id from ended))
    select id from ended
  `;
}

/** The new session stays even if a clock that runs behind made it look the oldest. */
const END_OLDEST = endWhere(`
  account_id = $1 and id in (
    select id from sessions where account_id = $1
    order by id = $3 desc, created_ms desc, id collate "C" desc offset $2
  )
`);

const END_ONE = endWhere("account_id = $1 and id = $2");

const END_OTHERS = endWhere("account_id = $1 and id <> $2");

const SESSION = `
  s.id as session_id, s.account_id, s.began_with_link, s.user_agent, s.address,
  s.created_ms::text as session_created_ms, s.seen_ms::text as seen_ms,
  s.expires_ms::text as expires_ms
`;

const FIND = `
  select ${SESSION}, a.id, a.email, a.created_ms::text as created_ms, a.password_hash
  from sessions s join accounts a on a.id = s.account_id
  where s.token_sha256 = $1 and s.expires_ms > $2::text::bigint
`;

const OF_ACCOUNT = `
  select ${SESSION} from sessions s
  where s.account_id = $1 and s.expires_ms > $2::text::bigint
  order by s.created_ms desc, s.id collate "C" desc
`;

const RENEW = `
  update sessions set seen_ms = $2::text::bigint, expires_ms = $3::text::bigint where id = $1
`;

const DROP_EXPIRED = `delete from sessions where expires_ms <= $1::text::bigint`;

/** Those of a restored copy too, which has keys and no sessions. */
const DROP_KEYS = `
  delete from api_keys k where k.session_id is not null
    and not exists (select 1 from sessions s where s.id = k.session_id)
`;

function toParameters(session: Session, tokenSha256: string) {
  return [
    session.id,
    session.accountId,
    tokenSha256,
    session.beganWithLink,
    session.userAgent,
    session.address,
    String(session.createdMs),
    String(session.seenMs),
    String(session.expiresMs),
  ];
}

function toHeldSession(row: SqlRow): HeldSession {
  return {
    session: toSession(row),
    account: toAccount(row),
    passwordHash: Option.map(Option.fromNullishOr(row["password_hash"]), String),
  };
}

function toSession(row: SqlRow): Session {
  return {
    id: String(row["session_id"]),
    accountId: String(row["account_id"]),
    beganWithLink: row["began_with_link"] === true,
    userAgent: String(row["user_agent"]),
    address: String(row["address"]),
    createdMs: Number(row["session_created_ms"]),
    seenMs: Number(row["seen_ms"]),
    expiresMs: Number(row["expires_ms"]),
  };
}

function idsOf(rows: ReadonlyArray<SqlRow>): ReadonlyArray<string> {
  return rows.map((row) => String(row["id"]));
}
