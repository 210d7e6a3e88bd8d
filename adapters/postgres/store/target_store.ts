/**
 * Targets in PostgreSQL.
 *
 * @module
 */
import { Effect, Layer, Option } from "effect";
import type { Asset, Interval } from "../../../core/market/mod.ts";
import {
  type IdentifiedTarget,
  type StoredTarget,
  TargetStore,
} from "../../../core/port/target_store.ts";
import {
  type Dispute,
  type Evidence,
  isProvisional,
  type TargetSource,
  withDisputes,
} from "../../../core/price/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { failingTo } from "../engine/failing_to.ts";
import { Sql, type SqlRow } from "../engine/sql.ts";

/** Needs a {@linkcode Sql} with migrations applied. */
export const layerTargetStore: Layer.Layer<TargetStore, never, Sql> = Layer.effect(
  TargetStore,
  Effect.gen(function* () {
    const sql = yield* Sql;
    return TargetStore.of({
      find: ({ asset, interval, range: { startSec, endSec } }) =>
        (endSec - startSec === 1
          ? sql.query(FIND_ONE, [asset, interval, String(startSec)])
          : sql.query(FIND, [asset, interval, String(startSec), String(endSec)])).pipe(
            Effect.map((rows) => rows.map(toStoredTarget)),
            failingTo("find targets"),
          ),
      provisional: (limit) =>
        sql.query(PROVISIONAL, [String(limit)]).pipe(
          Effect.map((rows) => rows.map(toIdentifiedTarget)),
          failingTo("find provisional targets"),
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
      dispute: ({ asset, interval, startSec }, { source, price }) =>
        sql.query(DISPUTE, [asset, interval, String(startSec), source, price]).pipe(
          Effect.map((rows) => rows.length > 0),
          failingTo("note a dispute"),
        ),
      ping: sql.ping.pipe(failingTo("use the store")),
    });
  }),
);

/** All that a look-up reads is in the index of the key. */
const FOUND = `
  select start_sec::text as start_sec, price_e18::text as price_e18, source, provisional
  from targets
`;

/**
 * Targets of a series whose windows start in `[$3, $4)`: no more than it has seconds.
 *
 * That limit is for the server's planner. Of a range whose bounds it does not know it expects far
 * too many rows, and would make a plan for each look-up; with a limit that it does not know it
 * expects few, and keeps one plan.
 */
export const FIND = `
  ${FOUND}
  where asset = $1 and "interval" = $2 and start_sec >= $3::text::bigint
    and start_sec < $4::text::bigint
  order by targets.start_sec
  limit greatest($4::text::bigint - $3::text::bigint, 0)
`;

/** The target of one window. Of a single second the planner knows even more than of a range. */
export const FIND_ONE = `
  ${FOUND} where asset = $1 and "interval" = $2 and start_sec = $3::text::bigint
`;

const PROVISIONAL = `
  select asset, "interval", start_sec::text as start_sec, price_e18::text as price_e18, source,
    evidence
  from targets
  where provisional
  order by targets.start_sec desc
  limit $1::text::int
`;

const EVIDENCE = `
  select evidence, (
    select json_agg(json_build_object('source', noted.source, 'price', noted.price)
      order by noted.noticed_at, noted.source, noted.price)::text
    from target_disputes noted
    where noted.asset = $1 and noted."interval" = $2 and noted.start_sec = $3::text::bigint
  ) as disputed
  from targets
  where asset = $1 and "interval" = $2 and start_sec = $3::text::bigint
`;

const DISPUTE = `
  insert into target_disputes (asset, "interval", start_sec, source, price)
  values ($1, $2, $3::text::bigint, $4, $5)
  on conflict do nothing
  returning source
`;

/**
 * Cast from text, because the driver would encode a JSON parameter twice.
 *
 * An existing row is rewritten unchanged, unless it is provisional and a final one comes: only so
 * the statement returns it too.
 */
const PUT = `
  insert into targets (asset, "interval", start_sec, price_e18, source, evidence, provisional)
  select asset, "interval", start_sec, price_e18, source, evidence, provisional
  from json_to_recordset($1::text::json) as wanted (
    asset text, "interval" text, start_sec bigint, price_e18 numeric, source text, evidence text,
    provisional boolean
  )
  on conflict (asset, "interval", start_sec) do update set
    (price_e18, source, evidence, provisional) = (
      select price_e18, source, evidence, provisional
      from (values
        (excluded.price_e18, excluded.source, excluded.evidence, excluded.provisional, true),
        (targets.price_e18, targets.source, targets.evidence, targets.provisional, false)
      ) as either (price_e18, source, evidence, provisional, is_new)
      where is_new = (targets.provisional and not excluded.provisional)
    )
  returning asset, "interval", start_sec::text as start_sec, price_e18::text as price_e18, source,
    provisional
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
    provisional: isProvisional(target),
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

function toStoredTarget(row: SqlRow): StoredTarget {
  return {
    startSec: UnixSec(Number(row["start_sec"])),
    priceE18: BigInt(String(row["price_e18"])),
    source: row["source"] as TargetSource,
    ...(row["provisional"] === true ? { isProvisional: true } : {}),
  };
}

function toIdentifiedTarget(row: SqlRow): IdentifiedTarget {
  const { startSec, priceE18, source } = toStoredTarget(row);
  return {
    id: { asset: row["asset"] as Asset, interval: row["interval"] as Interval, startSec },
    target: { priceE18, source, evidence: JSON.parse(String(row["evidence"])) },
  };
}

function toEvidence(row: SqlRow): Evidence {
  const evidence: Evidence = JSON.parse(String(row["evidence"]));
  if (row["disputed"] === null) return evidence;
  const noted: ReadonlyArray<Dispute> = JSON.parse(String(row["disputed"]));
  return withDisputes(evidence, noted);
}
