/**
 * What the venue's data service writes of wallets, with every number as its text.
 *
 * Source: `GET /v2/positions`, `/v2/activity` and `/v2/status`, documented. Null is what it does
 * not know. Fields that nobody uses are not looked at.
 *
 * @module
 */
import { Schema } from "effect";
import { JsonNumber } from "../../../core/json/mod.ts";

const Numeric = Schema.instanceOf(JsonNumber);
const MaybeNumeric = Schema.optional(Schema.NullOr(Numeric));
const MaybeText = Schema.optional(Schema.NullOr(Schema.String));

/** One outcome that a wallet has, or had. */
export const PositionPayload = Schema.Struct({
  condition_id: Schema.String,
  token_id: Schema.String,
  current_size: Numeric,
  avg_price: MaybeNumeric,
  realized_pnl: MaybeNumeric,
  outcome: MaybeText,
  outcome_index: MaybeNumeric,
  slug: MaybeText,
});
/** One outcome that a wallet has, or had. */
export type PositionPayload = typeof PositionPayload.Type;

/** Something that a wallet did. What is of no single outcome has empty texts, or none. */
export const ActivityPayload = Schema.Struct({
  type: Schema.String,
  timestamp: Numeric,
  transaction_hash: MaybeText,
  condition_id: MaybeText,
  token_id: MaybeText,
  outcome_index: MaybeNumeric,
  side: MaybeText,
  size: MaybeNumeric,
  usdc_size: MaybeNumeric,
});
/** Something that a wallet did. */
export type ActivityPayload = typeof ActivityPayload.Type;

/** A page of positions or of activity. Each row is read by itself. */
export const IndexPagePayload = Schema.Struct({
  data: Schema.Array(Schema.Unknown),
  pagination: Schema.Struct({ has_more: Schema.Boolean, next_cursor: MaybeText }),
});

/** How far the index is behind the chain. */
export const StatusPayload = Schema.Struct({ serving: Schema.Struct({ lag_seconds: Numeric }) });
