/**
 * What a wallet can trade, as the operator is told of it.
 *
 * @module
 */
import { Schema } from "effect";
import { approvalCall } from "../../adapters/polymarket/clob/approval.ts";
import { SIDES } from "../../core/fee/mod.ts";
import { MARKET_KINDS, readinessOf, type Wallet } from "../../core/order/mod.ts";

/** One kind of market. */
export const ReadinessFacts = Schema.Struct({
  kind: Schema.Literals(MARKET_KINDS),
  canBuy: Schema.Boolean,
  canSell: Schema.Boolean,
  missing: Schema.Array(Schema.Struct({
    side: Schema.Literals(SIDES),
    /** What the funder calls to give it. */
    call: Schema.String,
    /** Whether the venue says that it is not given; else it has said nothing. */
    isKnown: Schema.Boolean,
  })),
});
/** One kind of market. */
export type ReadinessFacts = typeof ReadinessFacts.Type;

/** A row for each kind of market. */
export function toReadinessFacts(
  wallet: Pick<Wallet, "clobApiKey" | "rights">,
): ReadonlyArray<ReadinessFacts> {
  return readinessOf(wallet).map(({ kind, canBuy, canSell, missing }) => ({
    kind,
    canBuy,
    canSell,
    missing: missing.map(({ side, right, isKnown }) => ({
      side,
      call: approvalCall(right),
      isKnown,
    })),
  }));
}
