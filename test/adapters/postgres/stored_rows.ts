/** One row of every table that any released version has, with every column it ever had. @module */
import { Effect } from "effect";
import type { Sql } from "../../../adapters/postgres/engine/sql.ts";

const ADDRESS = `0x${"aB".repeat(20)}`;

/** Quotes, newlines and text beyond ASCII. */
const EVIDENCE = JSON.stringify({ kind: "report", note: "a\u0000\n'b' \\ \u00e9 \u{1f600}" });
/** A text as a value of JSON. */
const quoted = (text: string) => JSON.stringify(text);

const WEBHOOK = `{
    "id": "hook_1", "account_id": "a1", "url": "https://example.com/webhook?a=b",
    "events": ["order.settled"], "assets": [], "intervals": ["5min"],
    "secret_key_id": "0011", "secret_box": "AbC+/=", "former_key_id": "0010",
    "former_box": "box", "former_until_ms": 10, "created_ms": 11, "since_ms": 12,
    "stop": "gone", "success_ms": 13, "failure_ms": 14,
    "failure": "the receiver answered 410", "failing_since_ms": 15
}`;
const MESSAGE = `{
    "id": "msg_1", "hook_id": "hook_1", "webhook_id": "hook_1", "event": "order.settled",
    "event_key": "order.settled:o1", "event_ms": 16, "order_id": "o1", "body": null,
    "content": {"id": "o1", "shares_e6": "19230769"},
    "state": "waiting", "attempts": 3, "created_ms": 17, "next_ms": 18
}`;

/** An order that has ended, by its columns' names of some versions. */
function orderRow(own: string): string {
  return `{
    "id": "o1", "account_id": "a1", "wallet_id": "w1", "idempotency_key": "k",
    "request_sha256": "ff", "slug": "btc-up", "outcome": "Up",
    "token_id": "99999999999999999999999999999999999999", "condition_id": "0x01",
    "side": "BUY", "order_type": "FOK", "amount": "10", "is_neg_risk": false,
    "body": ${quoted('{"signature":"0x12"}')}, "order_id": "0xabc", "sent_ms": 4,
    "shares_e6": "19230769", "usdc_e6": "10000000", "is_reconciled": false, "created_ms": 4,
    "latency_ms": 0.1, "look_up_at_ms": 5, "retry_after_sec": 1e-7, ${own}
  }`;
}

/** Rows by table, as JSON; tables after those that they refer to. */
const ROWS: ReadonlyArray<readonly [table: string, row: string]> = [
  // A price beyond what a double holds.
  [
    "targets",
    `{
      "asset": "btc", "interval": "5min", "start_sec": 1795362300,
      "price_e18": "61361530675624912345678", "source": "oracle_twap",
      "evidence": ${quoted(EVIDENCE)},
      "stored_at": "2026-11-22T15:46:20.123456+00:00", "provisional": true
    }`,
  ],
  [
    "window_legs",
    `{
      "venue": "kalshi", "asset": "doge", "interval": "15min", "start_sec": 1795362300,
      "end_sec": 1795363200, "id": "KXDOGE15M-26NOV221100-00", "url": "https://example.com/w",
      "stage": "amended", "target": "0.0821210", "result": "up", "settled": "0.0821210",
      "digits": 7, "seen_ms": 1795363210000,
      "earlier": ${quoted('[{"settled":"0.0821209"}]')}
    }`,
  ],
  [
    "target_disputes",
    `{
      "asset": "btc", "interval": "5min", "start_sec": 1795362300, "source": "venue_site",
      "price": "61361.5", "noticed_at": "2026-11-22T15:46:20.000001+00:00"
    }`,
  ],
  [
    "accounts",
    `{
      "id": "a1", "email": "me@x.y", "created_ms": 1795362300001,
      "password_hash": "$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA"
    }`,
  ],
  [
    "api_keys",
    `{
      "id": "k1", "account_id": "a1", "sha256": "${"0f".repeat(32)}", "prefix": "sk_live_abc",
      "last_four": "wxyz", "scopes": ["read", "trade"], "created_ms": 1, "last_used_ms": null,
      "revoked_ms": 2, "name": "maker", "session_id": null
    }`,
  ],
  [
    "wallets",
    `{
      "id": "w1", "account_id": "a1", "address": "${ADDRESS}", "funder": "${ADDRESS}",
      "signature_type": 2, "clob_api_key": "key", "are_allowances_ready": true,
      "signing_key_id": "0011", "signing_box": "AbC+/=", "credentials_key_id": "0011",
      "credentials_box": "box", "created_ms": 3, "order_max_e6": "123456789012345678",
      "day_max_e6": null, "rights_given": ["collateral:exchange"], "rights_lacking": [],
      "claim_policy": "auto"
    }`,
  ],
  ["orders", orderRow('"worth_e6": "10000000", "state": "settled", "settlement": "matched"')],
  [
    "orders",
    orderRow(`
      "notional_e6": "10000000", "state": "final", "ending": "matched", "size_e6": "20000000",
      "is_post_only": false, "expires_sec": 1787414520, "life_sec": 30, "cancel_at_ms": 9,
      "cancel_cause": "life", "heard_shares_e6": "19230769", "heard_usdc_e6": "10000000",
      "settled_shares_e6": "19230769", "settled_usdc_e6": "10000000", "failed_shares_e6": "0",
      "failed_usdc_e6": "0", "fee_rate": "0.07", "unsettled_e6": "0"
    `),
  ],
  [
    "fills",
    `{
      "id": "t1:0xabc", "order_row": "o1", "wallet_id": "w1", "condition_id": "0x01",
      "trade_id": "t1", "order_id": "0xabc", "role": "maker", "price_e6": "520000",
      "shares_e6": "19230769", "state": "confirmed", "rank": 4, "tx": "0x0a", "matched_ms": 5,
      "settled_ms": 6
    }`,
  ],
  [
    "traded_shares",
    '{ "wallet_id": "w1", "token_id": "7", "settled_e6": "-1", "unsettled_e6": "19230769" }',
  ],
  [
    "order_replacements",
    `{
      "account_id": "a1", "idempotency_key": "r", "request_sha256": "ff", "wallet_id": "w1",
      "from_order_id": "0xabc", "to_id": "o2", "why": "filled", "created_ms": 5
    }`,
  ],
  ["wallet_seqs", '{"wallet_id": "w1", "seq": 2}'],
  [
    "wallet_frames",
    '{"wallet_id": "w1", "seq": 2, "kind": "order", "content": {"id": "o1", "amount": "1"}}',
  ],
  [
    "wallet_guards",
    `{
      "wallet_id": "w1", "seconds": 30, "fires_ms": 40, "fired_ms": 7, "again_ms": 8,
      "venue_key": "k1", "venue_since_ms": 9, "heartbeat_id": "h1", "heartbeat_ms": 10
    }`,
  ],
  [
    "wallet_activity",
    `{
      "wallet_id": "w1", "key": "ff", "at_ms": 11, "content": {"kind": "trade", "tx": "0xab"},
      "origin": "0xab", "read_ms": 12, "is_replaced": true
    }`,
  ],
  ["wallet_activity_readings", '{"wallet_id": "w1", "as_of_ms": 12, "version": 3}'],
  [
    "market_resolutions",
    '{ "condition_id": "0x4f", "payouts_e6": "1000000,0", "resolved_ms": 13 }',
  ],
  ["chain_wallets", '{"wallet_id": "w1", "look_ms": 14}'],
  [
    "chain_submissions",
    `{
      "id": "s1", "wallet_id": "w1", "road": "relayer", "nonce": "18446744073709551617",
      "deadline_sec": 15, "body": ${quoted('{"type":"SAFE"}')}, "tx": "0x0a", "signed_ms": 16,
      "sent_ms": 17, "sends": 2, "refusals": 1, "road_id": "r1", "passed_ms": 18,
      "ended": "executed", "ended_ms": 19, "ended_why": "mined"
    }`,
  ],
  [
    "chain_actions",
    `{
      "id": "c1", "wallet_id": "w1", "kind": "split", "condition_id": "0x01", "slug": "btc-up",
      "market_kind": "v1", "token_ids": "7,8", "outcomes": ${quoted('["Up","Down"]')},
      "size_e6": "98765432109876543210",
      "payouts_e6": null, "is_automatic": false, "state": "confirmed", "attempts": 1,
      "submission_id": "s1", "before_usdc_e6": "1", "before_shares_e6": "0,0",
      "moved_usdc_e6": "-1", "moved_shares_e6": "1,1", "tx": "0x0a", "why": "settled",
      "requested_ms": 15, "ended_ms": 20
    }`,
  ],
  [
    "chain_requests",
    `{
      "wallet_id": "w1", "idempotency_key": "k", "request_sha256": "ff", "action_ids": ["c1"]
    }`,
  ],
  [
    "paper_wallets",
    `{
      "wallet_id": "w1", "version": 4, "latency_ms": 80, "account": ${quoted('{"usdcE6":"5n"}')}
    }`,
  ],
  ["paper_shares", '{"wallet_id": "w1", "token_id": "7", "shares_e6": "98765432109876543210"}'],
  ["paper_orders", `{"wallet_id": "w1", "order_id": "0x0b", "content": ${quoted("{}")}}`],
  [
    "paper_fills",
    `{
      "wallet_id": "w1", "trade_id": "paper-0x0b-0", "matched_ms": 21, "is_final": true,
      "content": ${quoted("{}")}
    }`,
  ],
  [
    "games",
    `{
      "id": "g1", "league": "nba", "kickoff_sec": 6, "seq": 200001, "record": ${
      quoted('{"id":"g1"}')
    }
    }`,
  ],
  [
    "platform_games",
    `{
      "source": "kalshi", "key": ${quoted('"K\\u0000"')}, "league": "nba", "last_seen_sec": 7,
      "link_game_id": "g1", "confidence": "exact", "record": "{}"
    }`,
  ],
  ["schedule_reaches", '{ "league": "nba", "ranges": "[[0,1]]" }'],
  [
    "scans",
    `{
      "number": 41, "source": "kalshi", "league": "nba", "start_sec": 0, "end_sec": 1,
      "at_sec": 2, "is_complete": true
    }`,
  ],
  [
    "outcome_markets",
    `{
      "network": "mainnet", "outcome_id": 10, "underlying": "BTC", "period": "1d",
      "start_sec": 1, "expiry_sec": 2, "target": "78213", "yes_index": 1
    }`,
  ],
  ["schedule_readings", '{ "league": "nba", "day": "2026-11-22", "at_sec": 8 }'],
  ["schedule_troubles", '{ "league": "nba", "since_sec": 9, "reason": "refused" }'],
  ["hooks", WEBHOOK],
  ["hook_messages", MESSAGE],
  ["webhooks", WEBHOOK],
  ["webhook_messages", MESSAGE],
];

/** The rows of each table, as JSON, by the table's name. */
export type RowsByTable = ReadonlyMap<string, ReadonlyArray<Readonly<Record<string, unknown>>>>;

/** Inserts the rows of those tables that exist, and of these the columns that exist. */
export const insertRows = Effect.fnUntraced(function* (sql: Sql["Service"]) {
  for (const [table, row] of ROWS) {
    const [found] = yield* sql.query("select to_regclass($1)::text as found", [
      `"${sql.schema}".${table}`,
    ]);
    if (found?.["found"] === null) continue;
    if (table === "orders" && row.includes('"ending"') !== (yield* hasEndings(sql))) continue;
    yield* sql.query(
      `insert into ${table} overriding system value
       select * from json_populate_record(null::${table}, $1::text::json)`,
      [row],
    );
  }
  yield* sql.query(
    "select setval(pg_get_serial_sequence(to_regclass('scans')::text, 'number'), 41)",
  )
    .pipe(Effect.ignore);
});

/** Whether orders have the columns of the versions that know of orders at rest. */
const hasEndings = Effect.fnUntraced(function* (sql: Sql["Service"]) {
  const rows = yield* sql.query(
    `select 1 from information_schema.columns
     where table_schema = $1 and table_name = 'orders' and column_name = 'ending'`,
    [sql.schema],
  );
  return rows.length > 0;
});

/** Reads every table that a backup has. */
export const readRows = Effect.fnUntraced(function* (sql: Sql["Service"]) {
  const tables = yield* sql.query(
    `select tablename::text as name from pg_tables
     where schemaname = $1 and tablename not in (
       'migrations', 'leases', 'fleet', 'sessions', 'sign_in_links', 'sign_in_failures',
       'key_usage', 'key_reservations', 'idempotency_reservations'
     )
     order by 1`,
    [sql.schema],
  );
  const rows = new Map<string, ReadonlyArray<Readonly<Record<string, unknown>>>>();
  for (const { name } of tables) {
    const texts = yield* sql.query(
      `select row_to_json(stored)::text as "row" from ${String(name)} stored order by 1`,
    );
    // Numbers stay text: a double would hide a lost digit.
    rows.set(String(name), texts.map(({ row }) => JSON.parse(quoteNumbers(String(row)))));
  }
  return rows as RowsByTable;
});

/** Quotes the numbers of a JSON object of a row, outside of its strings. */
function quoteNumbers(json: string): string {
  return json.replaceAll(
    /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g,
    (token) => token.startsWith('"') ? token : `"${token}"`,
  );
}
