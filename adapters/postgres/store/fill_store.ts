/**
 * Implements {@linkcode FillStore} in PostgreSQL.
 *
 * @module
 */
import { Effect, Layer, Option } from "effect";
import {
  FILL_STATES,
  fillIdOf,
  fillsById,
  type OrderFill,
  rankOf,
} from "../../../core/order/mod.ts";
import { type FillListing, FillStore } from "../../../core/port/fill_store.ts";
import { failingTo } from "../engine/failing_to.ts";
import { Sql } from "../engine/sql.ts";
import { numberIn } from "./column.ts";
import { toAnsweredOrder, toStoredFill } from "./fill_row.ts";
import { tradedShares } from "./traded_shares.ts";
import { FRAME_COLUMNS, toWalletFrame } from "./wallet_frame_row.ts";

/** Provides the store. Needs a {@linkcode Sql} whose migrations have run. */
export const layerFillStore: Layer.Layer<FillStore, never, Sql> = Layer.effect(
  FillStore,
  Effect.gen(function* () {
    const { query } = yield* Sql;
    return FillStore.of({
      note: ({ walletId, fills, atMs }) => {
        if (fills.length === 0) return Effect.succeed([]);
        // One statement cannot change a row twice, and reports of one fill may come together.
        const rows = JSON.stringify([...fillsById(fills).values()].map(rowOf));
        return query(NOTE, [walletId, rows, String(atMs)]).pipe(
          Effect.map((told) => told.map((row) => toWalletFrame(row, walletId))),
          failingTo("store fills"),
        );
      },
      tradedShares: ({ walletId, tokenId }) =>
        query(TRADED, [walletId, tokenId]).pipe(
          Effect.map(([sums]) => ({
            settledE6: BigInt(String(sums?.["settled"] ?? 0)),
            unsettledE6: BigInt(String(sums?.["unsettled"] ?? 0)),
          })),
          failingTo("add up fills"),
        ),
      unheard: (walletId) =>
        query(UNHEARD, [walletId]).pipe(
          Effect.map((rows) => rows.map(toAnsweredOrder)),
          failingTo("find orders whose fills were not all heard of"),
        ),
      list: (listing) =>
        listing.states.length === 0
          ? Effect.succeed([])
          : query(LIST, listParameters(listing)).pipe(
            Effect.map((found) => found.map(toStoredFill)),
            failingTo("list fills"),
          ),
      openWallets: ({ sinceMs, limit }) =>
        query(OPEN_WALLETS, [String(sinceMs), String(limit)]).pipe(
          Effect.map((found) =>
            found.map((row) => ({
              walletId: String(row["wallet_id"]),
              sinceMs: Number(row["since_ms"]),
              unsettledMs: numberIn(row["unsettled_ms"]),
            }))
          ),
          failingTo("find wallets with open orders"),
        ),
    });
  }),
);

function rowOf(fill: OrderFill) {
  return {
    id: fillIdOf(fill),
    trade_id: fill.tradeId,
    order_id: fill.orderId,
    role: fill.role,
    price_e6: String(fill.priceE6),
    shares_e6: String(fill.sharesE6),
    state: fill.state,
    rank: rankOf(fill.state),
    tx: Option.getOrNull(fill.tx),
    matched_ms: String(fill.matchedMs),
  };
}

const NOTE = `
  select ${FRAME_COLUMNS}
  from note_fills($1, $2, $3::text::bigint) as told (seq, kind, content)
  order by told.seq
`;

const TRADED = `
  select sum(settled)::text as settled, sum(unsettled)::text as unsettled
  from (${tradedShares({ walletId: "$1", tokenId: "$2" })}) as traded
`;

const UNHEARD = `
  select wallet_id, order_id, slug, outcome, token_id, condition_id, side,
    shares_e6::text as shares_e6, usdc_e6::text as usdc_e6, created_ms::text as created_ms
  from orders
  where wallet_id = $1 and shares_e6 > heard_shares_e6
    and ending in ('matched', 'canceled') and coalesce(shares_e6, 1) > heard_shares_e6
  order by created_ms, order_id
`;

/** Filters that are null are left out. */
const LIST = `
  select fills.trade_id, fills.order_id, fills.role, fills.price_e6::text as price_e6,
    fills.shares_e6::text as shares_e6, fills.state, fills.tx,
    fills.matched_ms::text as matched_ms, fills.settled_ms::text as settled_ms, fills.wallet_id,
    orders.slug, orders.outcome, orders.token_id, orders.condition_id, orders.side, orders.fee_rate
  from fills join orders on orders.id = fills.order_row
  where fills.wallet_id = $1
    and fills.state = any(string_to_array($2, ','))
    and ($3::text is null or fills.condition_id = $3)
    and ($4::text is null or fills.order_id = $4)
    and fills.matched_ms >= $5::text::bigint
    and (fills.matched_ms, fills.id collate "C") < ($6::text::bigint, $7)
  order by fills.matched_ms desc, fills.id collate "C" desc
  limit $8::text::bigint
`;

/** Later than any fill. */
const FIRST = { matchedMs: "9223372036854775807", id: "" };

function listParameters(
  { walletId, states, conditionId, orderId, sinceMs, after, limit }: FillListing,
) {
  const { matchedMs, id } = Option.getOrElse(after, () => FIRST);
  return [
    walletId,
    FILL_STATES.filter((state) => states.includes(state)).join(","),
    Option.getOrNull(conditionId),
    Option.getOrNull(orderId),
    String(Option.getOrElse(sinceMs, () => 0)),
    String(matchedMs),
    id,
    String(limit),
  ];
}

const OPEN_WALLETS = `
  select wallet_id, min(created_ms)::text as since_ms, min(unsettled_ms)::text as unsettled_ms
  from (
    select wallet_id, created_ms, null::bigint as unsettled_ms from orders where state <> 'final'
    union all
    select fills.wallet_id, orders.created_ms, fills.matched_ms
    from fills join orders on orders.id = fills.order_row
    where fills.settled_ms is null
    union all
    select wallet_id, created_ms, created_ms from orders
    where ending in ('matched', 'canceled') and coalesce(shares_e6, 1) > heard_shares_e6
      and created_ms >= $1::text::bigint
  ) as open
  group by wallet_id order by max(created_ms) desc, wallet_id limit $2::text::bigint
`;
