/**
 * Other venues' markets on windows in PostgreSQL.
 *
 * @module
 */
import { Effect, Layer } from "effect";
import {
  legKey,
  type LegMarket,
  type LegRecord,
  type LegVenueCode,
  type MarketStage,
} from "../../../core/leg/mod.ts";
import type { Asset, Interval } from "../../../core/market/mod.ts";
import { LegStore } from "../../../core/port/leg_store.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { failingTo } from "../engine/failing_to.ts";
import { Sql, type SqlRow } from "../engine/sql.ts";

/** Needs a {@linkcode Sql} with migrations applied. */
export const layerLegStore: Layer.Layer<LegStore, never, Sql> = Layer.effect(
  LegStore,
  Effect.gen(function* () {
    const sql = yield* Sql;
    return LegStore.of({
      find: ({ asset, interval, range: { startSec, endSec } }) =>
        sql.query(FIND, [asset, interval, String(startSec), String(endSec)]).pipe(
          Effect.map((rows) => rows.map(toRecord)),
          failingTo("find other venues' windows"),
        ),
      put: (records) =>
        records.length === 0 ? Effect.void : sql.query(PUT, [toRows(records)]).pipe(
          Effect.asVoid,
          failingTo("store other venues' windows"),
        ),
    });
  }),
);

const FIND = `
  select venue, asset, "interval", start_sec::text as start_sec, end_sec::text as end_sec, id, url,
    stage, target, result, settled, digits::text as digits, seen_ms::text as seen_ms, earlier
  from window_legs
  where asset = $1 and "interval" = $2 and start_sec >= $3::text::bigint
    and start_sec < $4::text::bigint
  order by window_legs.start_sec, window_legs.venue
`;

/** Cast from text, because the driver would encode a JSON parameter twice. */
const PUT = `
  insert into window_legs (
    venue, asset, "interval", start_sec, end_sec, id, url, stage, target, result, settled, digits,
    seen_ms, earlier
  )
  select venue, asset, "interval", start_sec, end_sec, id, url, stage, target, result, settled,
    digits, seen_ms, earlier
  from json_to_recordset($1::text::json) as wanted (
    venue text, asset text, "interval" text, start_sec bigint, end_sec bigint, id text, url text,
    stage text, target text, result text, settled text, digits smallint, seen_ms bigint,
    earlier text
  )
  on conflict (asset, "interval", start_sec, venue) do update set
    id = excluded.id, url = excluded.url, stage = excluded.stage, target = excluded.target,
    result = excluded.result, settled = excluded.settled, digits = excluded.digits,
    seen_ms = excluded.seen_ms, earlier = excluded.earlier
  where window_legs.seen_ms <= excluded.seen_ms
`;

/**
 * Sorted, because two replicas that write the same rows in different orders would deadlock; without
 * duplicates, because one statement may change a row once, and the last one wins.
 */
function toRows(records: ReadonlyArray<LegRecord>): string {
  const last = new Map(records.map((record) => [legKey(record), record]));
  const sorted = [...last].toSorted(([a], [b]) => a < b ? -1 : 1);
  return JSON.stringify(sorted.map(([, record]) => ({
    venue: record.venue,
    asset: record.asset,
    interval: record.interval,
    start_sec: record.startSec,
    end_sec: record.endSec,
    ...record.market,
    seen_ms: record.seenMs,
    earlier: JSON.stringify(record.earlier),
  })));
}

function toRecord(row: SqlRow): LegRecord {
  return {
    venue: row["venue"] as LegVenueCode,
    asset: row["asset"] as Asset,
    interval: row["interval"] as Interval,
    startSec: UnixSec(Number(row["start_sec"])),
    endSec: UnixSec(Number(row["end_sec"])),
    market: row["id"] === null ? null : {
      id: String(row["id"]),
      url: String(row["url"]),
      stage: row["stage"] as MarketStage,
      target: textIn(row["target"]),
      result: textIn(row["result"]) as LegMarket["result"],
      settled: textIn(row["settled"]),
      digits: row["digits"] === null ? null : Number(row["digits"]),
    },
    seenMs: Number(row["seen_ms"]),
    earlier: JSON.parse(String(row["earlier"])),
  };
}

function textIn(column: unknown): string | null {
  return column === null ? null : String(column);
}
