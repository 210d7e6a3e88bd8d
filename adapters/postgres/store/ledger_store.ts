/**
 * Implements {@linkcode LedgerStore} in PostgreSQL.
 *
 * @module
 */
import { Effect, Layer, Option } from "effect";
import { parseConditionId } from "../../../core/venue/mod.ts";
import { type KeptResolution, LedgerStore } from "../../../core/port/ledger_store.ts";
import { failingTo } from "../engine/failing_to.ts";
import { Sql, type SqlRow } from "../engine/sql.ts";
import { toActivity, toActivityRows } from "./activity_row.ts";
import { numberIn } from "./column.ts";

/** Provides the store. Needs a {@linkcode Sql} whose migrations have run. */
export const layerLedgerStore: Layer.Layer<LedgerStore, never, Sql> = Layer.effect(
  LedgerStore,
  Effect.gen(function* () {
    const { query } = yield* Sql;
    return LedgerStore.of({
      noteActivity: ({ walletId, activity, asOfMs }) =>
        query(NOTE, [walletId, JSON.stringify(toActivityRows(activity)), String(asOfMs)]).pipe(
          Effect.asVoid,
          failingTo("keep what a wallet did"),
        ),
      activityOf: (walletId) =>
        Effect.gen(function* () {
          // In this order: what is read later has at least what the reading says.
          const [reading] = yield* query(READING, [walletId]);
          const rows = yield* query(ACTIVITY, [walletId]);
          return { activity: rows.map(toActivity), asOfMs: numberIn(reading?.["as_of_ms"]) };
        }).pipe(failingTo("read what a wallet did")),
      listedMsOf: (walletId) =>
        query(READING, [walletId]).pipe(
          Effect.map(([reading]) => numberIn(reading?.["as_of_ms"])),
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

const NOTE = `
  with added as (
    insert into wallet_activity (wallet_id, key, at_ms, content)
    select $1, key, at_ms::bigint, content
    from jsonb_to_recordset($2::text::jsonb) as rows (key text, at_ms text, content jsonb)
    on conflict do nothing
  )
  insert into wallet_activity_readings as known (wallet_id, as_of_ms)
  values ($1, $3::text::bigint)
  on conflict (wallet_id) do update set as_of_ms = greatest(known.as_of_ms, excluded.as_of_ms)
`;

const READING = `
  select as_of_ms::text as as_of_ms from wallet_activity_readings where wallet_id = $1
`;

const ACTIVITY = `
  select at_ms::text as at_ms, content::text as content from wallet_activity
  where wallet_id = $1 order by at_ms, key collate "C"
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
