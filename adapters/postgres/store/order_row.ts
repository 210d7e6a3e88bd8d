/**
 * Maps orders to and from the rows of their table.
 *
 * @module
 */
import { type BigDecimal, Option } from "effect";
import { formatDecimal, parseDecimal, type Side } from "../../../core/fee/mod.ts";
import { type CancelCause, type Fill, type OrderType } from "../../../core/order/mod.ts";
import type { NewOrder, StoredOrder } from "../../../core/port/order_store.ts";
import type { ToldOrder } from "../../../core/port/wallet_frames.ts";
import { parseConditionId } from "../../../core/venue/mod.ts";
import type { SqlRow } from "../engine/sql.ts";
import { amountIn, numberIn, textOf } from "./column.ts";
import { unsettledOfSale } from "./traded_shares.ts";
import { toState } from "./order_state_row.ts";

/** Every column that {@linkcode toStoredOrder} reads. */
export const ORDER_COLUMNS = `
  id, account_id, wallet_id, idempotency_key, request_sha256, slug, outcome, token_id, condition_id,
  side, order_type, amount, is_neg_risk, body, notional_e6::text as notional_e6,
  lowered_e6::text as lowered_e6, price_e6::text as price_e6, size_e6::text as size_e6,
  expires_sec::text as expires_sec, life_sec, is_post_only, cancel_at_ms::text as cancel_at_ms,
  cancel_cause, cancel_message, fee_rate, unsettled_e6::text as unsettled_e6,
  heard_shares_e6::text as heard_shares_e6,
  heard_usdc_e6::text as heard_usdc_e6, settled_shares_e6::text as settled_shares_e6,
  settled_usdc_e6::text as settled_usdc_e6, failed_shares_e6::text as failed_shares_e6,
  failed_usdc_e6::text as failed_usdc_e6, order_id, state,
  sent_ms::text as sent_ms, why, missing_since_ms::text as missing_since_ms, is_at_venue, ending,
  shares_e6::text as shares_e6, usdc_e6::text as usdc_e6, refusal_reason, refusal_message,
  retry_after_sec::text as retry_after_sec, is_reconciled, created_ms::text as created_ms,
  estimates, latency_ms::text as latency_ms
`;

/** The parameters of {@linkcode INSERT_ORDER}. */
export function orderParameters({ order, saleE6, lookUpAtMs }: NewOrder) {
  const { idempotency, instruction, instruction: { limit }, state } = order;
  return [
    order.id,
    order.accountId,
    order.walletId,
    textOf(Option.map(idempotency, ({ idempotencyKey }) => idempotencyKey)),
    textOf(Option.map(idempotency, ({ requestSha256 }) => requestSha256)),
    instruction.slug,
    instruction.outcome,
    instruction.tokenId,
    instruction.conditionId,
    instruction.side,
    instruction.orderType,
    instruction.amount,
    instruction.isNegRisk,
    order.body,
    String(order.notionalE6),
    state.orderId,
    String(state.sentMs),
    String(order.createdMs),
    textOf(order.latencyMs),
    String(lookUpAtMs),
    textOf(order.loweredToE6),
    textOf(order.priceE6),
    textOf(Option.map(limit, ({ sizeE6 }) => sizeE6)),
    textOf(Option.flatMap(limit, ({ expiresSec }) => expiresSec)),
    Option.getOrNull(Option.flatMap(limit, ({ lifeSec }) => lifeSec)),
    Option.getOrNull(Option.map(limit, ({ isPostOnly }) => isPostOnly)),
    textOf(order.cancelAtMs),
    Option.getOrNull(Option.map(order.feeRate, formatDecimal)),
    String(saleE6),
  ];
}

const INTO = `
  insert into orders (
    id, account_id, wallet_id, idempotency_key, request_sha256, slug, outcome, token_id,
    condition_id, side, order_type, amount, is_neg_risk, body, notional_e6, order_id, state,
    sent_ms, created_ms, latency_ms, look_up_at_ms, lowered_e6, price_e6, size_e6, expires_sec,
    life_sec, is_post_only, cancel_at_ms, fee_rate, unsettled_e6
  )
`;
const VALUES = `
  $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13::boolean, $14, $15::text::numeric, $16,
  'sent', $17::text::bigint, $18::text::bigint, $19::text::float8, $20::text::bigint,
  $21::text::numeric, $22::text::numeric, $23::text::numeric, $24::text::bigint, $25::int,
  $26::boolean, $27::text::bigint, $28,
  ${unsettledOfSale({ walletId: "$3", tokenId: "$8", saleE6: "$29::text::numeric" })}
`;
const UNLESS_IDEMPOTENCY_KEY_TAKEN = `
  on conflict (account_id, idempotency_key) where idempotency_key is not null do nothing
  returning unsettled_e6::text as unsettled_e6
`;

const WITHIN_LIMIT = `
  spent_e6($3, $30::text::bigint, $31::text::bigint) + $15::text::numeric <= $32::text::numeric
`;

/**
 * Inserts an order and returns what of it is unsettled, unless another order of the account has the
 * key.
 */
export const INSERT_ORDER = `${INTO} values (${VALUES}) ${UNLESS_IDEMPOTENCY_KEY_TAKEN}`;

/** The same, unless the order exceeds the limit `$32` for instants in `[$30, $31)`. */
export const INSERT_LIMITED = `
  ${INTO} select ${VALUES} where ${WITHIN_LIMIT} ${UNLESS_IDEMPOTENCY_KEY_TAKEN}
`;

/**
 * The same as the insert that takes the condition, if its key is reserved for the order. Waits for
 * whoever is about to reserve the key for another one.
 */
function ifReserved(condition: string): string {
  const reservation = "account_id = $2 and idempotency_key = $4 and for_order = $1";
  return `
    with held as materialized (
      select 1 from idempotency_reservations where ${reservation} for update
    ), inserted as (
      ${INTO} select ${VALUES} where exists (select 1 from held) and ${condition}
      ${UNLESS_IDEMPOTENCY_KEY_TAKEN}
    ), ended as (
      delete from idempotency_reservations where ${reservation} and exists (select 1 from inserted)
    )
    select unsettled_e6 from inserted
  `;
}

/** {@linkcode INSERT_ORDER} of a reserved key. Ends the reservation if it inserts. */
export const INSERT_RESERVED = ifReserved("true");

/** {@linkcode INSERT_LIMITED} of a reserved key. Ends the reservation if it inserts. */
export const INSERT_RESERVED_LIMITED = ifReserved(WITHIN_LIMIT);

/** Returns the order of a row with the columns {@linkcode ORDER_COLUMNS}. */
export function toStoredOrder(row: SqlRow): StoredOrder {
  return { ...toToldOrder(row), body: String(row["body"]) };
}

/** Returns the same without the signed bytes. */
export function toToldOrder(row: SqlRow): ToldOrder {
  const accountId = String(row["account_id"]);
  return {
    id: String(row["id"]),
    accountId,
    walletId: String(row["wallet_id"]),
    idempotency: Option.map(Option.fromNullishOr(row["idempotency_key"]), (idempotencyKey) => ({
      accountId,
      idempotencyKey: String(idempotencyKey),
      requestSha256: String(row["request_sha256"]),
    })),
    instruction: {
      slug: String(row["slug"]),
      outcome: String(row["outcome"]),
      tokenId: String(row["token_id"]),
      conditionId: Option.getOrThrow(parseConditionId(String(row["condition_id"]))),
      side: row["side"] as Side,
      orderType: row["order_type"] as OrderType,
      amount: String(row["amount"]),
      isNegRisk: row["is_neg_risk"] === true,
      limit: Option.map(amountIn(row["size_e6"]), (sizeE6) => ({
        sizeE6,
        expiresSec: numberIn(row["expires_sec"]),
        lifeSec: numberIn(row["life_sec"]),
        isPostOnly: row["is_post_only"] === true,
      })),
    },
    notionalE6: BigInt(String(row["notional_e6"])),
    loweredToE6: amountIn(row["lowered_e6"]),
    priceE6: amountIn(row["price_e6"]),
    feeRate: feeRateIn(row),
    unsettledE6: BigInt(String(row["unsettled_e6"])),
    fills: {
      heard: sumIn(row, "heard"),
      settled: sumIn(row, "settled"),
      failed: sumIn(row, "failed"),
    },
    cancelAtMs: numberIn(row["cancel_at_ms"]),
    cancelCause: Option.fromNullishOr(row["cancel_cause"] as CancelCause | null),
    state: toState(row),
    createdMs: Number(row["created_ms"]),
    latencyMs: numberIn(row["latency_ms"]),
  };
}

/** Returns the fraction that takers pay in an order's market. */
export function feeRateIn(row: SqlRow): Option.Option<BigDecimal.BigDecimal> {
  return Option.flatMap(
    Option.fromNullishOr(row["fee_rate"]),
    (text) => parseDecimal(String(text)),
  );
}

function sumIn(row: SqlRow, which: "heard" | "settled" | "failed"): Fill {
  return {
    sharesE6: amountIn(row[`${which}_shares_e6`]),
    usdcE6: amountIn(row[`${which}_usdc_e6`]),
  };
}
