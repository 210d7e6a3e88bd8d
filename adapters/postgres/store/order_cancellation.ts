/**
 * Finds orders by the venue's hash, and stores that the venue is asked to cancel them.
 *
 * @module
 */
import { Effect, Option } from "effect";
import type { OrderStore } from "../../../core/port/order_store.ts";
import { failingTo } from "../engine/failing_to.ts";
import type { Queries } from "../engine/sql.ts";
import { ORDER_COLUMNS, toStoredOrder } from "./order_row.ts";

const OF_ORDER_ID = `
  select ${ORDER_COLUMNS} from orders where order_id = $1 and wallet_id = $2
`;

/**
 * The first cause is kept, but that somebody at the venue did it gives way to who is known to.
 * Whoever changes several orders locks them in one order.
 */
const NOTE_CANCEL = `
  with canceled as materialized (
    select id from orders
    where wallet_id = $1 and order_id = any(string_to_array($2, ','))
      and (
        state <> 'final' or ($5::boolean and ending = 'canceled' and cancel_cause = 'venue')
      )
    order by id collate "C" for no key update
  )
  update orders set look_up_at_ms = $4::text::bigint,
    cancel_cause = case when state = 'final' then $3 else coalesce(cancel_cause, $3) end
  where id in (select id from canceled)
`;

/** Skips rows that another replica has locked at this moment: it is taking them. */
const TAKE_ENDED_LIVES = `
  with ended as materialized (
    select id from orders
    where cancel_at_ms is not null and state <> 'final' and cancel_at_ms <= $1::text::bigint
    order by cancel_at_ms limit $3::text::bigint
    for update skip locked
  ), taken as (
    update orders set cancel_at_ms = $2::text::bigint, cancel_cause = coalesce(cancel_cause, 'life')
    where id in (select id from ended)
    returning *
  )
  select ${ORDER_COLUMNS} from taken
`;

const NEXT_LIFE = `
  select min(cancel_at_ms)::text as next_ms from orders
  where cancel_at_ms is not null and state <> 'final'
`;

type Cancellations = Pick<
  OrderStore["Service"],
  "ofOrderId" | "noteCancel" | "takeEndedLives"
>;

/** Makes that part of the store. */
export function cancellationsIn({ query }: Pick<Queries, "query">): Cancellations {
  return {
    ofOrderId: ({ walletId, orderId }) =>
      query(OF_ORDER_ID, [orderId, walletId]).pipe(
        Effect.map(([row]) => Option.map(Option.fromUndefinedOr(row), toStoredOrder)),
        failingTo("find an order"),
      ),
    noteCancel: ({ walletId, orderIds, cause, lookUpAtMs, isDone }) =>
      query(NOTE_CANCEL, [walletId, orderIds.join(","), cause, String(lookUpAtMs), isDone]).pipe(
        Effect.asVoid,
        failingTo("note a cancellation"),
      ),
    takeEndedLives: ({ nowMs, againMs, limit }) =>
      Effect.gen(function* () {
        const rows = yield* query(TAKE_ENDED_LIVES, [nowMs, againMs, limit].map(String));
        const [next] = yield* query(NEXT_LIFE);
        const nextMs = Option.map(Option.fromNullishOr(next?.["next_ms"]), Number);
        return { orders: rows.map(toStoredOrder), nextMs };
      }).pipe(failingTo("take orders whose lives have ended")),
  };
}
