/**
 * Tells others that this process uses the store, so that none replaces what is in it meanwhile.
 *
 * @module
 */
import { Effect, Layer, Schedule } from "effect";
import { repeatJob } from "../../../core/use_case/time/mod.ts";
import { takeLease } from "./leases.ts";
import { type Queries, Sql, type SqlFailed } from "./sql.ts";

/** A process that was killed counts as one that uses the store for so long. */
const LEASE_MS = 6_000;
const RENEW_EVERY_MS = 2_000;

/** Forgets this process, and others that were killed. */
const LEAVE = "delete from leases where name = $1 or (name like 'use:%' and until < now())";
const USED = "select 1 from leases where until > clock_timestamp() limit 1";

/** Keeps a lease of the process while it has the store open. An embedded store has one process. */
export const layerServing: Layer.Layer<never, never, Sql> = Layer.effectDiscard(
  Effect.gen(function* () {
    const sql = yield* Sql;
    if (!sql.isShared) return;
    const [name, holder] = [`use:${sql.process}`, sql.process];
    const renew = takeLease(sql, { name, holder, timeoutMs: RENEW_EVERY_MS }, LEASE_MS);
    yield* Effect.addFinalizer(() => Effect.ignore(sql.query(LEAVE, [name])));
    yield* Effect.ignore(renew);
    yield* Effect.forkScoped(repeatJob(renew, {
      schedule: Schedule.spaced(RENEW_EVERY_MS),
      isLater: true,
      // Every use of the store fails with it, and says so.
      failed: () => Effect.void,
    }));
  }),
);

/** Whether any process uses a prepared store now, or leads those that do. */
export function isInUse(inside: Queries): Effect.Effect<boolean, SqlFailed> {
  return Effect.map(inside.query(USED), (rows) => rows.length > 0);
}
