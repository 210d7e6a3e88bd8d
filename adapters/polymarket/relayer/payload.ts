/**
 * Schemas of the relayer's answers.
 *
 * Source: the venue's documentation of its relayer, and its official client, autumn 2026.
 *
 * @module
 */
import { Schema } from "effect";

/** Text that can be stored, and be a part of an address. */
const Id = Schema.String.check(Schema.isPattern(/^[\w.:-]{1,200}$/));
/** A whole number as text. */
const Digits = Schema.String.check(Schema.isPattern(/^\d{1,30}$/));
const MaybeText = Schema.optional(Schema.NullOr(Schema.String));

/** What is signed besides the calls. `address` is that of the relay, for proxies. */
export const ParamsPayload = Schema.Struct({
  address: Schema.String.check(Schema.isPattern(/^0x[0-9a-f]{40}$/i)),
  nonce: Digits,
});
/** What is signed besides the calls. */
export type ParamsPayload = typeof ParamsPayload.Type;

/** The answer to what was taken. */
export const SubmittedPayload = Schema.Struct({ transactionID: Id });

/** What has become of it. */
export const TransactionPayload = Schema.Struct({
  state: Schema.String,
  transaction_hash: MaybeText,
  error_msg: MaybeText,
});
/** What has become of it. */
export type TransactionPayload = typeof TransactionPayload.Type;
