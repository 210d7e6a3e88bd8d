/**
 * The use of API keys by minute in PostgreSQL.
 *
 * @module
 */
import { Effect, Layer } from "effect";
import { type KeyMinute, KeyUsageStore } from "../../../core/port/key_usage_store.ts";
import { failingTo } from "../engine/failing_to.ts";
import { BATCH_ROWS, inBatches } from "../engine/in_batches.ts";
import { Sql, type SqlRow } from "../engine/sql.ts";

/** More minutes are written by several statements. */
const ROWS_MAX = 1_000;

/** Needs a {@linkcode Sql} with migrations applied. */
export const layerKeyUsageStore: Layer.Layer<KeyUsageStore, never, Sql> = Layer.effect(
  KeyUsageStore,
  Effect.gen(function* () {
    const { query, transaction } = yield* Sql;
    return KeyUsageStore.of({
      add: (minutes) =>
        // All or nothing: what failed is added again later.
        transaction((inside) =>
          Effect.forEach(
            partsOf(minutes),
            (part) => inside.query(ADD, [JSON.stringify(part)]),
            { discard: true },
          )
        ).pipe(failingTo("store the use of API keys")),
      ofAccount: (accountId, sinceSec) =>
        query(OF_ACCOUNT, [accountId, String(sinceSec)]).pipe(
          Effect.map((rows) => rows.map(toMinute)),
          failingTo("find the use of API keys"),
        ),
      prune: (beforeSec) =>
        inBatches({ query }, { text: PRUNE, parameters: [String(beforeSec)] }).pipe(
          failingTo("drop the use of API keys"),
        ),
    });
  }),
);

/** In the order of the rows, so that replicas that write the same keys wait and do not deadlock. */
const ADD = `
  insert into key_usage (key_id, minute_sec, requests, refused)
  select key_id, minute_sec, sum(requests), sum(refused)
  from json_to_recordset($1::text::json)
    as added (key_id text, minute_sec bigint, requests bigint, refused bigint)
  group by key_id, minute_sec order by key_id, minute_sec
  on conflict (key_id, minute_sec) do update
  set requests = key_usage.requests + excluded.requests,
    refused = key_usage.refused + excluded.refused
`;

const OF_ACCOUNT = `
  select u.key_id, u.minute_sec::text as minute_sec, u.requests::text as requests,
    u.refused::text as refused
  from key_usage u join api_keys k on k.id = u.key_id
  where k.account_id = $1 and u.minute_sec >= $2::text::bigint
  order by u.minute_sec, u.key_id
`;

/** Skips rows that another replica is deleting. */
const PRUNE = `
  with old as materialized (
    select key_id, minute_sec from key_usage where minute_sec < $1::text::bigint
    order by key_usage.minute_sec limit ${BATCH_ROWS} for update skip locked
  )
  delete from key_usage where (key_id, minute_sec) in (select key_id, minute_sec from old)
  returning minute_sec
`;

function partsOf(minutes: ReadonlyArray<KeyMinute>) {
  const rows = minutes.map(({ keyId, minuteSec, requests, refused }) => ({
    key_id: keyId,
    minute_sec: minuteSec,
    requests,
    refused,
  })).toSorted((a, b) =>
    a.key_id < b.key_id ? -1 : a.key_id > b.key_id ? 1 : a.minute_sec - b.minute_sec
  );
  const starts = Array.from({ length: Math.ceil(rows.length / ROWS_MAX) }, (_, i) => i * ROWS_MAX);
  return starts.map((start) => rows.slice(start, start + ROWS_MAX));
}

function toMinute(row: SqlRow): KeyMinute {
  return {
    keyId: String(row["key_id"]),
    minuteSec: Number(row["minute_sec"]),
    requests: Number(row["requests"]),
    refused: Number(row["refused"]),
  };
}
