import { expect, test } from "bun:test";
import { Deferred, Effect, Fiber, Layer, Option, Result } from "effect";
import { layerAccountStore } from "../../../../adapters/postgres/store/account_store.ts";
import { INSERT_ORDER, orderParameters } from "../../../../adapters/postgres/store/order_row.ts";
import { layerOrderStore } from "../../../../adapters/postgres/store/order_store.ts";
import { Sql } from "../../../../adapters/postgres/engine/sql.ts";
import { layerWalletStore } from "../../../../adapters/postgres/store/wallet_store.ts";
import { LISTED_STATES } from "../../../../core/order/mod.ts";
import { type NewOrder, OrderStore } from "../../../../core/port/order_store.ts";
import {
  finalAs,
  idempotencyKeyOf,
  newOrder,
  NOON_MS,
  STORED,
} from "../../../contract/order_fixture.ts";
import { stageOwner } from "../../../contract/staged_owner.ts";
import { copiedOrders } from "../copied_orders.ts";
import { anyMigratedSql, describeOn, migratedSqls } from "../migrated_sql.ts";

const stores = Layer.mergeAll(layerOrderStore, layerWalletStore, layerAccountStore);
const ROLLED_BACK = Effect.fail("rolled back");

const stageOrder = Effect.gen(function* () {
  const owner = yield* stageOwner;
  const added = newOrder(owner);
  const store = yield* OrderStore;
  yield* store.add(added);
  return { owner, store, order: added.order, query: (yield* Sql).query };
});

describeOn("an order", anyMigratedSql(), stores, (run) => {
  test("loses its old key, however many there are", () =>
    run(Effect.gen(function* () {
      const { order, store, query } = yield* stageOrder;
      yield* query(COPY_KEYED, [order.id]);
      yield* store.forgetIdempotencyKeys(order.createdMs + 1_200);
      expect(yield* query(KEYED_COPIES, [order.id])).toEqual([{ request_sha256: "1200" }]);
    })));

  test("becomes final whatever characters the venue writes", () =>
    run(Effect.gen(function* () {
      const { order: { id, state: { orderId } }, store } = yield* stageOrder;
      const [message, retryAfterSec] = ["not\0 filled", Option.none()];
      const refusal = { reason: "killed", message, retryAfterSec } as const;
      const state = finalAs({ kind: "refused", refusal }, orderId);
      yield* store.note({ id, state, latencyMs: Option.none(), lookUpAtMs: 0 });
      expect(Option.getOrThrow(yield* store.find(id)).state)
        .toMatchObject({ outcome: { refusal: { message: "not filled" } } });
    })));

  test("has its key reserved for as many milliseconds as were asked for", () =>
    run(Effect.gen(function* () {
      const { store, query } = yield* stageOrder;
      yield* store.reserve({ accountId: "a", idempotencyKey: "ms", orderId: "o", forMs: 600_000 });
      const [row] = yield* query(LEFT_SEC);
      expect(Number(row?.["left_sec"])).toBeWithin(300, 600.001);
    })));
});

const COPY_KEYED = copiedOrders(
  1_200,
  "'idempotency_key', 'copy ' || n, 'request_sha256', n::text, 'created_ms', created_ms + n, " +
    "'state', 'final', 'ending', 'matched', 'is_reconciled', false",
);
const KEYED_COPIES = `
  select request_sha256 from orders where id like $1 || '_%' and idempotency_key is not null
`;
const LEFT_SEC = `
  select extract(epoch from until - clock_timestamp())::text as left_sec
  from idempotency_reservations where idempotency_key = 'ms'
`;

/** The embedded store has one connection: nothing else can be in progress beside a statement. */
const [, server] = migratedSqls();
describeOn("an order that is being stored", server, stores, (run) => {
  test("delays neither a listing nor the sum of a day", () =>
    run(Effect.gen(function* () {
      const { order: { walletId }, store } = yield* stageOrder;
      const read = Effect.all([
        store.spentE6({ walletId, startMs: NOON_MS, endMs: NOON_MS + 1 }),
        store.list({
          walletId,
          states: LISTED_STATES,
          conditionId: Option.none(),
          after: Option.none(),
          limit: 1,
        }),
      ]);
      const found = yield* Sql.use(({ transaction }) =>
        transaction((inside) =>
          inside.query("select spent_e6($1, 0, 1)", [walletId]).pipe(
            Effect.andThen(
              inside.query("select 1 from wallets where id = $1 for update", [walletId]),
            ),
            Effect.andThen(Effect.result(read)),
          )
        )
      );
      expect(Result.getOrThrow(found)[0]).toBe(2_500_000n);
    })));

  test("keeps its key until then: another one takes it over only after that", () =>
    run(Effect.gen(function* () {
      const { owner, store } = yield* stageOrder;
      const sql = yield* Sql;
      const key = crypto.randomUUID();
      const [blocker, slow, quick] = [
        newOrder(owner, { key }),
        newOrder(owner, { key, isReserved: true }),
        newOrder(owner, { key }),
      ];
      const reserve = ({ order }: NewOrder, forMs: number) =>
        store.reserve({
          accountId: owner.accountId,
          idempotencyKey: idempotencyKeyOf(order),
          orderId: order.id,
          forMs,
        });
      /** Waits until a process waits for this one, and returns it. */
      const waiterOf = Effect.fnUntraced(function* (pid: number) {
        for (;;) {
          const [row] = yield* sql.query(WAITER_OF, [pid]);
          if (row !== undefined) return Number(row["pid"]);
        }
      });

      // Its time has ended, and nobody has taken it yet.
      expect(yield* reserve(slow, 0)).toBe(true);
      const blocking = yield* Deferred.make<number>();
      const mayEnd = yield* Deferred.make<void>();
      const blocked = yield* Effect.forkChild(
        sql.transaction(Effect.fnUntraced(function* (inside) {
          yield* inside.query(INSERT_ORDER, orderParameters(blocker));
          const [row] = yield* inside.query("select pg_backend_pid() as pid");
          yield* Deferred.succeed(blocking, Number(row?.["pid"]));
          yield* Deferred.await(mayEnd);
          return yield* ROLLED_BACK;
        })),
        { startImmediately: true },
      );
      const blockerPid = yield* Deferred.await(blocking);
      const adding = yield* Effect.forkChild(store.add(slow), { startImmediately: true });
      const addingPid = yield* waiterOf(blockerPid);
      const taking = yield* Effect.forkChild(reserve(quick, 60_000), { startImmediately: true });
      yield* Effect.raceFirst(waiterOf(addingPid), Fiber.await(taking));
      expect(taking.pollUnsafe()).toBeUndefined();
      yield* Deferred.succeed(mayEnd, undefined);
      yield* Fiber.await(blocked);
      expect(yield* Fiber.join(adding)).toEqual(STORED);
      expect(yield* Fiber.join(taking)).toBe(true);
    })));
});

const WAITER_OF = `
  select pid from pg_stat_activity where $1::int = any(pg_blocking_pids(pid)) limit 1
`;
