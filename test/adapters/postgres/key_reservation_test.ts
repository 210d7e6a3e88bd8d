import { expect, test } from "bun:test";
import { Deferred, Effect, Fiber, Layer } from "effect";
import { layerAccountStore } from "../../../adapters/postgres/account_store.ts";
import { INSERT_ORDER, orderParameters } from "../../../adapters/postgres/order_row.ts";
import { layerOrderStore } from "../../../adapters/postgres/order_store.ts";
import { Sql } from "../../../adapters/postgres/sql.ts";
import { layerWalletStore } from "../../../adapters/postgres/wallet_store.ts";
import { AccountStore, type NewOrder, OrderStore, WalletStore } from "../../../core/port/mod.ts";
import { newAccount } from "../../contract/account_store_contract.ts";
import { newSecrets, newWallet } from "../../contract/new_wallet.ts";
import { keyOf, newOrder } from "../../contract/order_fixture.ts";
import { describeOn, migratedSqls } from "./migrated_sql.ts";

const stores = Layer.mergeAll(layerOrderStore, layerWalletStore, layerAccountStore);
const ROLLED_BACK = Effect.fail("rolled back");
const worlds = migratedSqls();

for (const world of worlds) {
  describeOn(world, {
    what: "a key's reservation",
    stores,
    tests: (run) => {
      test("lasts as many milliseconds as were asked for, by the server's clock", () =>
        run(Effect.gen(function* () {
          const store = yield* OrderStore;
          yield* store.reserve({ accountId: "a", key: "ms", orderId: "o", forMs: 600_000 });
          const [row] = yield* Sql.use(({ query }) => query(LEFT_SEC));
          expect(Number(row?.["left_sec"])).toBeWithin(300, 600.001);
        })));
    },
  });
}

const LEFT_SEC = `
  select extract(epoch from until - clock_timestamp())::text as left_sec
  from key_reservations where key = 'ms'
`;

for (const world of worlds.filter(({ name }) => name === "PostgreSQL server")) {
  describeOn(world, {
    what: "a key that is being stored under",
    stores,
    tests: (run) => {
      test("is taken over only after that", () =>
        run(Effect.gen(function* () {
          const [store, sql] = [yield* OrderStore, yield* Sql];
          const account = yield* AccountStore.use(({ addAccount }) => addAccount(newAccount()));
          const wallet = newWallet(account.id);
          yield* WalletStore.use(({ add }) => add({ wallet, secrets: newSecrets() }));
          const owner = { accountId: account.id, walletId: wallet.id };
          const key = crypto.randomUUID();
          const [blocker, slow, quick] = [
            newOrder(owner, { key }),
            newOrder(owner, { key, isReserved: true }),
            newOrder(owner, { key }),
          ];
          const reserve = ({ order }: NewOrder, forMs: number) =>
            store.reserve({ accountId: account.id, key: keyOf(order), orderId: order.id, forMs });
          /** Waits until a process waits for this one, and returns it. */
          const waiterOf = Effect.fnUntraced(function* (pid: number) {
            for (;;) {
              const [row] = yield* sql.query(WAITER_OF, [pid]);
              if (row !== undefined) return Number(row["pid"]);
              yield* Effect.sleep(5);
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
          const taking = yield* Effect.forkChild(reserve(quick, 60_000), {
            startImmediately: true,
          });
          yield* Effect.raceFirst(waiterOf(addingPid), Fiber.await(taking));
          expect(taking.pollUnsafe()).toBeUndefined();
          yield* Deferred.succeed(mayEnd, undefined);
          yield* Fiber.await(blocked);
          expect(yield* Fiber.join(adding)).toEqual({ kind: "stored" });
          expect(yield* Fiber.join(taking)).toBe(true);
        })));
    },
  });
}

const WAITER_OF = `
  select pid from pg_stat_activity where $1::int = any(pg_blocking_pids(pid)) limit 1
`;
