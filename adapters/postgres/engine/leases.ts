/**
 * Leases in PostgreSQL: one process holds each, and loses it if it does not renew it in time.
 *
 * Unlike a lock of a session, a lease is also lost by a process that hangs while its connection
 * stays open. All times are those of the server's clock, so that the clocks of machines may differ.
 *
 * @module
 */
import { Effect, Layer } from "effect";
import { EVERY_LEASE, LEAD, StoreLeases } from "../../../core/port/leases.ts";
import { keepLeases } from "../../../core/use_case/time/mod.ts";
import { type Queries, Sql, type SqlFailed } from "./sql.ts";

/** A holder that hangs for longer is replaced. */
export const LEASE_MS = 3_000;
/** How often leases are renewed, and free ones are taken. */
export const RENEW_EVERY_MS = 750;
/** A renewal without an answer by then is repeated while the lease still runs. */
export const RENEW_TIMEOUT_MS = 1_000;

/** A lease, the process that wants it, and how long it waits for an answer. */
export interface LeaseClaim {
  readonly name: string;
  readonly holder: string;
  readonly timeoutMs: number;
}

/** Takes the lease if it is free or expired, and renews it if it is ours. */
const TAKE = `
  insert into leases as held (name, holder, until)
  values ($1, $2, clock_timestamp() + $3::int * interval '1 millisecond')
  on conflict (name) do update set holder = excluded.holder, until = excluded.until
  where held.holder = excluded.holder or held.until <= clock_timestamp()
  returning name
`;
/** Ends the lease, so that another process need not wait for its end. */
const RELEASE = "update leases set until = clock_timestamp() where name = $1 and holder = $2";
const OTHER_HOLDER = "select 1 from leases where name = $1 and holder <> $2";

/** The leases of a schema. The process of an embedded store is alone, and holds all of them. */
export const layerStoreLeases: Layer.Layer<StoreLeases, never, Sql> = Layer.effect(
  StoreLeases,
  Effect.gen(function* () {
    const sql = yield* Sql;
    if (!sql.isShared) return EVERY_LEASE;
    const claimOf = (name: string) => ({
      name,
      holder: sql.process,
      timeoutMs: RENEW_TIMEOUT_MS,
    });
    const { leases } = yield* keepLeases({
      take: Effect.forEach((name) => takeLease(sql, claimOf(name), LEASE_MS)),
      release: Effect.forEach((name) =>
        sql.query(RELEASE, [name, sql.process], { timeoutMs: RENEW_TIMEOUT_MS })
      ),
      leaseMs: LEASE_MS,
      renewEveryMs: RENEW_EVERY_MS,
      worksAlone: false,
    });
    return leases;
  }),
);

/** Takes or renews the lease for `leaseMs`. Returns whether the process holds it. */
export function takeLease(
  queries: Queries,
  { name, holder, timeoutMs }: LeaseClaim,
  leaseMs: number,
): Effect.Effect<boolean, SqlFailed> {
  return Effect.map(
    queries.query(TAKE, [name, holder, leaseMs], { timeoutMs }),
    (rows) => rows.length === 1,
  );
}

/** Another process has taken the lead. */
export class FormerLeader extends Error {}

/**
 * Fails if another process has taken the lead since this one had it. Ask inside of the transaction
 * of a write, once it has a lock that every such write takes: a former leader that hung in the
 * middle of its work must not write over what the next one wrote.
 */
export function refuseFormerLeader(
  inside: Queries,
  process: string,
): Effect.Effect<void, SqlFailed | FormerLeader> {
  return Effect.flatMap(
    inside.query(OTHER_HOLDER, [LEAD, process]),
    ({ length }) =>
      length > 0 ? Effect.fail(new FormerLeader("another process leads")) : Effect.void,
  );
}
