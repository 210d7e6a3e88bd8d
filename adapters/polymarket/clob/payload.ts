/**
 * What the venue's order book writes about accounts.
 *
 * @module
 */
import { Schema } from "effect";

/** A whole number in text; amounts are times 10^6. */
const Digits = Schema.String.check(Schema.isPattern(/^\d{1,80}$/));

/** What a header can carry, so that no call fails with the value in its error. */
const HeaderText = Schema.String.check(Schema.isPattern(/^[\x21-\x7e]{1,200}$/));

/** Base64 in either alphabet. */
const Base64 = Schema.String.check(Schema.isPattern(/^[\w+/-]{4,200}={0,2}$/));

/** An API key with its secrets. */
export const ApiKeyPayload = Schema.Struct({
  apiKey: HeaderText,
  secret: Base64,
  passphrase: HeaderText,
});

/** What a wallet holds of one asset, and what each spender may move; formerly one for all. */
export const BalancePayload = Schema.Struct({
  balance: Digits,
  allowances: Schema.optional(Schema.Record(Schema.String, Digits)),
  allowance: Schema.optional(Digits),
});
/** What a wallet holds of one asset. */
export type BalancePayload = typeof BalancePayload.Type;

/** Whether a wallet may only close positions. */
export const BanPayload = Schema.Struct({ closed_only: Schema.Boolean });

/** Unix seconds. */
export const TimePayload = Schema.Int;
