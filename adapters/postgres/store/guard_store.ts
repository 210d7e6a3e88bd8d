/**
 * Implements {@linkcode GuardStore} in PostgreSQL.
 *
 * @module
 */
import { Effect, Layer, Option } from "effect";
import { GuardStore, type WalletGuard } from "../../../core/port/guard_store.ts";
import { failingTo } from "../engine/failing_to.ts";
import { Sql, type SqlRow } from "../engine/sql.ts";

/** Provides the store. Needs a {@linkcode Sql} whose migrations have run. */
export const layerGuardStore: Layer.Layer<GuardStore, never, Sql> = Layer.effect(
  GuardStore,
  Effect.gen(function* () {
    const { query } = yield* Sql;
    return GuardStore.of({
      find: (walletId) =>
        query(FIND, [walletId]).pipe(
          Effect.map(([row]) => toGuard(row ?? {})),
          failingTo("find a guard"),
        ),
      set: ({ walletId, seconds, venue, nowMs }) =>
        query(SET, [
          walletId,
          Option.getOrNull(Option.map(seconds, String)),
          Option.getOrNull(Option.map(seconds, (sec) => String(nowMs + sec * 1000))),
          String(nowMs),
          Option.getOrNull(Option.map(venue, (wish) => wish.kind === "send" ? wish.apiKey : null)),
          Option.getOrNull(Option.map(venue, ({ kind }) => String(kind === "send"))),
        ]).pipe(
          Effect.map(([row]) => toGuard(row ?? {})),
          failingTo("store a guard"),
        ),
      takeFired: ({ nowMs, againMs, limit }) =>
        Effect.gen(function* () {
          const rows = yield* query(TAKE_FIRED, [nowMs, againMs, limit].map(String));
          const [next] = yield* query(NEXT);
          return {
            fired: rows.map(({ wallet_id, fired_ms }) => ({
              walletId: String(wallet_id),
              firedMs: Number(fired_ms),
            })),
            nextMs: Option.map(Option.fromNullishOr(next?.["next_ms"]), Number),
          };
        }).pipe(failingTo("take guards that have fired")),
      finish: ({ walletId, firedMs }) =>
        query(FINISH, [walletId, String(firedMs)]).pipe(
          Effect.asVoid,
          failingTo("finish a guard that has fired"),
        ),
      heartbeats: ({ limit }) =>
        query(HEARTBEATS, [String(limit)]).pipe(
          Effect.map((rows) =>
            rows.map(({ venue_key, wallet_id, heartbeat_id }) => ({
              apiKey: String(venue_key),
              walletId: String(wallet_id),
              heartbeatId: String(heartbeat_id ?? ""),
            }))
          ),
          failingTo("find whose heartbeats to send"),
        ),
      noteHeartbeat: ({ apiKey, heartbeatId, atMs }) =>
        query(NOTE_HEARTBEAT, [apiKey, heartbeatId, String(atMs)]).pipe(
          Effect.asVoid,
          failingTo("store a heartbeat"),
        ),
    });
  }),
);

const COLUMNS = `
  seconds::text as seconds, fires_ms::text as fires_ms, fired_ms::text as fired_ms,
  venue_since_ms::text as venue_since_ms, heartbeat_ms::text as heartbeat_ms
`;

const FIND = `select ${COLUMNS} from wallet_guards where wallet_id = $1`;

/**
 * Seconds and the instant of firing may be null: then it is disarmed. So may be the API key and
 * whether its heartbeats are to be sent: then that stays. What another key was answered with is
 * dropped.
 */
const SET = `
  insert into wallet_guards as guard (wallet_id, seconds, fires_ms, venue_key, venue_since_ms)
  values (
    $1, $2::text::integer, $3::text::bigint, $5::text,
    case when $6::text::boolean then $4::text::bigint end
  )
  on conflict (wallet_id) do update set
    fired_ms = case when guard.fires_ms <= $4::text::bigint then $4::text::bigint
      else guard.fired_ms end,
    again_ms = case when guard.fires_ms <= $4::text::bigint then $4::text::bigint
      else guard.again_ms end,
    seconds = excluded.seconds,
    fires_ms = excluded.fires_ms,
    venue_key = coalesce(excluded.venue_key, guard.venue_key),
    venue_since_ms = case when $6::text::boolean
      then coalesce(guard.venue_since_ms, excluded.venue_since_ms)
      when $6 is null then guard.venue_since_ms end,
    heartbeat_id = case when excluded.venue_key <> guard.venue_key then null
      else guard.heartbeat_id end,
    heartbeat_ms = case when excluded.venue_key <> guard.venue_key then null
      else guard.heartbeat_ms end
  returning ${COLUMNS}
`;

/** Skips a row that is locked at this moment: it is being renewed, or another replica takes it. */
const TAKE_FIRED = `
  with due as materialized (
    select wallet_id from wallet_guards
    where least(fires_ms, again_ms) <= $1::text::bigint
    order by least(fires_ms, again_ms) limit $3::text::bigint
    for update skip locked
  )
  update wallet_guards set
    fired_ms = case when fires_ms <= $1::text::bigint then $1::text::bigint else fired_ms end,
    seconds = case when fires_ms <= $1::text::bigint then null else seconds end,
    fires_ms = case when fires_ms <= $1::text::bigint then null else fires_ms end,
    again_ms = $2::text::bigint
  where wallet_id in (select wallet_id from due)
  returning wallet_id, fired_ms::text as fired_ms
`;

const NEXT = `
  select min(least(fires_ms, again_ms))::text as next_ms from wallet_guards
  where least(fires_ms, again_ms) is not null
`;

const FINISH = `
  update wallet_guards set again_ms = null where wallet_id = $1 and fired_ms = $2::text::bigint
`;

const HEARTBEATS = `
  select venue_key, min(wallet_id) as wallet_id,
    (array_agg(heartbeat_id order by heartbeat_ms desc nulls last))[1] as heartbeat_id
  from wallet_guards where venue_since_ms is not null
  group by venue_key order by min(venue_since_ms), venue_key limit $1::text::bigint
`;

const NOTE_HEARTBEAT = `
  update wallet_guards set heartbeat_id = $2, heartbeat_ms = $3::text::bigint
  where venue_key = $1 and coalesce(heartbeat_ms, 0) <= $3::text::bigint
`;

function toGuard(row: SqlRow): WalletGuard {
  const at = (column: string) => Option.map(Option.fromNullishOr(row[column]), Number);
  return {
    armed: Option.all({ seconds: at("seconds"), firesMs: at("fires_ms") }),
    firedMs: at("fired_ms"),
    venue: { sinceMs: at("venue_since_ms"), acceptedMs: at("heartbeat_ms") },
  };
}
