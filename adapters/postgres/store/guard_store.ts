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
      set: ({ walletId, seconds, nowMs }) =>
        query(SET, [
          walletId,
          Option.getOrNull(Option.map(seconds, String)),
          Option.getOrNull(Option.map(seconds, (sec) => String(nowMs + sec * 1000))),
          String(nowMs),
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
    });
  }),
);

const COLUMNS = `
  seconds::text as seconds, fires_ms::text as fires_ms, fired_ms::text as fired_ms
`;

const FIND = `select ${COLUMNS} from wallet_guards where wallet_id = $1`;

/** Seconds and the instant of firing may be null: then it is disarmed. */
const SET = `
  insert into wallet_guards as guard (wallet_id, seconds, fires_ms)
  values ($1, $2::text::integer, $3::text::bigint)
  on conflict (wallet_id) do update set
    fired_ms = case when guard.fires_ms <= $4::text::bigint then $4::text::bigint
      else guard.fired_ms end,
    again_ms = case when guard.fires_ms <= $4::text::bigint then $4::text::bigint
      else guard.again_ms end,
    seconds = excluded.seconds,
    fires_ms = excluded.fires_ms
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

function toGuard(row: SqlRow): WalletGuard {
  const at = (column: string) => Option.map(Option.fromNullishOr(row[column]), Number);
  return {
    armed: Option.all({ seconds: at("seconds"), firesMs: at("fires_ms") }),
    firedMs: at("fired_ms"),
  };
}
