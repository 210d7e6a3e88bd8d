/**
 * A wallet as the operator is told of it.
 *
 * @module
 */
import { Option, Schema } from "effect";
import { NEED_WORD } from "../../adapters/http/wire_account.ts";
import { missingOf, SIGNATURE_TYPES, type Wallet } from "../../core/order/mod.ts";
import { ReadinessFacts, toReadinessFacts } from "./readiness_facts.ts";

/** A limit: USDC times 10^6, in digits. */
export const MaxE6 = Schema.String.check(Schema.isPattern(/^[1-9]\d{0,17}$/));

/** Nothing of it is secret; of the venue's API key it only says whether there is one. */
export const WalletFacts = Schema.Struct({
  id: Schema.String,
  address: Schema.String,
  funder: Schema.String,
  signatureType: Schema.Literals(SIGNATURE_TYPES),
  hasVenueKey: Schema.Boolean,
  /** What it lacks before it can trade at all, in the interface's own names. */
  missing: Schema.Array(Schema.String),
  readiness: Schema.Array(ReadinessFacts),
  /** USDC times 10^6, in digits; null where there is no limit. */
  orderMaxE6: Schema.NullOr(MaxE6),
  dayMaxE6: Schema.NullOr(MaxE6),
  /** Unix milliseconds. */
  createdMs: Schema.Number,
});
/** Nothing of it is secret; of the venue's API key it only says whether there is one. */
export type WalletFacts = typeof WalletFacts.Type;

/** What the operator is told. */
export function toWalletFacts(wallet: Wallet): WalletFacts {
  const { id, address, funder, signatureType, createdMs } = wallet;
  return {
    id,
    address,
    funder,
    signatureType,
    hasVenueKey: Option.isSome(wallet.clobApiKey),
    missing: missingOf(wallet).map((need) => NEED_WORD[need]),
    readiness: toReadinessFacts(wallet),
    orderMaxE6: digits(wallet.limits.orderMaxE6),
    dayMaxE6: digits(wallet.limits.dayMaxE6),
    createdMs,
  };
}

function digits(max: Option.Option<bigint>): string | null {
  return Option.getOrNull(Option.map(max, String));
}
