/**
 * Leader election by a lease in PostgreSQL.
 *
 * @module
 */
import { Effect, Layer, Scope } from "effect";
import { Leadership } from "../../../core/port/mod.ts";
import { MachineTime } from "../../../core/use_case/time/mod.ts";
import { isTaken, releaseLease, takeLease } from "./lease.ts";
import { type Queries, Sql, type SqlFailed } from "./sql.ts";

const LEAD = "lead";
/** A leader that hangs for longer is replaced. */
export const LEASE_MS = 3_000;
/** How often the lease is renewed, or taken if it is free. */
export const RENEW_EVERY_MS = 750;
/** A renewal without an answer by then is repeated while the lease still runs. */
export const RENEW_TIMEOUT_MS = 1_000;

/** One leader per schema. The process of an embedded store is alone, and always leads. */
export const layerLeadership: Layer.Layer<Leadership, never, Sql> = Layer.effect(
  Leadership,
  Effect.gen(function* () {
    const sql = yield* Sql;
    if (!sql.isShared) return Leadership.of({ isLeading: Effect.succeed(true) });
    const { nowMs, sleep } = yield* MachineTime;
    const claim = { name: LEAD, holder: sql.process };
    let untilMs = -Infinity;
    const renew = Effect.gen(function* () {
      const askedMs = yield* nowMs;
      const isHeld = yield* takeLease(sql, claim, {
        lengthMs: LEASE_MS,
        timeoutMs: RENEW_TIMEOUT_MS,
      });
      // Counted from before the question: here it ends no later than in the store.
      untilMs = isHeld ? askedMs + LEASE_MS : -Infinity;
    }).pipe(Effect.ignore);
    const scope = yield* Effect.scope;
    // A process that never asks must not lead: an operator's command does no work of a leader.
    const begin = yield* Effect.cached(Effect.gen(function* () {
      yield* Scope.addFinalizer(scope, Effect.ignore(releaseLease(sql, claim)));
      yield* renew;
      yield* Effect.forkIn(Effect.forever(Effect.andThen(sleep(RENEW_EVERY_MS), renew)), scope);
    }));
    return Leadership.of({
      isLeading: Effect.andThen(begin, Effect.map(nowMs, (ms) => ms < untilMs)),
    });
  }),
);

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
    isTaken(inside, { name: LEAD, holder: process }),
    (isFormer) => isFormer ? Effect.fail(new FormerLeader("another process leads")) : Effect.void,
  );
}
