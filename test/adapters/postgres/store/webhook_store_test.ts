import { expect, test } from "bun:test";
import { Effect } from "effect";
import {
  layerWebhookStore,
  PRUNINGS_A_VACUUM,
} from "../../../../adapters/postgres/store/webhook_store.ts";
import { Sql } from "../../../../adapters/postgres/engine/sql.ts";
import { WebhookStore } from "../../../../core/port/webhook_store.ts";
import { describeOn, migratedSqls } from "../migrated_sql.ts";

/** A server is vacuumed by itself. */
const [embedded] = migratedSqls();

describeOn("the outbox of webhooks", embedded, layerWebhookStore, (run) => {
  test("does not grow with what was delivered and forgotten", () =>
    run(Effect.gen(function* () {
      const { query } = yield* Sql;
      const { prune } = yield* WebhookStore;
      const sizes: number[] = [];
      for (let time = 0; time < 3; time += 1) {
        yield* query(FILL_DELIVERED);
        const [row] = yield* query(SIZE_OF_OUTBOX);
        sizes.push(Number(row?.["bytes"]));
        for (let times = 0; times < PRUNINGS_A_VACUUM; times += 1) {
          yield* prune({ deliveredMs: 10, lostMs: 0 });
        }
      }
      const [first = 0, , third = 0] = sizes;
      expect(first).toBeGreaterThan(500_000);
      expect(third / first).toBeLessThan(1.5);
    })));

  test("forgets what waits for a webhook that was removed meanwhile", () =>
    run(Effect.gen(function* () {
      const { query } = yield* Sql;
      const { prune, state } = yield* WebhookStore;
      yield* query(`
        insert into webhook_messages
          (webhook_id, event, event_key, event_ms, body, created_ms, next_ms)
        values ('hook_removed', 'order.settled', 'order.settled:o1', 1, '{}', 1, 1)
      `);
      yield* prune({ deliveredMs: 0, lostMs: 0 });
      expect((yield* state).waiting).toBe(0);
    })));
});

const FILL_DELIVERED = `
  insert into webhook_messages (
    webhook_id, event, event_key, event_ms, body, state, created_ms, next_ms
  )
  select 'hook_gone', 'window.opened', at::text, 1, repeat('x', 300), 'delivered', 1, 1
  from generate_series(1, 1500) as at
`;
const SIZE_OF_OUTBOX = "select pg_table_size('webhook_messages')::text as bytes";
