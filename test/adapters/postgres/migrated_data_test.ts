/** What migrations make of the data that they change. @module */
import { expect, test } from "bun:test";
import { Effect, Layer, Option } from "effect";
import { layerAccountStore } from "../../../adapters/postgres/store/account_store.ts";
import { migrate } from "../../../adapters/postgres/engine/migrate.ts";
import { layerOrderStore } from "../../../adapters/postgres/store/order_store.ts";
import { OWN_MIGRATIONS } from "../../../adapters/postgres/engine/own_migrations.ts";
import { Sql } from "../../../adapters/postgres/engine/sql.ts";
import { FIND } from "../../../adapters/postgres/store/target_store.ts";
import { layerWalletStore } from "../../../adapters/postgres/store/wallet_store.ts";
import { missingFor, missingOf } from "../../../core/order/mod.ts";
import { AccountStore } from "../../../core/port/account_store.ts";
import { OrderStore } from "../../../core/port/order_store.ts";
import { WalletStore } from "../../../core/port/wallet_store.ts";
import { conditionOf } from "../../condition.ts";
import { newAccount } from "../../contract/account_store_contract.ts";
import { anyEmptySql } from "./migrated_sql.ts";
import { partitionByMonth } from "./partition_by_month.ts";

const stores = Layer.mergeAll(layerOrderStore, layerWalletStore, layerAccountStore);
type Ports = Sql | OrderStore | WalletStore | AccountStore;

const run = (test: Effect.Effect<void, unknown, Ports>) =>
  Effect.runPromise(
    Effect.scoped(Effect.provide(test, Layer.provideMerge(stores, anyEmptySql().layer))),
  );
const migrateTo = (name: string) => migrate(OWN_MIGRATIONS.filter((each) => each.name < name));

/** A wallet as the version before has written it. */
const walletOf = (accountId: string, isReady: boolean) => `
  insert into wallets (
    id, account_id, address, funder, signature_type, clob_api_key, are_allowances_ready,
    created_ms, signing_key_id, signing_box
  ) values (
    '${isReady}', '${accountId}', '0x${"a".repeat(40)}', '0x${(isReady ? "b" : "c").repeat(40)}',
    1, 'key', ${isReady}, 1, 'k', 'b'
  )
`;

test("the flag that all approvals are given becomes every right of V1, and no other", () =>
  run(Effect.gen(function* () {
    yield* migrateTo("0008_wallet_rights.sql");
    const { id } = yield* AccountStore.use(({ addAccount }) => addAccount(newAccount()));
    const { query } = yield* Sql;
    for (const isReady of [true, false]) yield* query(walletOf(id, isReady));
    yield* migrate(OWN_MIGRATIONS);
    const wallets = yield* WalletStore.use(({ ofAccount }) => ofAccount(id));
    const [unready, ready] = wallets.toSorted((a, b) => a.id < b.id ? -1 : 1);
    if (ready === undefined || unready === undefined) throw new Error("wallets are gone");
    expect(missingOf(ready)).toEqual([]);
    for (const side of ["BUY", "SELL"] as const) {
      for (const kind of ["v1", "v1_neg_risk"] as const) {
        expect(missingFor(ready.rights, { kind, side })).toEqual([]);
      }
      expect(missingFor(ready.rights, { kind: "v2", side })).toMatchObject([{ isKnown: false }]);
    }
    expect(unready.rights).toEqual(new Map());
  })));

/** An order as the version before has written it, with the end that it had taken it to have. */
const orderOf = (walletId: string, end: "live" | "matched", side = "BUY") => `
  insert into orders (
    id, account_id, wallet_id, slug, outcome, token_id, condition_id, side, order_type, amount,
    is_neg_risk, body, worth_e6, order_id, state, sent_ms, settlement, is_reconciled, created_ms,
    look_up_at_ms
  ) values (
    '${end}${side}', 'a', '${walletId}', 's', 'Up', '7', '${
  conditionOf(1)
}', '${side}', 'FAK', '5.009', false,
    '{}', ${end === "live" ? 5_000_000 : 4_990_000}, '0x${end}${side}', 'settled', 1, '${end}',
    false, 1, 2
  )
`;

/** The wallet of these orders, as the same version has written it. */
const ownerOf = (accountId: string, walletId: string) => `
  insert into wallets (
    id, account_id, address, funder, signature_type, created_ms, signing_key_id, signing_box
  ) values (
    '${walletId}', '${accountId}', '0x${"a".repeat(40)}', '0x${"b".repeat(40)}', 1, 1, 'k', 'b'
  )
`;

test("an order that was stored as resting is looked up again, and no other", () =>
  run(Effect.gen(function* () {
    yield* migrateTo("0019_order_ends.sql");
    const { id } = yield* AccountStore.use(({ addAccount }) => addAccount(newAccount()));
    const [{ query }, store] = [yield* Sql, yield* OrderStore];
    const walletId = "w";
    yield* query(ownerOf(id, walletId));
    yield* query(orderOf(walletId, "live"));
    yield* query(orderOf(walletId, "matched"));
    yield* query(orderOf(walletId, "matched", "SELL"));
    yield* migrate(OWN_MIGRATIONS);
    const find = (id: string) => Effect.map(store.find(id), Option.getOrThrow);
    const live = yield* find("liveBUY");
    expect(yield* store.takeDue({ nowMs: 1, untilMs: 2, limit: 9, all: false })).toEqual([live]);
    expect(live).toMatchObject({
      state: { name: "unknown", orderId: "0xliveBUY", isAtVenue: true, isMatched: false },
      loweredToE6: Option.none(),
    });
    expect(yield* find("matchedBUY")).toMatchObject({
      state: { name: "final", outcome: { kind: "matched" } },
      loweredToE6: Option.some(4_990_000n),
    });
    // What a SELL is worth is no number of shares.
    expect((yield* find("matchedSELL")).loweredToE6).toEqual(Option.none());
  })));

const DAY_SEC = 86_400;
/** 2026-09-20T00:00:00Z. */
const FIRST_SEC = 1_789_862_400;

/** A month of three series, as a version of before has written it. */
const FILL_TARGETS = `
  insert into targets (asset, "interval", start_sec, price_e18, source, evidence)
  select asset, '5min', sec, sec * 1e18::numeric, 'oracle', repeat('x', 400)
  from generate_series(${FIRST_SEC}, ${FIRST_SEC + 30 * DAY_SEC - 1}, 3600) as sec
    cross join unnest(array['btc', 'eth', 'sol']) as asset
  order by sec, asset
`;
const ALL = "select md5(string_agg(targets::text, ',' order by start_sec, asset)) from targets";
const KEYS = `
  select count(*)::text as count from pg_constraint
  where conrelid = 'targets'::regclass and contype = 'p'
`;

test.each([
  { table: "one table", prepare: Effect.void },
  { table: "a table that is partitioned by month", prepare: partitionByMonth },
])(
  "a range of targets is read from the index alone, in $table",
  ({ prepare }) =>
    run(Effect.gen(function* () {
      const { query, transaction } = yield* Sql;
      yield* migrateTo("0016_target_ranges.sql");
      yield* query(FILL_TARGETS);
      yield* prepare;
      const before = yield* query(ALL);
      yield* migrate(OWN_MIGRATIONS);
      expect(yield* query(ALL)).toEqual(before);
      expect(yield* query(KEYS)).toEqual([{ count: "1" }]);
      const range = [FIRST_SEC + DAY_SEC, FIRST_SEC + 2 * DAY_SEC].map(String);
      const plan = JSON.stringify(
        yield* transaction(Effect.fnUntraced(function* (inside) {
          // What it reads instead of so small a table depends on what was vacuumed.
          yield* inside.script("set local enable_seqscan = off; set local enable_bitmapscan = off");
          return yield* inside.query(`explain ${FIND}`, ["btc", "5min", ...range]);
        })),
      );
      expect(plan).toMatch(/Index Only Scan using targets_\w*pkey1? on targets/);
      expect(plan).not.toMatch(/(Seq|Heap) Scan/);
    })),
);
