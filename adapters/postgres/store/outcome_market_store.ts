/**
 * Recurring markets in PostgreSQL.
 *
 * @module
 */
import { Effect, Layer } from "effect";
import { OutcomeMarketStore } from "../../../core/port/outcome_market_store.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import type { OutcomeMarket } from "../../../core/venue2/mod.ts";
import { failingTo } from "../engine/failing_to.ts";
import { Sql, type SqlRow } from "../engine/sql.ts";

/** Needs a {@linkcode Sql} with migrations applied. */
export const layerOutcomeMarketStore: Layer.Layer<OutcomeMarketStore, never, Sql> = Layer.effect(
  OutcomeMarketStore,
  Effect.gen(function* () {
    const sql = yield* Sql;
    return OutcomeMarketStore.of({
      put: (network, markets) =>
        markets.length === 0 ? Effect.void : sql.query(PUT, [network, toRows(markets)]).pipe(
          Effect.asVoid,
          failingTo("store outcome markets"),
        ),
      expiringAfter: (network, sec) =>
        sql.query(EXPIRING_AFTER, [network, String(sec)]).pipe(
          Effect.map((rows) => rows.map(toMarket)),
          failingTo("find outcome markets"),
        ),
    });
  }),
);

/** Cast from text, because the driver would encode a JSON parameter twice. */
const PUT = `
  insert into outcome_markets (
    network, outcome_id, underlying, period, start_sec, expiry_sec, target, yes_index
  )
  select $1, outcome_id, underlying, period, start_sec, expiry_sec, target, yes_index
  from json_to_recordset($2::text::json) as wanted (
    outcome_id bigint, underlying text, period text, start_sec bigint, expiry_sec bigint,
    target text, yes_index smallint
  )
  on conflict (network, outcome_id) do update set
    underlying = excluded.underlying, period = excluded.period, start_sec = excluded.start_sec,
    expiry_sec = excluded.expiry_sec, target = excluded.target, yes_index = excluded.yes_index
`;

const EXPIRING_AFTER = `
  select outcome_id::text as outcome_id, underlying, period, start_sec::text as start_sec,
    expiry_sec::text as expiry_sec, target, yes_index::text as yes_index
  from outcome_markets
  where network = $1 and expiry_sec > $2::text::bigint
  order by outcome_markets.expiry_sec, outcome_markets.outcome_id
`;

/**
 * Sorted, because two replicas that write the same rows in different orders would deadlock; without
 * duplicates, because one statement may change a row once, and the last one wins.
 */
function toRows(markets: ReadonlyArray<OutcomeMarket>): string {
  const last = new Map(markets.map((market) => [market.outcomeId, market]));
  const sorted = [...last.values()].sort((a, b) => a.outcomeId - b.outcomeId);
  return JSON.stringify(sorted.map((market) => ({
    outcome_id: market.outcomeId,
    underlying: market.underlying,
    period: market.period,
    start_sec: market.startSec,
    expiry_sec: market.expirySec,
    target: market.targetText,
    yes_index: market.yesIndex,
  })));
}

function toMarket(row: SqlRow): OutcomeMarket {
  return {
    outcomeId: Number(row["outcome_id"]),
    underlying: String(row["underlying"]),
    period: String(row["period"]),
    startSec: UnixSec(Number(row["start_sec"])),
    expirySec: UnixSec(Number(row["expiry_sec"])),
    targetText: String(row["target"]),
    yesIndex: row["yes_index"] === "1" ? 1 : 0,
  };
}
