/**
 * Implements {@linkcode PaperStore} in PostgreSQL.
 *
 * @module
 */
import { Effect, Layer, Option } from "effect";
import { isFinalFill } from "../../../core/order/mod.ts";
import type { PaperFill, PaperOrder } from "../../../core/paper/mod.ts";
import { PaperStore } from "../../../core/port/paper_store.ts";
import { failingTo } from "../engine/failing_to.ts";
import { Sql, type SqlRow } from "../engine/sql.ts";
import { accountText, paperText, readAccountText, readPaperText } from "./paper_text.ts";

/** Provides the store. Needs a {@linkcode Sql} whose migrations have run. */
export const layerPaperStore: Layer.Layer<PaperStore, never, Sql> = Layer.effect(
  PaperStore,
  Effect.gen(function* () {
    const { query, isShared } = yield* Sql;
    return PaperStore.of({
      isShared,
      open: ({ walletId, account, latencyMs }) =>
        query(OPEN, [
          walletId,
          accountText(account),
          Option.getOrNull(latencyMs),
          sharesText(new Map(), account.sharesE6),
        ]).pipe(
          Effect.map((rows) => rows.length > 0),
          failingTo("open a paper wallet"),
        ),
      read: (walletId) =>
        query(READ, [walletId]).pipe(
          Effect.map(([row]) => Option.map(Option.fromUndefinedOr(row), toKept)),
          failingTo("read a paper wallet"),
        ),
      version: (walletId) =>
        query(VERSION, [walletId]).pipe(
          Effect.map(([row]) => Option.map(Option.fromUndefinedOr(row), versionIn)),
          failingTo("read a paper wallet"),
        ),
      write: ({ walletId, version, before, change: { account, orders, fills } }) =>
        query(WRITE, [
          walletId,
          String(version),
          accountText(account),
          JSON.stringify(orders.map(orderRow)),
          JSON.stringify(fills.map(fillRow)),
          sharesText(before.sharesE6, account.sharesE6),
        ]).pipe(
          Effect.map((rows) => rows.length > 0),
          failingTo("keep a paper wallet"),
        ),
      orders: ({ walletId, orderIds }) =>
        query(ORDERS, [walletId, orderIds.join(",")]).pipe(
          Effect.map((rows) => rows.map((row) => readPaperText<PaperOrder>(contentOf(row)))),
          failingTo("read orders on paper"),
        ),
      fills: ({ walletId, sinceMs }) =>
        query(FILLS, [walletId, String(sinceMs)]).pipe(
          Effect.map((rows) => rows.map((row) => readPaperText<PaperFill>(contentOf(row)))),
          failingTo("read fills on paper"),
        ),
    });
  }),
);

function toKept(row: SqlRow) {
  const shares = JSON.parse(String(row["shares"])) as ReadonlyArray<readonly [string, string]>;
  const sharesE6 = new Map(shares.map(([tokenId, e6]) => [tokenId, BigInt(e6)] as const));
  return {
    account: { ...readAccountText(String(row["account"])), sharesE6 },
    version: versionIn(row),
    latencyMs: Option.map(Option.fromNullishOr(row["latency_ms"]), Number),
  };
}

function versionIn(row: SqlRow): number {
  return Number(row["version"]);
}

/** Returns the tokens of which an account has other shares than before, as rows. */
function sharesText(
  before: ReadonlyMap<string, bigint>,
  after: ReadonlyMap<string, bigint>,
): string {
  const tokens = new Set([...before.keys(), ...after.keys()]);
  const changed = [...tokens].filter((tokenId) => before.get(tokenId) !== after.get(tokenId));
  return JSON.stringify(changed.map((tokenId) => ({
    token_id: tokenId,
    shares_e6: String(after.get(tokenId) ?? 0n),
  })));
}

function contentOf(row: SqlRow): string {
  return String(row["content"]);
}

function orderRow(order: PaperOrder) {
  return { order_id: order.orderId, content: paperText(order) };
}

function fillRow(fill: PaperFill) {
  return {
    trade_id: fill.tradeId,
    matched_ms: String(fill.matchedMs),
    is_final: isFinalFill(fill.state),
    content: paperText(fill),
  };
}

const OPEN = `
  with opened as (
    insert into paper_wallets (wallet_id, account, latency_ms) values ($1, $2, $3)
    on conflict do nothing returning wallet_id
  ), shares as (
    insert into paper_shares (wallet_id, token_id, shares_e6)
    select opened.wallet_id, token_id, shares_e6::numeric
    from opened, jsonb_to_recordset($4::text::jsonb) as rows (token_id text, shares_e6 text)
  )
  select wallet_id from opened
`;

const VERSION = "select version::text as version from paper_wallets where wallet_id = $1";

/** One statement: what another process writes is in all of it or in nothing. */
const READ = `
  select account, version::text as version, latency_ms, (
    select coalesce(
      jsonb_agg(jsonb_build_array(token_id, shares_e6::text) order by token_id collate "C"), '[]'
    )::text
    from paper_shares where wallet_id = $1
  ) as shares
  from paper_wallets where wallet_id = $1
`;

const WRITE = `
  with moved as (
    update paper_wallets set account = $3, version = version + 1
    where wallet_id = $1 and version = $2::text::bigint
    returning wallet_id
  ), rows as (
    select moved.wallet_id, token_id, shares_e6::numeric as shares_e6
    from moved, jsonb_to_recordset($6::text::jsonb) as rows (token_id text, shares_e6 text)
  ), gone as (
    delete from paper_shares using rows
    where paper_shares.wallet_id = rows.wallet_id and paper_shares.token_id = rows.token_id
      and rows.shares_e6 = 0
  ), shares as (
    insert into paper_shares (wallet_id, token_id, shares_e6)
    select wallet_id, token_id, shares_e6 from rows where shares_e6 <> 0
    on conflict (wallet_id, token_id) do update set shares_e6 = excluded.shares_e6
  ), orders as (
    insert into paper_orders (wallet_id, order_id, content)
    select moved.wallet_id, order_id, content
    from moved, jsonb_to_recordset($4::text::jsonb) as rows (order_id text, content text)
    on conflict (wallet_id, order_id) do update set content = excluded.content
  ), fills as (
    insert into paper_fills (wallet_id, trade_id, matched_ms, is_final, content)
    select moved.wallet_id, trade_id, matched_ms::bigint, is_final, content
    from moved, jsonb_to_recordset($5::text::jsonb)
      as rows (trade_id text, matched_ms text, is_final boolean, content text)
    on conflict (wallet_id, trade_id) do update set
      is_final = excluded.is_final, content = excluded.content
  )
  select wallet_id from moved
`;

const ORDERS = `
  select content from paper_orders
  where wallet_id = $1 and order_id = any(string_to_array($2, ','))
`;

const FILLS = `
  select content from paper_fills
  where wallet_id = $1 and (matched_ms >= $2::text::bigint or not is_final)
`;
