import { describe, expect, test } from "bun:test";
import { Effect } from "effect";
import { migrate } from "../../../adapters/postgres/engine/migrate.ts";
import {
  type Migration,
  OWN_MIGRATIONS,
} from "../../../adapters/postgres/engine/own_migrations.ts";
import { restoreStore } from "../../../adapters/postgres/store/restore_store.ts";
import { type TableRows, useSnapshot } from "../../../adapters/postgres/engine/snapshot.ts";
import { Sql } from "../../../adapters/postgres/engine/sql.ts";
import type { StoreWorld } from "../../contract/store_world.ts";
import { withReason } from "../../skip_reason.ts";
import { serverSkip } from "./fresh_schema.ts";
import { EMPTY_SQLS } from "./migrated_sql.ts";
import { insertRows, readRows, type RowsByTable } from "./stored_rows.ts";

const all = OWN_MIGRATIONS;

/** What a migration only adds beside a table changes none of its rows. */
const changesRows = ({ text }: Migration) => /alter table|update/i.test(text);
/** So many migrations as some version had, each before one that changes rows, and the latest. */
const versions = all.flatMap((each, at) => at > 0 && changesRows(each) ? [at] : []);
const [embedded, server] = EMPTY_SQLS;
/** Both read the same statements: where there is a server, it alone starts from every version. */
const counts = [1, ...versions, all.length];
const worlds: ReadonlyArray<StoreWorld<Sql> & { readonly counts: ReadonlyArray<number> }> = [
  { ...embedded, counts: serverSkip.skip === undefined ? [all.length] : counts },
  { ...server, counts },
];

/** Columns that a migration has dropped, or whose values are written in other words since. */
const DROPPED: ReadonlySet<string> = new Set([
  "wallets.are_allowances_ready",
  "orders.state",
  "hook_messages.order_id",
  "webhook_messages.order_id",
]);

/** Tables and columns by what a migration calls them since. */
const RENAMED = new Map([
  ["hooks", "webhooks"],
  ["hook_messages", "webhook_messages"],
  ["hook_id", "webhook_id"],
  ["worth_e6", "notional_e6"],
  ["settlement", "ending"],
  ["refusal_words", "refusal_message"],
]);
const nowCalled = (name: string) => RENAMED.get(name) ?? name;

/** The tables whose rows an insert adds, rather than a migration. */
const filled = (rows: RowsByTable) =>
  [...rows].filter(([name, of]) => name !== "games_head" && of.length > 0).map(([name]) => name);

/** Expects every value of before to be there still, but for those of dropped columns. */
function expectIntact(before: RowsByTable, after: RowsByTable): void {
  for (const [table, rows] of before) {
    const kept = rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).filter(([column]) => !DROPPED.has(`${table}.${column}`))
          .map(([column, value]) => [nowCalled(column), value]),
      )
    );
    expect({ table, rows: after.get(nowCalled(table)) }).toMatchObject({ table, rows: kept });
  }
}

/** All that a snapshot has, in memory. */
const takeSnapshot = useSnapshot(({ migrations, rows }) =>
  Effect.promise(async () => ({ migrations, rows: await Array.fromAsync(rows) }))
);

async function* replay(rows: ReadonlyArray<TableRows>) {
  yield* rows;
}

/** A store of so many migrations, with data; what becomes of it, and of its backup. */
const goThrough = (count: number) =>
  Effect.gen(function* () {
    const sql: Sql["Service"] = yield* Sql;
    yield* sql.script(`drop schema if exists "${sql.schema}" cascade`);
    yield* migrate(all.slice(0, count));
    yield* insertRows(sql);
    const before = yield* readRows(sql);
    const snapshot = yield* takeSnapshot;
    yield* migrate(all);
    const migrated = yield* readRows(sql);
    yield* restoreStore({
      migrations: snapshot.migrations,
      rows: replay(snapshot.rows),
      isReplacing: true,
    });
    const restored = yield* readRows(sql);
    // The database goes on counting where it was.
    const [scan] = yield* sql.query(
      `insert into scans (source, league, start_sec, end_sec, at_sec, is_complete)
       values ('s', 'l', 0, 1, 2, true) returning number::text as number`,
    );
    const next = Number(scan?.["number"]);
    return { before, migrated, restored, next };
  });

describe("a store of any version, with data", () => {
  for (const { name, layer, counts, skip } of worlds) {
    for (const count of counts) {
      const from = all[count - 1]?.name;
      test.skipIf(skip !== undefined)(
        withReason(`goes from ${from} to the latest in ${name}, and so does its backup`, skip),
        () =>
          Effect.runPromise(
            Effect.gen(function* (): Effect.fn.Return<void, unknown, Sql> {
              const { before, migrated, restored, next } = yield* goThrough(count);
              expect(filled(before).length).toBeGreaterThan(0);
              expectIntact(before, migrated);
              expect(restored).toEqual(migrated);
              expect(next).toBe(before.has("scans") ? 42 : 1);
              if (count === all.length) {
                expect(filled(before)).toEqual([...before.keys()]
                  .filter((table) => table !== "games_head"));
              }
            }).pipe(Effect.provide(layer)),
          ),
      );
    }

    test.skipIf(skip !== undefined)(
      withReason(`is refused in ${name} if that is later, and so is its backup`, skip),
      () =>
        Effect.runPromise(
          Effect.gen(function* () {
            const later = { name: "9999_later.sql", text: "create table later (id text)" };
            yield* migrate([...all, later]);
            const lineOf = Effect.map(Effect.flip(migrate(all)), ({ message }) => message);
            const line = "Cannot use the store: migration 9999_later.sql belongs to a later " +
              "version of this service; use that version, or a backup of before";
            expect(yield* lineOf).toBe(line);
            const { migrations } = yield* takeSnapshot;
            const restoring = restoreStore({ migrations, rows: replay([]), isReplacing: true });
            expect(yield* Effect.map(Effect.flip(restoring), String)).toContain(line);
          }).pipe(Effect.provide(layer)),
        ),
    );
  }
});
