/**
 * A lease in the store: one process holds it, and loses it if it does not renew it in time.
 *
 * Unlike a lock of a session, it is also lost by a process that hangs while its connection stays
 * open. All times are those of the server's clock, so that the clocks of machines may differ.
 *
 * @module
 */
import { Effect } from "effect";
import type { Queries, SqlFailed } from "./sql.ts";

/** A lease, and the process that wants it. */
export interface LeaseClaim {
  readonly name: string;
  readonly holder: string;
}

/** Takes the lease if it is free or expired, and renews it if it is ours. */
const TAKE = `
  insert into leases as held (name, holder, until)
  values ($1, $2, clock_timestamp() + $3::int * interval '1 millisecond')
  on conflict (name) do update set holder = excluded.holder, until = excluded.until
  where held.holder = excluded.holder or held.until <= clock_timestamp()
  returning name
`;
const RELEASE = "update leases set until = clock_timestamp() where name = $1 and holder = $2";
const OTHER_HOLDER = "select 1 from leases where name = $1 and holder <> $2";

/** Takes or renews the lease for `lengthMs`. Returns whether the process holds it. */
export function takeLease(
  queries: Queries,
  { name, holder }: LeaseClaim,
  { lengthMs, timeoutMs }: { readonly lengthMs: number; readonly timeoutMs: number },
): Effect.Effect<boolean, SqlFailed> {
  return Effect.map(
    queries.query(TAKE, [name, holder, lengthMs], { timeoutMs }),
    (rows) => rows.length === 1,
  );
}

/** Ends the lease, so that another process need not wait for its end. */
export function releaseLease(
  queries: Queries,
  { name, holder }: LeaseClaim,
): Effect.Effect<void, SqlFailed> {
  return Effect.asVoid(queries.query(RELEASE, [name, holder]));
}

/** Returns whether another process has taken the lease since this one held it. */
export function isTaken(
  queries: Queries,
  { name, holder }: LeaseClaim,
): Effect.Effect<boolean, SqlFailed> {
  return Effect.map(queries.query(OTHER_HOLDER, [name, holder]), (rows) => rows.length > 0);
}
