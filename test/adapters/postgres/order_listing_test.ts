import { expect, test } from "bun:test";
import { Effect, Layer, Option, Result } from "effect";
import { layerAccountStore } from "../../../adapters/postgres/account_store.ts";
import { listStatement } from "../../../adapters/postgres/order_listing.ts";
import { layerOrderStore } from "../../../adapters/postgres/order_store.ts";
import { Sql } from "../../../adapters/postgres/sql.ts";
import { layerWalletStore } from "../../../adapters/postgres/wallet_store.ts";
import { LISTED_STATES } from "../../../core/order/mod.ts";
import { PAGE_LIMIT } from "../../../core/page/mod.ts";
import { AccountStore, OrderStore, WalletStore } from "../../../core/port/mod.ts";
import { conditionOf } from "../../condition.ts";
import { newAccount } from "../../contract/account_store_contract.ts";
import { newSecrets, newWallet } from "../../contract/new_wallet.ts";
import { newOrder, NOON_MS } from "../../contract/order_fixture.ts";
import { explainedPlan, type PlanNode } from "./explained_plan.ts";
import { fillTable } from "./fill_table.ts";
import { describeOn, migratedSqls } from "./migrated_sql.ts";

const layerStores = Layer.mergeAll(layerOrderStore, layerWalletStore, layerAccountStore);
const ORDERS = 20_000;
const TIMEOUT_MS = 300_000;

/** A wallet with one order, and copies of it: nearly all matched, in 50 markets, some at once. */
const stageMany = Effect.gen(function* () {
  const account = yield* AccountStore.use(({ addAccount }) => addAccount(newAccount()));
  const wallet = newWallet(account.id);
  yield* WalletStore.use(({ add }) => add({ wallet, secrets: newSecrets() }));
  const added = newOrder({ accountId: account.id, walletId: wallet.id });
  yield* OrderStore.use(({ add }) => add(added));
  yield* fillTable(`
      insert into orders (
        id, account_id, wallet_id, slug, outcome, token_id, condition_id, side, order_type, amount,
        is_neg_risk, body, worth_e6, order_id, state, sent_ms, settlement, is_reconciled,
        refusal_reason, refusal_words, created_ms, look_up_at_ms
      )
      select id || n, account_id, wallet_id, slug, outcome, token_id,
        '0x' || lpad(to_hex(n % 50), 64, '0'), side, order_type, amount, is_neg_risk, body,
        worth_e6, order_id || n, 'settled', sent_ms,
        case when n % 5000 = 0 then 'refused' else 'matched' end, false,
        case when n % 5000 = 0 then 'funds' end, case when n % 5000 = 0 then 'no' end,
        created_ms + n / 3, look_up_at_ms
      from orders, generate_series(1, ${ORDERS}) n where id = '${added.order.id}'
    `);
  return wallet.id;
});

function scansIn(node: PlanNode): ReadonlyArray<PlanNode> {
  const inside = (node.Plans ?? []).flatMap(scansIn);
  return node["Relation Name"] === "orders" ? [node, ...inside] : inside;
}

for (const world of migratedSqls()) {
  describeOn(world, {
    what: "a listing of orders",
    stores: layerStores,
    tests: (run) => {
      test("reads a page's orders and no others, whatever the filters", async () => {
        const walletId = await run(stageMany);
        const read = (listing: Partial<Parameters<typeof listStatement>[0]>) =>
          run(Sql.use((sql) => {
            const { text, parameters } = listStatement({
              walletId,
              states: LISTED_STATES,
              conditionId: Option.none(),
              after: Option.none(),
              limit: 20,
              ...listing,
            });
            return Effect.map(explainedPlan(sql, text, parameters), scansIn);
          }));
        const half = Option.some({ createdMs: NOON_MS + ORDERS / 8, id: "0" });
        for (const after of [Option.none(), half]) {
          for (const conditionId of [Option.none(), Option.some(conditionOf(7))]) {
            for (const states of [LISTED_STATES, ["matched"], ["refused", "unknown"]] as const) {
              const scans = await read({ after, conditionId, states });
              expect(scans).toHaveLength(states.length);
              for (const scan of scans) {
                expect(scan["Index Name"]).toMatch(/^orders_listed(_in_market)?$/);
                expect(scan["Rows Removed by Filter"] ?? 0).toBe(0);
              }
              // The page, and the next order of each state.
              const rows = scans.map((scan) => scan["Actual Rows"] * scan["Actual Loops"]);
              expect(rows.reduce((sum, count) => sum + count, 0))
                .toBeLessThanOrEqual(PAGE_LIMIT.usual + 1 + states.length);
            }
          }
        }
      }, TIMEOUT_MS);

      const isAlone = world.name === "embedded PostgreSQL";
      const name = isAlone
        ? "and the sum of a day are what they are; no order can be in progress beside them"
        : "and the sum of a day wait for no order of the wallet";
      test(name, async () => {
        const walletId = await run(stageMany);
        const read = OrderStore.use((store) =>
          Effect.all([
            store.spentE6({ walletId, startMs: NOON_MS, endMs: NOON_MS + 1 }),
            store.list({
              walletId,
              states: LISTED_STATES,
              conditionId: Option.none(),
              after: Option.none(),
              limit: 1,
            }),
          ])
        );
        if (isAlone) {
          // It has one connection.
          expect((await run(read))[0]).toBe(7_500_000n);
          return;
        }
        const found = await run(
          Sql.use((sql) =>
            sql.transaction((inside) =>
              inside.query("select spent_e6($1, 0, 1)", [walletId]).pipe(
                Effect.andThen(inside.query("select 1 from wallets where id = $1 for update", [
                  walletId,
                ])),
                Effect.andThen(Effect.result(read)),
              )
            )
          ),
        );
        expect(Result.getOrThrow(found)[0]).toBe(7_500_000n);
      }, TIMEOUT_MS);
    },
  });
}
