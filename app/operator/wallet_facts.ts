/**
 * A wallet as the operator is told of it.
 *
 * @module
 */
import { Option, Schema } from "effect";
import { NEED_WORD } from "../../adapters/http/wire_account.ts";
import { missingOf, SIGNATURE_TYPES, type Wallet } from "../../core/order/mod.ts";

/** Nothing of it is secret; of the venue's API key it only says whether there is one. */
export const WalletFacts = Schema.Struct({
  id: Schema.String,
  address: Schema.String,
  funder: Schema.String,
  signatureType: Schema.Literals(SIGNATURE_TYPES),
  hasVenueKey: Schema.Boolean,
  areAllowancesReady: Schema.Boolean,
  /** What it lacks before it can trade, in the interface's own names. */
  missing: Schema.Array(Schema.String),
  /** Unix milliseconds. */
  createdMs: Schema.Number,
});
/** Nothing of it is secret; of the venue's API key it only says whether there is one. */
export type WalletFacts = typeof WalletFacts.Type;

/** What the operator is told. */
export function toWalletFacts(wallet: Wallet): WalletFacts {
  const { id, address, funder, signatureType, areAllowancesReady, createdMs } = wallet;
  return {
    id,
    address,
    funder,
    signatureType,
    hasVenueKey: Option.isSome(wallet.clobApiKey),
    areAllowancesReady,
    missing: missingOf(wallet).map((need) => NEED_WORD[need]),
    createdMs,
  };
}
