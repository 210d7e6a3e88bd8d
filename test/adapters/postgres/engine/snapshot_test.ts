import { describe, expect, test } from "bun:test";
import { Effect, type Layer, Option } from "effect";
import { layerMigrated } from "../../../../adapters/postgres/engine/migrate.ts";
import { readIfSmall, useSnapshot } from "../../../../adapters/postgres/engine/snapshot.ts";
import { Sql } from "../../../../adapters/postgres/engine/sql.ts";
import { withReason } from "../../../skip_reason.ts";
import { addTargets } from "../../../app/command/backup/stored_world.ts";
import { layerFreshSchema, serverSkip } from "../fresh_schema.ts";
import { EMPTY_SQLS } from "../migrated_sql.ts";
import { insertRows } from "../stored_rows.ts";

/** Several times what is fetched together. */
const TARGETS = 1_000;

describe("a snapshot of a store", () => {
  test.skipIf(serverSkip.skip !== undefined)(
    withReason("has what was stored when it began, whatever is written to it", serverSkip.skip),
    async () => {
      const reading = Effect.gen(function* () {
        const sql = yield* Sql;
        yield* addTargets(TARGETS, 1)(sql);
        return yield* useSnapshot(({ rows }) =>
          Effect.promise(async () => {
            const seen: Array<string> = [];
            let isWritten = false;
            for await (const batch of rows) {
              if (!isWritten) {
                isWritten = true;
                await Effect.runPromise(sql.script(`
                  delete from targets where start_sec > 300;
                  insert into accounts values ('later', 'later@x.y', 1);
                  insert into outcome_markets
                    values ('mainnet', 1, 'BTC', '1d', 1, 2, '78213', 1)
                `));
              }
              seen.push(...batch.rows);
            }
            return seen;
          })
        );
      });
      const seen = await Effect.runPromise(
        Effect.provide(reading, layerMigrated(layerFreshSchema() as Layer.Layer<Sql>)),
      );
      expect(seen.filter((row) => row.includes('"start_sec"'))).toHaveLength(TARGETS);
      expect(seen.filter((row) => row.includes("later@x.y"))).toEqual([]);
    },
  );
});

describe.each(EMPTY_SQLS)("a store in $name", ({ layer, ...server }) => {
  const skip = "skip" in server ? server.skip : undefined;
  test.skipIf(skip !== undefined)(
    withReason("is read at once where it is small, and only there", skip),
    async () => {
      const reading = Effect.gen(function* () {
        const sql = yield* Sql;
        yield* insertRows(sql);
        const whole = yield* useSnapshot(({ migrations, rows }) =>
          Effect.map(
            Effect.promise(() => Array.fromAsync(rows)),
            (tables) => ({ migrations, tables }),
          )
        );
        const small = yield* readIfSmall;
        yield* addTargets(800, 8)(sql);
        return { whole, small, large: yield* readIfSmall };
      });
      const { whole, small, large } = await Effect.runPromise(
        Effect.provide(reading, layerMigrated(layer as Layer.Layer<Sql>)),
      );
      expect(whole.migrations.length).toBeGreaterThan(0);
      expect(whole.tables.filter(({ rows }) => rows.length > 0).length).toBeGreaterThan(20);
      expect(small).toEqual(Option.some(whole));
      expect(large).toEqual(Option.none());
    },
  );
});
