/**
 * Maps the rows of fills.
 *
 * @module
 */
import { Option } from "effect";
import type { Side } from "../../../core/fee/mod.ts";
import type { FillRole, FillState } from "../../../core/order/mod.ts";
import type { AnsweredOrder } from "../../../core/port/fill_store.ts";
import type { StoredFill } from "../../../core/port/stored_fill.ts";
import { parseConditionId } from "../../../core/venue/mod.ts";
import type { SqlRow } from "../engine/sql.ts";
import { numberIn } from "./column.ts";
import { feeRateIn } from "./order_row.ts";

/** Returns the fill of a row, with what it has of its order. */
export function toStoredFill(row: SqlRow): StoredFill {
  return {
    walletId: String(row["wallet_id"]),
    tradeId: String(row["trade_id"]),
    orderId: String(row["order_id"]),
    role: row["role"] as FillRole,
    priceE6: BigInt(String(row["price_e6"])),
    sharesE6: BigInt(String(row["shares_e6"])),
    state: row["state"] as FillState,
    tx: Option.map(Option.fromNullishOr(row["tx"]), String),
    matchedMs: Number(row["matched_ms"]),
    settledMs: numberIn(row["settled_ms"]),
    feeRate: feeRateIn(row),
    instruction: instructionIn(row),
  };
}

/** Returns what an order traded, of its row. */
export function toAnsweredOrder(row: SqlRow): AnsweredOrder {
  return {
    walletId: String(row["wallet_id"]),
    orderId: String(row["order_id"]),
    sharesE6: BigInt(String(row["shares_e6"])),
    usdcE6: Option.map(Option.fromNullishOr(row["usdc_e6"]), (text) => BigInt(String(text))),
    createdMs: Number(row["created_ms"]),
    instruction: instructionIn(row),
  };
}

function instructionIn(row: SqlRow): StoredFill["instruction"] {
  return {
    slug: String(row["slug"]),
    outcome: String(row["outcome"]),
    tokenId: String(row["token_id"]),
    conditionId: Option.getOrThrow(parseConditionId(String(row["condition_id"]))),
    side: row["side"] as Side,
  };
}
