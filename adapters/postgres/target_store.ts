/**
 * Final targets in PostgreSQL.
 *
 * @module
 */
import { Effect, Layer, Option } from "effect";
import { type IdentifiedTarget, type StoredTarget, TargetStore } from "../../core/port/mod.ts";
import type { Evidence, TargetSource } from "../../core/price/mod.ts";
import { UnixSec } from "../../core/time/mod.ts";
import { failingTo } from "./failing_to.ts";
import { Sql, type SqlRow } from "./sql.ts";

/** Needs a {@linkcode Sql} whose migrations have run. */
export const layerTargetStore: Layer.Layer<TargetStore, never, Sql> = Layer.effect(
  TargetStore,
  Effect.gen(function* () {
    const sql = yield* Sql;
    return TargetStore.of({
      find: ({ asset, interval, range }) =>
        sql.query(FIND, [asset, interval, String(range.startSec), String(range.endSec)]).pipe(
          Effect.map((rows) => rows.map(toStoredTarget)),
          failingTo("find targets"),
        ),
      evidence: ({ asset, interval, startSec }) =>
        sql.query(EVIDENCE, [asset, interval, String(startSec)]).pipe(
          Effect.map(([row]) => Option.map(Option.fromUndefinedOr(row), toEvidence)),
          failingTo("find evidence"),
        ),
      put: (targets) =>
        targets.length === 0 ? Effect.succeed([]) : sql.query(PUT, [toRows(targets)]).pipe(
          Effect.map((rows) => inOrderOf(targets, rows)),
          failingTo("store targets"),
        ),
      ping: Effect.asVoid(sql.query("select 1")).pipe(failingTo("reach the store")),
    });
  }),
);

const FIND = `
  select start_sec::text as start_sec, price_e18::text as price_e18, source
  from targets
  where asset = $1 and "interval" = $2 and start_sec >= $3::text::bigint
    and start_sec < $4::text::bigint
  order by targets.start_sec
`;

const EVIDENCE = `
  select evidence from targets
  where asset = $1 and "interval" = $2 and start_sec = $3::text::bigint
`;

/**
 * The parameter is cast from text because the driver would encode a JSON parameter once more.
 *
 * A row that exists is written again as it is: only so does the statement return it, too.
 */
const PUT = `
  insert into targets (asset, "interval", start_sec, price_e18, source, evidence)
  select asset, "interval", start_sec, price_e18, source, evidence
  from json_to_recordset($1::text::json) as wanted (
    asset text, "interval" text, start_sec bigint, price_e18 numeric, source text, evidence text
  )
  on conflict (asset, "interval", start_sec) do update set source = targets.source
  returning asset, "interval", start_sec::text as start_sec, price_e18::text as price_e18, source
`;

/**
 * The rows as JSON text with only text in it, so that no number passes through a float.
 *
 * Sorted, because two replicas that insert the same rows in different orders would wait for each
 * other. The sort is stable: of two targets of one window, the first given is the one stored.
 */
function toRows(targets: ReadonlyArray<IdentifiedTarget>): string {
  const rows = targets.map(({ id, target }) => ({
    asset: id.asset,
    interval: id.interval,
    start_sec: String(id.startSec),
    price_e18: String(target.priceE18),
    source: target.source,
    evidence: JSON.stringify(target.evidence),
  }));
  const keyOf = (row: (typeof rows)[number]) =>
    `${row.asset}:${row.interval}:${row.start_sec.padStart(12, "0")}`;
  rows.sort((a, b) => keyOf(a) < keyOf(b) ? -1 : +(keyOf(a) > keyOf(b)));
  // One statement may touch a row once.
  return JSON.stringify(rows.filter((row, at) => {
    const before = rows[at - 1];
    return before === undefined || keyOf(before) !== keyOf(row);
  }));
}

/** The statement returns rows in any order. */
function inOrderOf(
  targets: ReadonlyArray<IdentifiedTarget>,
  rows: ReadonlyArray<SqlRow>,
): ReadonlyArray<StoredTarget> {
  const byKey = new Map(
    rows.map((row) => [`${row["asset"]}:${row["interval"]}:${row["start_sec"]}`, row]),
  );
  return targets.map(({ id }) => {
    const row = byKey.get(`${id.asset}:${id.interval}:${id.startSec}`);
    if (row === undefined) throw new Error("a stored target was not returned");
    return toStoredTarget(row);
  });
}

function toStoredTarget(row: SqlRow) {
  return {
    startSec: UnixSec(Number(row["start_sec"])),
    priceE18: BigInt(String(row["price_e18"])),
    source: row["source"] as TargetSource,
  };
}

function toEvidence(row: SqlRow): Evidence {
  return JSON.parse(String(row["evidence"]));
}
