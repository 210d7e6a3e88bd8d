/**
 * Implements {@linkcode OrderStore} in PostgreSQL.
 *
 * @module
 */
import { Effect, Layer, Option } from "effect";
import { holdsIdempotencyKey, passedDayLimit, spendingDayOf } from "../../../core/order/mod.ts";
import {
  type IdempotencyReservation,
  type NewOrder,
  OrderStore,
  type Stored,
  type StoredOrder,
} from "../../../core/port/order_store.ts";
import { failingTo } from "../engine/failing_to.ts";
import { BATCH_ROWS, inBatches } from "../engine/in_batches.ts";
import {
  FORGET_ENDED,
  isIdempotencyKeyReserved,
  releaseIdempotencyKey,
  reserveIdempotencyKey,
} from "./idempotency_reservation.ts";
import { cancellationsIn } from "./order_cancellation.ts";
import { listStatement, SPENT_UNLOCKED } from "./order_listing.ts";
import {
  INSERT_LIMITED,
  INSERT_ORDER,
  INSERT_RESERVED,
  INSERT_RESERVED_LIMITED,
  ORDER_COLUMNS,
  orderParameters,
  toStoredOrder,
} from "./order_row.ts";
import { SET_STATE, stateParameters } from "./order_state_row.ts";
import { forgetReplacements, replacementsIn } from "./order_replacement.ts";
import { type Queries, Sql, SqlFailed } from "../engine/sql.ts";

/** Provides the store. Needs a {@linkcode Sql} whose migrations have run. */
export const layerOrderStore: Layer.Layer<OrderStore, never, Sql> = Layer.effect(
  OrderStore,
  Effect.gen(function* () {
    const sql = yield* Sql;
    const { query, isShared } = sql;
    return OrderStore.of({
      isShared,
      reserve: (wanted) => reserveIdempotencyKey(sql, wanted).pipe(failingTo("reserve a key")),
      release: (reservation) =>
        releaseIdempotencyKey(sql, reservation).pipe(failingTo("release a key")),
      add: (added) => add(query, added).pipe(failingTo("store an order")),
      ofIdempotencyKey: ({ accountId, idempotencyKey, atMs }) =>
        // A caller's text may contain the one character that PostgreSQL does not accept.
        (idempotencyKey.includes("\0")
          ? Effect.succeed([])
          : query(OF_IDEMPOTENCY_KEY, [accountId, idempotencyKey])).pipe(
            Effect.map(([row]) => Option.map(Option.fromUndefinedOr(row), toStoredOrder)),
            Effect.map(Option.filter((order) => holdsIdempotencyKey(order, atMs))),
            failingTo("find an order"),
          ),
      replace: ({ id, from, to }) =>
        query(REPLACE, [
          id,
          ...stateParameters(to.state),
          to.body,
          from,
          String(to.notionalE6),
          Option.getOrNull(Option.map(to.loweredToE6, String)),
          Option.getOrNull(Option.map(to.priceE6, String)),
        ]).pipe(
          Effect.map((rows) => rows.length === 1),
          failingTo("replace an order's bytes"),
        ),
      find: (id) =>
        query(FIND, [id]).pipe(
          Effect.map(([row]) => Option.map(Option.fromUndefinedOr(row), toStoredOrder)),
          failingTo("find an order"),
        ),
      ...cancellationsIn(sql),
      ...replacementsIn(sql),
      note: ({ id, state, latencyMs, lookUpAtMs, cancelAtMs }) =>
        query(NOTE, [
          id,
          ...stateParameters(state),
          Option.getOrNull(Option.map(latencyMs, String)),
          String(lookUpAtMs),
          cancelAtMs === undefined ? null : String(cancelAtMs),
        ]).pipe(
          Effect.map(([row]) => Option.map(Option.fromNullishOr(row?.["wallet_id"]), String)),
          failingTo("store an order's state"),
        ),
      takeDue: ({ nowMs, untilMs, limit, all }) =>
        (all
          ? query(TAKE_ALL, [untilMs, limit].map(String))
          : query(TAKE_DUE, [untilMs, limit, nowMs].map(String))).pipe(
            Effect.map((rows) => rows.map(toStoredOrder)),
            failingTo("take orders to look up"),
          ),
      list: (listing) => {
        if (listing.states.length === 0) return Effect.succeed([]);
        const { text, parameters } = listStatement(listing);
        return query(text, parameters).pipe(
          Effect.map((rows) => rows.slice(0, listing.limit).map(toStoredOrder)),
          failingTo("list a wallet's orders"),
        );
      },
      spentE6: ({ walletId, startMs, endMs }) =>
        query(SPENT_UNLOCKED, [walletId, String(startMs), String(endMs)]).pipe(
          Effect.map(([row]) => BigInt(String(row?.["spent_e6"]))),
          failingTo("sum up a wallet's orders"),
        ),
      forgetIdempotencyKeys: (beforeMs) =>
        inBatches({ query }, { text: FORGET_IDEMPOTENCY_KEYS, parameters: [String(beforeMs)] })
          .pipe(
            Effect.andThen(query(FORGET_ENDED)),
            Effect.andThen(forgetReplacements(sql, beforeMs)),
            Effect.asVoid,
            failingTo("forget idempotency keys"),
          ),
    });
  }),
);

/** How often another writer may free the key and take it again before this one gives up. */
const TRIES_MAX = 5;

/** Takes one statement, unless the key is taken or lost, or the limit is exceeded. */
const add = Effect.fnUntraced(function* (
  query: Queries["query"],
  added: NewOrder,
): Effect.fn.Return<Stored, SqlFailed> {
  const { order } = added;
  const parameters = orderParameters(added);
  const limit = dayParameters(added);
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const [inserted] = yield* query(insertOf(added), [...parameters, ...limit]);
    if (inserted !== undefined) {
      return { kind: "stored", unsettledE6: BigInt(String(inserted["unsettled_e6"])) };
    }
    const holder = yield* holderOf(query, order);
    if (Option.isSome(holder) && holdsIdempotencyKey(holder.value, order.createdMs)) {
      return { kind: "duplicate", existing: holder.value };
    }
    const reservation = reservationOf(added);
    if (reservation !== undefined && !(yield* isIdempotencyKeyReserved({ query }, reservation))) {
      return { kind: "unreserved" };
    }
    const passed = limit.length === 0 ? Option.none() : yield* passedLimit(query, added);
    if (Option.isSome(passed)) return { kind: "limited", limit: passed.value };
    if (Option.isSome(holder)) yield* query(FREE_IDEMPOTENCY_KEY, [holder.value.id]);
  }
  return yield* new SqlFailed({ cause: new Error("other writers took the key every time") });
});

function insertOf({ isReserved, dayMaxE6 }: NewOrder): string {
  if (Option.isNone(dayMaxE6)) return isReserved ? INSERT_RESERVED : INSERT_ORDER;
  return isReserved ? INSERT_RESERVED_LIMITED : INSERT_LIMITED;
}

/** Returns the reservation that storing the order needs, if any. */
function reservationOf({ order, isReserved }: NewOrder): IdempotencyReservation | undefined {
  const { id: orderId, accountId, idempotency } = order;
  if (!isReserved || Option.isNone(idempotency)) return undefined;
  return { accountId, idempotencyKey: idempotency.value.idempotencyKey, orderId };
}

function dayParameters({ order, dayMaxE6 }: NewOrder): ReadonlyArray<string> {
  const { startMs, endMs } = spendingDayOf(order.createdMs);
  return Option.match(dayMaxE6, {
    onNone: () => [],
    onSome: (maxE6) => [startMs, endMs, maxE6].map(String),
  });
}

const holderOf = Effect.fnUntraced(function* (
  query: Queries["query"],
  { accountId, idempotency }: StoredOrder,
) {
  if (Option.isNone(idempotency)) return Option.none();
  const [row] = yield* query(OF_IDEMPOTENCY_KEY, [accountId, idempotency.value.idempotencyKey]);
  return Option.map(Option.fromUndefinedOr(row), toStoredOrder);
});

/** Returns none where the limit has room by now. */
const passedLimit = Effect.fnUntraced(function* (query: Queries["query"], added: NewOrder) {
  const { order } = added;
  const { startMs, endMs } = spendingDayOf(order.createdMs);
  const [row] = yield* query(SPENT, [order.walletId, String(startMs), String(endMs)]);
  const spentE6 = BigInt(String(row?.["spent_e6"]));
  return passedDayLimit(added, {
    walletId: order.walletId,
    orderE6: order.notionalE6,
    spentE6,
  });
});

const SPENT = `
  select spent_e6($1, $2::text::bigint, $3::text::bigint)::text as spent_e6
`;

const OF_IDEMPOTENCY_KEY = `
  select ${ORDER_COLUMNS} from orders where account_id = $1 and idempotency_key = $2
`;

/** Only for final orders, which never change. */
const FREE_IDEMPOTENCY_KEY =
  "update orders set idempotency_key = null, request_sha256 = null where id = $1";

const REPLACE = `
  ${SET_STATE}, body = $18, notional_e6 = $20::text::numeric, lowered_e6 = $21::text::numeric,
    price_e6 = $22::text::numeric
  where id = $1 and state = 'sent' and order_id = $19 returning id
`;

const FIND = `select ${ORDER_COLUMNS} from orders where id = $1`;

/**
 * A match that is known is kept, and so is that an order rests, or is no more being sent: whoever
 * reports later may have asked earlier.
 */
const NOTE = `
  ${SET_STATE}, latency_ms = $18::text::float8,
    look_up_at_ms = case when $3 = 'final' then look_up_at_ms else $19::text::bigint end,
    cancel_at_ms = coalesce($20::text::bigint, cancel_at_ms)
  where id = $1 and state <> 'final' and order_id = $2
    and (ending is null or $8::text is not null)
    and (state = 'sent' or $3 <> 'sent')
    and (state not in ('live', 'delayed') or $3 <> 'unknown')
    and (state <> 'live' or $3 <> 'delayed')
  returning wallet_id
`;

/**
 * Takes the oldest orders that have not ended. Skips rows that another replica has locked at this
 * moment.
 */
const takeText = (condition: string) => `
  with due as materialized (
    select id from orders
    where state <> 'final' ${condition}
    order by created_ms, id collate "C"
    limit $2::text::bigint
    for update skip locked
  ), taken as (
    update orders set look_up_at_ms = $1::text::bigint where id in (select id from due)
    returning *
  )
  select ${ORDER_COLUMNS} from taken order by taken.created_ms, taken.id collate "C"
`;
const TAKE_ALL = takeText("");

/** Takes at most `$2` of the orders that are due at `$3`, and reserves them until `$1`. */
export const TAKE_DUE = takeText("and look_up_at_ms <= $3::text::bigint");

/** Skips rows that another replica has locked at this moment. */
const FORGET_IDEMPOTENCY_KEYS = `
  with old as materialized (
    select id from orders
    where idempotency_key is not null and state = 'final' and created_ms < $1::text::bigint
    order by created_ms limit ${BATCH_ROWS} for update skip locked
  )
  update orders set idempotency_key = null, request_sha256 = null
  where id in (select id from old)
  returning id
`;
