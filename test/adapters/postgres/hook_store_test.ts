import { describe, expect, test } from "bun:test";
import { Effect, Layer } from "effect";
import { layerAccountStore } from "../../../adapters/postgres/account_store.ts";
import { PRUNE } from "../../../adapters/postgres/hook_message.ts";
import { layerHookStore } from "../../../adapters/postgres/hook_store.ts";
import { layerOrderStore } from "../../../adapters/postgres/order_store.ts";
import { Sql } from "../../../adapters/postgres/sql.ts";
import { layerWalletStore } from "../../../adapters/postgres/wallet_store.ts";
import { HookStore } from "../../../core/port/mod.ts";
import { hookOutboxContract } from "../../contract/hook_outbox_contract.ts";
import { hookStoreContract } from "../../contract/hook_store_contract.ts";
import { withReason } from "../../skip_reason.ts";
import { migratedSqls } from "./migrated_sql.ts";

const layerStores = Layer.mergeAll(
  layerHookStore,
  layerOrderStore,
  layerWalletStore,
  layerAccountStore,
);

for (const world of migratedSqls()) {
  const staged = { ...world, layer: Layer.provide(layerStores, world.layer) };
  hookStoreContract(staged);
  hookOutboxContract(staged);

  const suite = world.skip === undefined ? describe : describe.skip;
  suite(withReason(`the outbox of webhooks: ${world.name}`, world.skip), () => {
    const run = <A>(effect: Effect.Effect<A, unknown, Sql | HookStore>) =>
      Effect.runPromise(
        Effect.provide(effect, Layer.provideMerge(layerHookStore, world.layer)).pipe(Effect.scoped),
      );

    test("finds old messages by their index, however many it has", async () => {
      const plan = await run(Sql.use(({ transaction }) =>
        transaction((inside) =>
          // A table this small would be read as a whole.
          Effect.andThen(
            inside.query("set local enable_seqscan = off"),
            inside.query(`explain ${PRUNE}`, ["1", "1"]),
          )
        )
      ));
      expect(JSON.stringify(plan)).toMatch(/Index Cond: \(+created_ms /);
    });

    test("forgets what waits for a webhook that was removed meanwhile", async () => {
      const left = await run(Effect.gen(function* () {
        const { query } = yield* Sql;
        const { prune, state } = yield* HookStore;
        yield* query(`
          insert into hook_messages (hook_id, event, event_key, event_ms, body, created_ms, next_ms)
          values ('hook_removed', 'order.settled', 'order.settled:o1', 1, '{}', 1, 1)
        `);
        yield* prune({ deliveredMs: 0, lostMs: 0 });
        return yield* state;
      }));
      expect(left.waiting).toBe(0);
    });
  });
}
