/**
 * Reserves idempotency keys in the store, for the time before the order of a request is stored.
 *
 * All times are those of the server's clock, so that the clocks of replicas may differ.
 *
 * @module
 */
import { Effect } from "effect";
import type { KeyReservation } from "../../../core/port/mod.ts";
import type { Queries, SqlFailed } from "../engine/sql.ts";

const RESERVE = `
  insert into key_reservations as held (account_id, key, for_order, until)
  values ($1, $2, $3, clock_timestamp() + $4::int * interval '1 millisecond')
  on conflict (account_id, key)
    do update set for_order = excluded.for_order, until = excluded.until
    where held.for_order = excluded.for_order or held.until <= clock_timestamp()
  returning key
`;
const RELEASE = `
  delete from key_reservations where account_id = $1 and key = $2 and for_order = $3 returning key
`;
const IS_RESERVED = `
  select key from key_reservations where account_id = $1 and key = $2 and for_order = $3
`;

/** Deletes what has ended by the clock: its requests are long over. */
export const FORGET_ENDED = "delete from key_reservations where until <= clock_timestamp()";

/** Reserves a key for `forMs`. Returns false while it is reserved for another order. */
export function reserveKey(
  { query }: Pick<Queries, "query">,
  { accountId, key, orderId, forMs }: KeyReservation & { readonly forMs: number },
): Effect.Effect<boolean, SqlFailed> {
  return hasRow(query(RESERVE, [accountId, key, orderId, forMs]));
}

/** Ends a reservation. Returns whether it was in force. */
export function releaseKey(
  { query }: Pick<Queries, "query">,
  { accountId, key, orderId }: KeyReservation,
): Effect.Effect<boolean, SqlFailed> {
  return hasRow(query(RELEASE, [accountId, key, orderId]));
}

/** Returns whether a reservation is in force. */
export function isKeyReserved(
  { query }: Pick<Queries, "query">,
  { accountId, key, orderId }: KeyReservation,
): Effect.Effect<boolean, SqlFailed> {
  return hasRow(query(IS_RESERVED, [accountId, key, orderId]));
}

const hasRow = Effect.map((rows: ReadonlyArray<unknown>) => rows.length === 1);
