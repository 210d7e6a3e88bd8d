import { describe, expect, test } from "bun:test";
import { Effect, Layer } from "effect";
import { layerAccountStore } from "../../../adapters/postgres/account_store.ts";
import { CLAIM, PRUNE } from "../../../adapters/postgres/hook_message.ts";
import { layerHookStore, PRUNINGS_A_VACUUM } from "../../../adapters/postgres/hook_store.ts";
import { layerOrderStore } from "../../../adapters/postgres/order_store.ts";
import { Sql } from "../../../adapters/postgres/sql.ts";
import { layerWalletStore } from "../../../adapters/postgres/wallet_store.ts";
import { HookStore } from "../../../core/port/mod.ts";
import { hookOutboxContract } from "../../contract/hook_outbox_contract.ts";
import { hookStoreContract } from "../../contract/hook_store_contract.ts";
import { withReason } from "../../skip_reason.ts";
import { fillInside } from "./fill_table.ts";
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
      const text = JSON.stringify(plan);
      expect(text).toContain("Scan using hook_messages_by_age on hook_messages ");
      expect(text).toMatch(/Index Cond: \(\(state = [^)]+\) AND \(created_ms < /);
    });

    test("finds what is due by the index of what waits, however much was delivered", async () => {
      const plan = await run(Sql.use(({ transaction }) =>
        // Rolled back: the other tests find the tables empty.
        Effect.flip(transaction((inside) =>
          Effect.gen(function* () {
            yield* fillInside(inside, FILL_HOOKS);
            yield* fillInside(inside, FILL_OUTBOX);
            yield* inside.script("analyze hooks; analyze hook_messages", { timeoutMs: 60_000 });
            const rows = yield* inside.query(`explain ${CLAIM}`, ["20000", "0", "4", "256", ""]);
            return yield* Effect.fail(rows);
          })
        ))
      ));
      const text = JSON.stringify(plan);
      expect(text).toContain("Scan using hook_messages_waiting on hook_messages ");
      expect(text).not.toContain("hook_messages_by_age");
    });

    // A server is vacuumed by itself.
    if (world.name === "embedded PostgreSQL") {
      test("does not grow with what was delivered and forgotten", async () => {
        const sizes = await run(Effect.gen(function* () {
          const { query } = yield* Sql;
          const { prune } = yield* HookStore;
          const measured: number[] = [];
          for (const time of [1, 2, 3]) {
            yield* query(FILL_DELIVERED);
            const [row] = yield* query(SIZE_OF_OUTBOX);
            measured[time - 1] = Number(row?.["bytes"]);
            for (let times = 0; times < PRUNINGS_A_VACUUM; times += 1) {
              yield* prune({ deliveredMs: 10, lostMs: 0 });
            }
          }
          return measured;
        }));
        const [first = 0, , third = 0] = sizes;
        expect(first).toBeGreaterThan(1_000_000);
        expect(third / first).toBeLessThan(1.5);
      });
    }

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

/** Ten webhooks, of which only two have not got all of their messages. */
const FILL_HOOKS = `
  with owner as (
    insert into accounts (id, email, created_ms) values ('full', 'f@x', 1) returning id
  )
  insert into hooks (
    id, account_id, url, events, assets, intervals, secret_key_id, secret_box, created_ms, since_ms
  )
  select 'hook_' || number, owner.id, '', '{}', '{}', '{}', 'k', 'b', 1, 1
  from owner cross join generate_series(1, 10) as number
`;
const FILL_OUTBOX = `
  insert into hook_messages (
    hook_id, event, event_key, event_ms, body, state, created_ms, next_ms
  )
  select 'hook_' || number, 'window.opened', at::text, at, '{}',
    case when number <= 2 and at > 1000 then 'waiting' else 'delivered' end, at, at
  from generate_series(1, 10) as number cross join generate_series(1, 2000) as at
`;

const FILL_DELIVERED = `
  insert into hook_messages (
    hook_id, event, event_key, event_ms, body, state, created_ms, next_ms
  )
  select 'hook_gone', 'window.opened', at::text, 1, repeat('x', 300), 'delivered', 1, 1
  from generate_series(1, 3000) as at
`;
const SIZE_OF_OUTBOX = "select pg_table_size('hook_messages')::text as bytes";
