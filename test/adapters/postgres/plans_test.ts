/** How a server runs statements on tables that have become large. @module */
import { expect, test } from "bun:test";
import { Effect, Layer, Option } from "effect";
import fc from "fast-check";
import { layerAccountStore } from "../../../adapters/postgres/store/account_store.ts";
import { layerFillStore } from "../../../adapters/postgres/store/fill_store.ts";
import { layerGameStore } from "../../../adapters/postgres/store/game_store.ts";
import { CLAIM, PRUNE } from "../../../adapters/postgres/store/webhook_message.ts";
import { listStatement } from "../../../adapters/postgres/store/order_listing.ts";
import { layerOrderStore, TAKE_DUE } from "../../../adapters/postgres/store/order_store.ts";
import { type Queries, Sql, type SqlParameter } from "../../../adapters/postgres/engine/sql.ts";
import { layerWalletStore } from "../../../adapters/postgres/store/wallet_store.ts";
import { LISTED_STATES } from "../../../core/order/mod.ts";
import { PAGE_LIMIT } from "../../../core/page/mod.ts";
import { gameSeq, GameStore } from "../../../core/port/game_store.ts";
import { FillStore } from "../../../core/port/fill_store.ts";
import { OrderStore } from "../../../core/port/order_store.ts";
import { conditionOf } from "../../condition.ts";
import { anyFill } from "../../core/order/arbitrary_fill.ts";
import { changesOf, gameRecord } from "../../contract/game_fixture.ts";
import { newOrder, NOON_MS } from "../../contract/order_fixture.ts";
import { stageOwner } from "../../contract/staged_owner.ts";
import { copiedOrders } from "./copied_orders.ts";
import { anyMigratedSql, describeOn } from "./migrated_sql.ts";

const ORDERS = 5_000;
const GAMES = 2_000;
const GAMES_PAGE = 100;

const stores = Layer.mergeAll(layerGameStore, layerOrderStore, layerWalletStore, layerAccountStore);

describeOn("a statement", anyMigratedSql(), stores, (run) => {
  /** What is found inside of a transaction, of which nothing remains. */
  const rolledBack = <A>(use: (inside: Queries) => Effect.Effect<A, unknown>) =>
    run(Sql.use(({ transaction }) => {
      let found: A | undefined;
      const keep = (value: A) => Effect.fail(found = value);
      return Effect.result(transaction((inside) => Effect.flatMap(use(inside), keep))).pipe(
        Effect.map(() => found ?? expect.unreachable()),
      );
    }));
  /** The plan as text, after preparations. */
  const planOf = (
    [text, ...parameters]: readonly [string, ...ReadonlyArray<string>],
    prepare: (inside: Queries) => Effect.Effect<unknown, unknown>,
  ) =>
    rolledBack((inside) =>
      Effect.map(
        Effect.andThen(prepare(inside), inside.query(`explain ${text}`, parameters)),
        (rows) => JSON.stringify(rows),
      )
    );

  test.each<[string, table: string, condition: string, index: string | RegExp]>([
    ["a key", "api_keys", "sha256 = 'x'", "api_keys_sha256_key"],
    ["an order of a key", "orders", "account_id = 'x' and idempotency_key = 'y'", "orders_of_key"],
    ["an order to look up", "orders", "state <> 'final' and look_up_at_ms <= 5", "orders_due"],
    [
      "a wallet's orders",
      "orders",
      "wallet_id = 'x' and created_ms >= 1 and created_ms < 9",
      /orders_(of_wallet|listed)/,
    ],
    [
      "orders with a key",
      "orders",
      "idempotency_key is not null and created_ms < 9",
      "orders_keyed",
    ],
    ["wallets due on the chain", "chain_wallets", "look_ms <= 5", "chain_wallets_due"],
    [
      "what a wallet has not finished",
      "chain_actions",
      "wallet_id = 'x' and state in ('queued', 'sent')",
      "chain_actions_open",
    ],
    [
      "what a wallet has had confirmed",
      "chain_actions",
      "wallet_id = 'x' and state = 'confirmed'",
      "chain_actions_confirmed",
    ],
    [
      "a wallet's actions",
      "chain_actions",
      "wallet_id = 'x' and (requested_ms, id collate \"C\") < (9, 'y')",
      "chain_actions_listed",
    ],
    ["wallets that claim", "wallets", "claim_policy = 'auto'", "wallets_claiming"],
  ])("finds %s by an index", async (_, table, condition, index) => {
    // Tables this small would be read as a whole.
    const plan = await planOf(
      [`select 1 from ${table} where ${condition}`],
      (inside) => inside.script(NO_SCAN),
    );
    expect(plan).toMatch(index);
  });

  test("finds old messages of the outbox by their age", async () => {
    const plan = await planOf([PRUNE, "1", "1"], (inside) => inside.script(NO_SCAN));
    expect(plan).toContain("Scan using webhook_messages_by_age on webhook_messages ");
    expect(plan).toMatch(/Index Cond: \(\(state = [^)]+\) AND \(created_ms < /);
  });

  test("finds the messages that are due among all that were delivered", async () => {
    const plan = await planOf(
      [CLAIM, "20000", "0", "4", "256", ""],
      (inside) =>
        inside.script(
          `${FILL_WEBHOOKS}; ${FILL_OUTBOX}; analyze webhooks; analyze webhook_messages`,
        ),
    );
    expect(plan).toContain("Scan using webhook_messages_waiting on webhook_messages ");
    expect(plan).not.toContain("webhook_messages_by_age");
  });

  test("takes the orders that are due by their index, however many are", async () => {
    const { order } = await run(stageOrder);
    const values = ["1", "20", String(order.createdMs + 9_000)] as const;
    const plan = await planOf(
      [TAKE_DUE, ...values],
      (inside) =>
        Effect.andThen(inside.query(COPY_SENT, [order.id]), inside.script("analyze orders")),
    );
    expect(plan).toContain("Scan using orders_unresolved on orders ");
    expect(plan).not.toContain("Seq Scan");
  });

  test("reads a page's orders and no others, whatever the filters", async () => {
    const { order: { id, walletId } } = await run(stageOrder);
    const after = Option.some({ createdMs: NOON_MS + ORDERS / 8, id: "0" });
    const listings = [Option.none(), after].flatMap((after) =>
      [Option.none(), Option.some(conditionOf(7))].flatMap((conditionId) =>
        ([LISTED_STATES, ["matched"], ["refused", "unknown"]] as const)
          .map((states) => ({ walletId, after, conditionId, states, limit: PAGE_LIMIT.usual }))
      )
    );
    const plans = await rolledBack((inside) =>
      Effect.andThen(
        Effect.andThen(inside.query(COPY_ENDED, [id]), inside.script("analyze orders")),
        Effect.forEach(listings, (listing) => {
          const { text, parameters } = listStatement(listing);
          return explainedPlan(inside, text, parameters);
        }),
      )
    );
    for (const [at, plan] of plans.entries()) {
      const scans = scansIn(plan);
      const { states } = listings[at] ?? expect.unreachable();
      expect(scans).toHaveLength(states.length);
      // The page, the next order of each state, and a few that were cheaper to pass than to avoid.
      const rows = scans.map((scan) =>
        (scan["Actual Rows"] + (scan["Rows Removed by Filter"] ?? 0)) * scan["Actual Loops"]
      );
      expect(rows.reduce((sum, count) => sum + count, 0)).toBeLessThan(2 * PAGE_LIMIT.usual);
    }
  });

  test("notes a fill at the same cost, however many orders its wallet has", async () => {
    const { order: { id, walletId, state: { orderId } } } = await run(stageOrder);
    const blocks: Array<number> = [];
    const layerCounted = Layer.provide(Layer.fresh(layerFillStore), layerCountedSql(blocks));
    const store = await run(Effect.provide(FillStore, layerCounted));
    const [fill] = fc.sample(anyFill([orderId]), { numRuns: 1, seed: 1 });
    const note = (tradeId: string) =>
      run(
        store.note({ walletId, atMs: 1, fills: fill === undefined ? [] : [{ ...fill, tradeId }] }),
      );
    // The plans are made.
    await note("t0");
    await note("t1");
    await run(Sql.use(({ query }) => query(COPY_SENT, [id])));
    await note("t2");
    expect(blocks.at(-1)).toBeLessThan(2 * (blocks.at(-2) ?? 0));
  });

  test("reads the last page of games at the cost of the first", async () => {
    const record = gameRecord();
    const changes = changesOf({ games: [record] });
    const { revision } = await run(GameStore.use((store) => store.write(changes)));
    await run(Sql.use(({ query }) => query(COPY_GAME, [record.game.id, GAMES])));
    const blocks: Array<number> = [];
    // The one on the same database would be taken for it.
    const layerCounted = Layer.provide(Layer.fresh(layerGameStore), layerCountedSql(blocks));
    const store = await run(Effect.provide(GameStore, layerCounted));
    let afterSeq = gameSeq(revision + 1, 0);
    for (let count = 0; count < GAMES; count += GAMES_PAGE) {
      const page = await run(store.changedSince({ afterSeq, limit: GAMES_PAGE }));
      expect(page).toHaveLength(GAMES_PAGE);
      afterSeq = page.at(-1)?.seq ?? 0;
    }
    // By a cursor into an index. A page by its offset reads all the pages before it as well.
    expect(blocks).toHaveLength(GAMES / GAMES_PAGE);
    expect(blocks.at(-1)).toBeLessThan(2 * (blocks[0] ?? 0));
  });
});

const stageOrder = Effect.gen(function* () {
  const added = newOrder(yield* stageOwner);
  yield* OrderStore.use(({ add }) => add(added));
  return added;
});

/** A step of a plan, with what it read. */
interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  /** Blocks that it and the steps in it read, found in memory or not. */
  readonly "Shared Hit Blocks": number;
  readonly "Shared Read Blocks": number;
  readonly Plans?: ReadonlyArray<PlanNode>;
}

/** Runs a statement, and returns how. */
function explainedPlan(
  sql: Pick<Queries, "query">,
  text: string,
  parameters: ReadonlyArray<SqlParameter>,
) {
  const explained = `explain (analyze, buffers, format json) ${text}`;
  return Effect.map(sql.query(explained, parameters), ([row]) => {
    const written = row?.["QUERY PLAN"];
    const [{ Plan }] = (typeof written === "string" ? JSON.parse(written) : written) as [
      { readonly Plan: PlanNode },
    ];
    return Plan;
  });
}

function scansIn(node: PlanNode): ReadonlyArray<PlanNode> {
  const inside = (node.Plans ?? []).flatMap(scansIn);
  return node["Relation Name"] === "orders" ? [node, ...inside] : inside;
}

/** Notes how many blocks the server reads for each query. */
const layerCountedSql = (blocks: Array<number>) =>
  Layer.effect(
    Sql,
    Effect.map(Sql, (sql) => ({
      ...sql,
      query: (text: string, parameters: ReadonlyArray<SqlParameter> = []) =>
        Effect.andThen(
          Effect.map(explainedPlan(sql, text, parameters), (plan) => {
            blocks.push(plan["Shared Hit Blocks"] + plan["Shared Read Blocks"]);
          }),
          sql.query(text, parameters),
        ),
    })),
  );

const NO_SCAN = "set local enable_seqscan = off";

/** Ten webhooks, of which only two have not got all of their messages. */
const FILL_WEBHOOKS = `
  insert into accounts (id, email, created_ms) values ('full', 'f@x', 1);
  insert into webhooks (
    id, account_id, url, events, assets, intervals, secret_key_id, secret_box, created_ms, since_ms
  )
  select 'hook_' || number, 'full', '', '{}', '{}', '{}', 'k', 'b', 1, 1
  from generate_series(1, 10) as number
`;
const FILL_OUTBOX = `
  insert into webhook_messages (
    webhook_id, event, event_key, event_ms, body, state, created_ms, next_ms
  )
  select 'hook_' || number, 'window.opened', at::text, at, '{}',
    case when number <= 2 and at > 1000 then 'waiting' else 'delivered' end, at, at
  from generate_series(1, 10) as number cross join generate_series(1, 2000) as at
`;

/** All but a few matched, in 50 markets, some at once. */
const COPY_ENDED = copiedOrders(
  ORDERS,
  `
    'condition_id', '0x' || lpad(to_hex(n % 50), 64, '0'), 'state', 'final',
    'ending', case when n % 1500 = 0 then 'refused' else 'matched' end,
    'is_reconciled', false, 'created_ms', created_ms + n / 3,
    'refusal_reason', case when n % 1500 = 0 then 'balance' end,
    'refusal_message', case when n % 1500 = 0 then 'no' end, 'idempotency_key', null,
    'request_sha256', null
  `,
);
const COPY_SENT = copiedOrders(
  2_500,
  "'idempotency_key', null, 'request_sha256', null, 'created_ms', created_ms + n, " +
    "'look_up_at_ms', created_ms + n",
);

/** Copies the game `$1` `$2` times, a hundred to a revision, in no particular order. */
const COPY_GAME = `
  insert into games (id, league, kickoff_sec, seq, record)
  select 'copy:' || md5(number::text), league, kickoff_sec,
    seq + (1 + number % 100) * 100000 + number / 100, record
  from games, generate_series(1, $2::int) as number where id = $1
`;
