/**
 * Reserves idempotency keys in the store, for the time before the order of a request is stored.
 *
 * All times are those of the server's clock, so that the clocks of replicas may differ.
 *
 * @module
 */
import { Effect } from "effect";
import type { IdempotencyReservation } from "../../../core/port/order_store.ts";
import type { Queries, SqlFailed } from "../engine/sql.ts";

const RESERVE = `
  insert into idempotency_reservations as held (account_id, idempotency_key, for_order, until)
  values ($1, $2, $3, clock_timestamp() + $4::int * interval '1 millisecond')
  on conflict (account_id, idempotency_key)
    do update set for_order = excluded.for_order, until = excluded.until
    where held.for_order = excluded.for_order or held.until <= clock_timestamp()
  returning 1
`;
const RELEASE = `
  delete from idempotency_reservations
  where account_id = $1 and idempotency_key = $2 and for_order = $3 returning 1
`;
const IS_RESERVED = `
  select 1 from idempotency_reservations
  where account_id = $1 and idempotency_key = $2 and for_order = $3
`;

/** Deletes what has ended by the clock: its requests are long over. */
export const FORGET_ENDED = "delete from idempotency_reservations where until <= clock_timestamp()";

/** Reserves a key for `forMs`. Returns false while it is reserved for another order. */
export function reserveIdempotencyKey(
  { query }: Pick<Queries, "query">,
  { accountId, idempotencyKey, orderId, forMs }: IdempotencyReservation & {
    readonly forMs: number;
  },
): Effect.Effect<boolean, SqlFailed> {
  return hasRow(query(RESERVE, [accountId, idempotencyKey, orderId, forMs]));
}

/** Ends a reservation. Returns whether it was in force. */
export function releaseIdempotencyKey(
  { query }: Pick<Queries, "query">,
  { accountId, idempotencyKey, orderId }: IdempotencyReservation,
): Effect.Effect<boolean, SqlFailed> {
  return hasRow(query(RELEASE, [accountId, idempotencyKey, orderId]));
}

/** Returns whether a reservation is in force. */
export function isIdempotencyKeyReserved(
  { query }: Pick<Queries, "query">,
  { accountId, idempotencyKey, orderId }: IdempotencyReservation,
): Effect.Effect<boolean, SqlFailed> {
  return hasRow(query(IS_RESERVED, [accountId, idempotencyKey, orderId]));
}

const hasRow = Effect.map((rows: ReadonlyArray<unknown>) => rows.length === 1);
