/**
 * Schemas of the order book's answers about accounts.
 *
 * @module
 */
import { Schema } from "effect";

/** A whole number as text; amounts are times 10^6. */
const Digits = Schema.String.check(Schema.isPattern(/^\d{1,80}$/));

/** Text that a header can carry. A value that cannot be sent would appear in an error. */
const HeaderText = Schema.String.check(Schema.isPattern(/^[\x21-\x7e]{1,200}$/));

/** Base64 in either alphabet. */
const Base64 = Schema.String.check(Schema.isPattern(/^[\w+/-]{4,200}={0,2}$/));

/** An API key with its secrets. */
export const ApiKeyPayload = Schema.Struct({
  apiKey: HeaderText,
  secret: Base64,
  passphrase: HeaderText,
});

/**
 * A wallet's balance of one asset, and its allowance per spender; formerly one for all spenders.
 */
export const BalancePayload = Schema.Struct({
  balance: Digits,
  allowances: Schema.optional(Schema.Record(Schema.String, Digits)),
  allowance: Schema.optional(Digits),
});
/** A wallet's balance of one asset. */
export type BalancePayload = typeof BalancePayload.Type;

/** Whether a wallet may only close positions. */
export const BanPayload = Schema.Struct({ closed_only: Schema.Boolean });

/** Unix seconds. */
export const TimePayload = Schema.Int;
