/**
 * Implements {@linkcode LedgerStore} in PostgreSQL.
 *
 * @module
 */
import { Effect, Layer, Option } from "effect";
import { parseConditionId } from "../../../core/venue/mod.ts";
import {
  type ActivityReading,
  type KeptResolution,
  LedgerStore,
} from "../../../core/port/ledger_store.ts";
import { failingTo } from "../engine/failing_to.ts";
import { type Queries, Sql, type SqlRow } from "../engine/sql.ts";
import { toActivity, toActivityRows } from "./activity_row.ts";
import { numberIn } from "./column.ts";

/** Provides the store. Needs a {@linkcode Sql} whose migrations have run. */
export const layerLedgerStore: Layer.Layer<LedgerStore, never, Sql> = Layer.effect(
  LedgerStore,
  Effect.gen(function* () {
    const { query, transaction } = yield* Sql;
    return LedgerStore.of({
      noteActivity: (reading) =>
        transaction((inside) => note(inside, reading)).pipe(failingTo("keep what a wallet did")),
      activityOf: (walletId) =>
        Effect.gen(function* () {
          // In this order: what is read later has at least what the reading says.
          const [reading] = yield* query(READING, [walletId]);
          const rows = yield* query(ACTIVITY, [walletId]);
          return { activity: rows.map(toActivity), asOfMs: numberIn(reading?.["as_of_ms"]) };
        }).pipe(failingTo("read what a wallet did")),
      listingOf: (walletId) =>
        query(READING, [walletId]).pipe(
          Effect.map(([reading]) => ({
            asOfMs: numberIn(reading?.["as_of_ms"]),
            version: Number(reading?.["version"] ?? 0),
          })),
          failingTo("read until when it is known what a wallet did"),
        ),
      noteResolutions: (resolutions) =>
        query(NOTE_RESOLUTIONS, [JSON.stringify(resolutions.map(rowOf))]).pipe(
          Effect.asVoid,
          failingTo("keep resolutions"),
        ),
      resolutionsOf: (conditionIds) =>
        conditionIds.length === 0 ? Effect.succeed([]) : query(RESOLUTIONS, [
          conditionIds.join(","),
        ]).pipe(
          Effect.map((rows) => rows.flatMap(toResolution)),
          failingTo("read resolutions"),
        ),
    });
  }),
);

/** Replicas that read the same wallet keep their readings one after the other. */
const note = Effect.fnUntraced(function* (
  { query }: Queries,
  { walletId, activity, fromMs, asOfMs }: ActivityReading,
) {
  yield* query(NOTE_READING, [walletId, String(asOfMs)]);
  const rows = JSON.stringify(toActivityRows(activity));
  yield* query(NOTE, [walletId, rows, String(fromMs), String(asOfMs)], PATIENT);
});

/** A reading may have some ten thousand rows. */
const PATIENT = { timeoutMs: 20_000 };

const NOTE_READING = `
  insert into wallet_activity_readings as known (wallet_id, as_of_ms)
  values ($1, $2::text::bigint)
  on conflict (wallet_id) do update set as_of_ms = greatest(known.as_of_ms, excluded.as_of_ms)
`;

/** Parts of a statement see the rows as they were before it. */
const NOTE = `
  with read as (
    select key, origin, at_ms::bigint as at_ms, content from jsonb_to_recordset($2::text::jsonb)
      as rows (key text, origin text, at_ms text, content jsonb)
  ), counting as (
    select key, origin, at_ms, read_ms from wallet_activity
    where wallet_id = $1 and not is_replaced and (
      origin in (select origin from read) or
      (origin like 'at %' and at_ms between $3::text::bigint and $4::text::bigint)
    )
  ), given as (
    select * from read
    where origin not in (select origin from counting where read_ms > $4::text::bigint)
  ), replaced as (
    update wallet_activity set is_replaced = true
    where wallet_id = $1 and key in (
      select key from counting
      where read_ms <= $4::text::bigint and key not in (select key from given)
    )
    returning key
  ), kept as (
    insert into wallet_activity as known (wallet_id, key, origin, at_ms, content, read_ms)
    select $1, key, origin, at_ms, content, $4::text::bigint from given
    on conflict (wallet_id, key) do update set
      read_ms = excluded.read_ms, is_replaced = false
      where known.is_replaced or known.read_ms < excluded.read_ms
  )
  update wallet_activity_readings set version = version + 1
  where wallet_id = $1 and (
    exists (select from replaced) or
    exists (select from given where key not in (select key from counting))
  )
`;

const READING = `
  select as_of_ms::text as as_of_ms, version::text as version
  from wallet_activity_readings where wallet_id = $1
`;

const ACTIVITY = `
  select at_ms::text as at_ms, content::text as content from wallet_activity
  where wallet_id = $1 and not is_replaced order by at_ms, key collate "C"
`;

const NOTE_RESOLUTIONS = `
  insert into market_resolutions (condition_id, payouts_e6, resolved_ms)
  select condition_id, payouts_e6, resolved_ms::bigint
  from jsonb_to_recordset($1::text::jsonb)
    as rows (condition_id text, payouts_e6 text, resolved_ms text)
  on conflict do nothing
`;

const RESOLUTIONS = `
  select condition_id, payouts_e6, resolved_ms::text as resolved_ms from market_resolutions
  where condition_id = any(string_to_array($1, ','))
`;

function rowOf({ conditionId, payoutsE6, resolvedMs }: KeptResolution) {
  return {
    condition_id: conditionId,
    payouts_e6: payoutsE6.join(","),
    resolved_ms: String(resolvedMs),
  };
}

function toResolution(row: SqlRow): ReadonlyArray<KeptResolution> {
  const conditionId = parseConditionId(String(row["condition_id"]));
  const payoutsE6 = String(row["payouts_e6"]).split(",").map(BigInt);
  const resolvedMs = Number(row["resolved_ms"]);
  return Option.toArray(Option.map(conditionId, (id) => ({
    conditionId: id,
    payoutsE6,
    resolvedMs,
  })));
}
