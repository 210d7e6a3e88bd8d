import { afterAll, describe, expect, test } from "bun:test";
import { Effect, Layer, Option } from "effect";
import { layerAccountStore } from "../../../adapters/postgres/account_store.ts";
import { layerMigrated } from "../../../adapters/postgres/migrate.ts";
import { layerOrderStore, TAKE_DUE } from "../../../adapters/postgres/order_store.ts";
import { Sql, SqlFailed } from "../../../adapters/postgres/sql.ts";
import { layerSqlEmbedded } from "../../../adapters/postgres/sql_embedded.ts";
import { layerWalletStore } from "../../../adapters/postgres/wallet_store.ts";
import { AccountStore, OrderStore, StoreFailed, WalletStore } from "../../../core/port/mod.ts";
import { makeFolder } from "../../temporary_folder.ts";
import { newAccount } from "../../contract/account_store_contract.ts";
import { finalAs, keyOf, newOrder } from "../../contract/order_fixture.ts";
import { orderStoreContract } from "../../contract/order_store_contract.ts";
import { newSecrets, newWallet } from "../../contract/new_wallet.ts";
import { layerOtherPool } from "./fresh_schema.ts";
import { describeOn, migratedSqls } from "./migrated_sql.ts";

const layerStores = Layer.mergeAll(layerOrderStore, layerWalletStore, layerAccountStore);
const [embedded, server] = migratedSqls();
if (embedded === undefined || server === undefined) throw new Error("there are two databases");

orderStoreContract({ ...embedded, layer: Layer.provide(layerStores, embedded.layer) });
orderStoreContract({
  ...server,
  layer: Layer.provide(layerStores, server.layer),
  replica: Layer.provide(layerOrderStore, Layer.provide(layerOtherPool, server.layer)),
});

for (const world of [embedded, server]) {
  describeOn(world, {
    what: "orders",
    stores: layerStores,
    tests: (run) => {
      const staged = () =>
        run(Effect.gen(function* () {
          const account = yield* AccountStore.use(({ addAccount }) => addAccount(newAccount()));
          const wallet = newWallet(account.id);
          yield* WalletStore.use(({ add }) => add({ wallet, secrets: newSecrets() }));
          const added = newOrder({ accountId: account.id, walletId: wallet.id });
          yield* OrderStore.use(({ add }) => add(added));
          return { owner: { accountId: account.id, walletId: wallet.id }, order: added.order };
        }));

      test("lose their old keys, however many there are", async () => {
        const { order } = await staged();
        const left = await run(Effect.gen(function* () {
          const { query } = yield* Sql;
          yield* query(COPY_KEYED, [order.id]);
          yield* OrderStore.use(({ forgetKeys }) => forgetKeys(order.createdMs + 2_500));
          return yield* query(KEYED_COPIES, [order.id]);
        }));
        expect(left).toEqual([{ request_sha256: "2500" }]);
      });

      test("that are due are taken by their index, however many are", async () => {
        const { order } = await staged();
        const plan = await run(Sql.use(({ transaction }) =>
          // Rolled back: the other tests have no such orders.
          Effect.flip(transaction((inside) =>
            Effect.gen(function* () {
              yield* inside.query(COPY_SENT, [order.id]);
              yield* inside.script("analyze orders");
              const values = ["1", "20", String(order.createdMs + 9_000)];
              return yield* Effect.fail(yield* inside.query(`explain ${TAKE_DUE}`, values));
            })
          ))
        ));
        const text = JSON.stringify(plan);
        expect(text).toContain("Scan using orders_unresolved on orders ");
        expect(text).not.toContain("Seq Scan");
      });

      test("are guarded by the table itself", async () => {
        const { order: { id } } = await staged();
        const changes = [
          "state = 'unknown'",
          "state = 'settled'",
          "state = 'signed'",
          "state = 'settled', settlement = 'live', is_reconciled = true",
          "state = 'settled', settlement = 'refused', is_reconciled = true",
          "settlement = 'matched'",
          "state = 'unknown', why = 'x', is_at_venue = true, settlement = 'live'",
          "why = 'x'",
          "idempotency_key = null",
          "worth_e6 = -1",
          "wallet_id = 'nobody'",
        ];
        for (const change of changes) {
          const refusal = Sql.use((sql) =>
            Effect.flip(sql.query(`update orders set ${change} where id = '${id}'`))
          );
          expect((await run(refusal)).message).toContain("constraint");
        }
      });

      test("are not taken of a wallet that is not stored, with a limit or without", async () => {
        const { owner } = await staged();
        for (const limit of [{}, { dayMaxE6: 10n ** 18n }]) {
          const stray = newOrder({ ...owner, walletId: crypto.randomUUID() }, limit);
          const failure = await run(OrderStore.use(({ add }) => Effect.flip(add(stray))));
          expect(failure).toBeInstanceOf(StoreFailed);
        }
      });

      test("become final whatever characters the venue writes", async () => {
        const { owner, order } = await staged();
        const message = "not\0 filled";
        const refusal = { reason: "not_filled", message, retryAfterSec: Option.none() } as const;
        const state = finalAs({ kind: "refused", refusal }, order.state.orderId);
        const found = await run(
          OrderStore.use((store) =>
            store.note({ id: order.id, state, latencyMs: Option.none(), lookUpAtMs: 0 }).pipe(
              Effect.andThen(
                store.ofKey({ accountId: owner.accountId, key: keyOf(order), atMs: 0 }),
              ),
            )
          ),
        );
        expect(Option.getOrThrow(found).state).toMatchObject({
          outcome: { refusal: { message: "not filled" } },
        });
      });

      test.each([
        ["account_id = 'x' and idempotency_key = 'y'", "orders_of_key"],
        ["state <> 'settled' and look_up_at_ms <= 5", "orders_due"],
        ["wallet_id = 'x' and created_ms >= 1 and created_ms < 9", "orders_of_wallet"],
        ["idempotency_key is not null and created_ms < 9", "orders_keyed"],
      ])("where %s are found by an index", async (condition, index) => {
        const plan = await run(
          Sql.use((sql) =>
            sql.transaction((inside) =>
              inside.script("set local enable_seqscan = off").pipe(
                Effect.andThen(inside.query(`explain select 1 from orders where ${condition}`)),
              )
            )
          ),
        );
        expect(JSON.stringify(plan)).toContain(index);
      });
    },
  });
}

describe("order store in PostgreSQL", () => {
  const failing = Layer.mock(Sql, {
    schema: "none",
    isShared: true,
    process: "test",
    query: () => Effect.fail(new SqlFailed({ cause: "gone" })),
  });

  test("fails as StoreFailed, names what could not be done, and no value", async () => {
    const added = newOrder({ accountId: "a", walletId: "w" });
    const { id, state } = added.order;
    const none = Option.none<bigint>();
    const failures = await Effect.runPromise(
      OrderStore.use((store) => {
        const asked = [
          store.add(added),
          store.add({ ...added, dayMaxE6: Option.some(1n) }),
          store.add({ ...added, isReserved: true }),
          store.reserve({ accountId: "a", key: "k", orderId: id, forMs: 1 }),
          store.release({ accountId: "a", key: "k", orderId: id }),
          store.ofKey({ accountId: "a", key: "k", atMs: 0 }),
          store.replace({
            id,
            from: "x",
            to: { body: "", state, notionalE6: 1n, loweredToE6: none, priceE6: none },
          }),
          store.note({ id, state, latencyMs: Option.none(), lookUpAtMs: 0 }),
          store.takeDue({ nowMs: 0, untilMs: 1, limit: 1, all: true }),
          store.forgetKeys(0),
          store.list({
            walletId: "w",
            states: ["sent"],
            conditionId: Option.none(),
            after: Option.none(),
            limit: 1,
          }),
          store.spentE6({ walletId: "w", startMs: 0, endMs: 1 }),
        ];
        return Effect.all(asked.map((effect) => Effect.flip(Effect.asVoid(effect))));
      }).pipe(Effect.provide(Layer.provide(layerOrderStore, failing))),
    );
    expect(failures.every((failure) => failure instanceof StoreFailed)).toBe(true);
    expect(failures.map(({ operation }) => operation)).toEqual([
      "store an order",
      "store an order",
      "store an order",
      "reserve a key",
      "release a key",
      "find an order",
      "replace an order's bytes",
      "store an order's state",
      "take orders to look up",
      "forget idempotency keys",
      "list a wallet's orders",
      "sum up a wallet's orders",
    ]);
  });

  const KILL_TIMEOUT_MS = 300_000;
  test("has what it acknowledged after kill -9", async () => {
    const folder = makeFolder();
    afterAll(folder.remove);
    const command = [process.execPath, `${import.meta.dir}/order_writer.ts`, folder.path];
    const child = Bun.spawn(command, { stdout: "pipe", stderr: "inherit" });
    let output = "";
    for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
      output += chunk;
      if (output.split("\n").length > 400) child.kill("SIGKILL");
    }
    await child.exited;
    const idsOf = (verb: string) =>
      [...output.matchAll(new RegExp(`^${verb} (\\S+)\n`, "gm"))].map(([, word = ""]) => word);
    const [accountId = ""] = idsOf("account");
    const sql = layerMigrated(layerSqlEmbedded({ dataDir: folder.path, schema: "strikeline" }));
    const statesOf = (keys: ReadonlyArray<string>) =>
      OrderStore.use(({ ofKey }) =>
        Effect.forEach(keys, (key) => ofKey({ accountId, key, atMs: 0 }))
      ).pipe(
        Effect.map((found) => found.map(Option.map(({ state }) => state.name))),
        Effect.provide(Layer.provide(layerOrderStore, sql)),
      );
    expect(idsOf("added").length).toBeGreaterThan(150);
    const added = await Effect.runPromise(statesOf(idsOf("added")));
    expect(added.every(Option.isSome)).toBe(true);
    const noted = await Effect.runPromise(statesOf(idsOf("noted")));
    expect(new Set(noted.map(Option.getOrNull))).toEqual(new Set(["final"]));
  }, KILL_TIMEOUT_MS);
});

/** Final copies of an order, created a millisecond after each other and numbered by their hash. */
const COPY_KEYED = `
  insert into orders (
    id, account_id, wallet_id, idempotency_key, request_sha256, slug, outcome, token_id,
    condition_id, side, order_type, amount, is_neg_risk, body, worth_e6, order_id, state, sent_ms,
    settlement, is_reconciled, created_ms, look_up_at_ms
  )
  select id || n, account_id, wallet_id, 'copy ' || n, n::text, slug, outcome, token_id,
    condition_id, side, order_type, amount, is_neg_risk, body, worth_e6, order_id || n, 'settled',
    sent_ms, 'matched', false, created_ms + n, look_up_at_ms
  from orders, generate_series(1, 2500) as n where id = $1
`;
const COPY_SENT = `
  insert into orders (
    id, account_id, wallet_id, slug, outcome, token_id, condition_id, side, order_type, amount,
    is_neg_risk, body, worth_e6, order_id, state, sent_ms, created_ms, look_up_at_ms
  )
  select id || n, account_id, wallet_id, slug, outcome, token_id, condition_id, side, order_type,
    amount, is_neg_risk, body, worth_e6, order_id || n, 'sent', sent_ms, created_ms + n,
    created_ms + n
  from orders, generate_series(1, 2500) as n where id = $1
`;
const KEYED_COPIES = `
  select request_sha256 from orders where id like $1 || '_%' and idempotency_key is not null
`;
