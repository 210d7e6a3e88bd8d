/**
 * Orders in PostgreSQL.
 *
 * @module
 */
import { Effect, Layer, Option } from "effect";
import { passedDayLimit, spendingDayOf } from "../../core/order/mod.ts";
import {
  IDEMPOTENCY_MS,
  type NewOrder,
  OrderStore,
  type Stored,
  type StoredOrder,
} from "../../core/port/mod.ts";
import { failingTo } from "./failing_to.ts";
import {
  INSERT_ORDER,
  ORDER_COLUMNS,
  orderParameters,
  SET_STATE,
  stateParameters,
  toStoredOrder,
} from "./order_row.ts";
import { type Queries, Sql, SqlFailed } from "./sql.ts";

/** Needs a {@linkcode Sql} whose migrations have run. */
export const layerOrderStore: Layer.Layer<OrderStore, never, Sql> = Layer.effect(
  OrderStore,
  Effect.gen(function* () {
    const sql = yield* Sql;
    const { query } = sql;
    return OrderStore.of({
      add: (added) => add(sql, added).pipe(failingTo("store an order")),
      ofKey: ({ accountId, key, sinceMs }) =>
        // A caller's own text, and the one character that PostgreSQL does not take.
        (key.includes("\0") ? Effect.succeed([]) : query(OF_KEY, [accountId, key])).pipe(
          Effect.map(([row]) => Option.map(Option.fromUndefinedOr(row), toStoredOrder)),
          Effect.map(Option.filter(({ createdMs }) => createdMs >= sinceMs)),
          failingTo("find an order"),
        ),
      replace: ({ id, from, to }) =>
        query(REPLACE, [id, ...stateParameters(to.state), to.body, from]).pipe(
          Effect.map((rows) => rows.length === 1),
          failingTo("put other bytes in the place of an order's"),
        ),
      note: ({ id, state, latencyMs, lookUpAtMs }) =>
        query(NOTE, [
          id,
          ...stateParameters(state),
          Option.getOrNull(Option.map(latencyMs, String)),
          String(lookUpAtMs),
        ]).pipe(Effect.asVoid, failingTo("note how an order stands")),
      takeDue: ({ nowMs, untilMs, limit, all }) =>
        query(TAKE_DUE, [String(nowMs), String(untilMs), String(limit), all]).pipe(
          Effect.map((rows) => rows.map(toStoredOrder)),
          failingTo("take orders to look up"),
        ),
      forgetKeys: (beforeMs) =>
        query(FORGET_KEYS, [String(beforeMs)]).pipe(
          Effect.asVoid,
          failingTo("forget idempotency keys"),
        ),
    });
  }),
);

/** One statement, unless the key is held or the wallet has a limit for a day. */
function add(
  sql: Sql["Service"],
  added: NewOrder,
): Effect.Effect<Stored, SqlFailed> {
  return Option.match(added.dayMaxE6, {
    onNone: () => insert(sql, added),
    onSome: () =>
      sql.transaction((inside) => insertLimited(inside, added)).pipe(
        Effect.catchTag(
          "LimitPassed",
          (limit) => Effect.succeed<Stored>({ kind: "limited", limit }),
        ),
      ),
  });
}

/** A key may be let go of by somebody else, and be taken again, so many times in all. */
const TRIES_MAX = 5;

const insert = Effect.fnUntraced(function* (
  { query }: Queries,
  added: NewOrder,
): Effect.fn.Return<Stored, SqlFailed> {
  const { order } = added;
  const key = Option.getOrNull(Option.map(order.idempotency, ({ key }) => key));
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const inserted = yield* query(INSERT_ORDER, orderParameters(added));
    if (inserted.length === 1) return { kind: "stored" };
    const [holder] = yield* query(OF_KEY, [order.accountId, key]);
    if (holder === undefined) continue;
    const by = toStoredOrder(holder);
    if (isKeyHeld(by, order)) return { kind: "held", by };
    yield* query(LET_GO, [by.id]);
  }
  return yield* new SqlFailed({ cause: new Error("others take the idempotency key every time") });
});

function isKeyHeld({ state, createdMs }: StoredOrder, rival: StoredOrder): boolean {
  return state.name !== "settled" || rival.createdMs - createdMs <= IDEMPOTENCY_MS;
}

/**
 * Orders of one wallet wait for each other here, each until the one before is committed, and only
 * a statement of its own sees that one then. What passes the limit is rolled back.
 */
const insertLimited = Effect.fnUntraced(function* (inside: Queries, added: NewOrder) {
  const { order } = added;
  yield* inside.query(LOCK_WALLET, [order.walletId]);
  const stored = yield* insert(inside, added);
  if (stored.kind !== "stored") return stored;
  const { startMs, endMs } = spendingDayOf(order.createdMs);
  const [spent] = yield* inside.query(SPENT, [
    order.walletId,
    String(startMs),
    String(endMs),
    order.id,
  ]);
  const limit = passedDayLimit(added, {
    orderE6: order.worthE6,
    spentE6: BigInt(String(spent?.["spent_e6"])),
  });
  return Option.isSome(limit) ? yield* limit.value : stored;
});

/** Leaves the row open to what refers to it, as every order does. */
const LOCK_WALLET = "select 1 from wallets where id = $1 for no key update";

const SPENT = `
  select coalesce(sum(worth_e6), 0)::text as spent_e6 from orders
  where wallet_id = $1 and created_ms >= $2::text::bigint and created_ms < $3::text::bigint
    and settlement is distinct from 'refused' and id <> $4
`;

const OF_KEY = `
  select ${ORDER_COLUMNS} from orders where account_id = $1 and idempotency_key = $2
`;

/** Only of what is settled, which it stays. */
const LET_GO = "update orders set idempotency_key = null, request_sha256 = null where id = $1";

const REPLACE = `
  ${SET_STATE}, body = $14 where id = $1 and state = 'sent' and order_id = $15 returning id
`;

const NOTE = `
  ${SET_STATE}, latency_ms = $14::text::float8,
    look_up_at_ms = case when $3 = 'settled' then look_up_at_ms else $15::text::bigint end
  where id = $1 and state <> 'settled' and order_id = $2
`;

/** What others hold at this moment is theirs; nobody waits for it. */
const TAKE_DUE = `
  with due as materialized (
    select id from orders
    where state <> 'settled' and ($4 or look_up_at_ms <= $1::text::bigint)
    order by created_ms, id collate "C"
    limit $3::text::bigint
    for update skip locked
  ), taken as (
    update orders set look_up_at_ms = $2::text::bigint where id in (select id from due)
    returning *
  )
  select ${ORDER_COLUMNS} from taken order by taken.created_ms, taken.id collate "C"
`;

const FORGET_KEYS = `
  update orders set idempotency_key = null, request_sha256 = null
  where idempotency_key is not null and state = 'settled' and created_ms < $1::text::bigint
`;
