/**
 * What a wallet can trade, as operations report it.
 *
 * @module
 */
import { Schema } from "effect";
import { approvalCall } from "../../adapters/polymarket/clob/approval.ts";
import { SIDES } from "../../core/fee/mod.ts";
import { MARKET_KINDS, readinessOf, type Wallet } from "../../core/order/mod.ts";

/** The schema of a wallet's readiness for one kind of market. */
export const ReadinessFacts = Schema.Struct({
  kind: Schema.Literals(MARKET_KINDS),
  canBuy: Schema.Boolean,
  canSell: Schema.Boolean,
  missing: Schema.Array(Schema.Struct({
    side: Schema.Literals(SIDES),
    /** The call that the funder must make to grant it. */
    call: Schema.String,
    /** True if the venue confirms that it is missing; false if the venue has not reported it. */
    isKnown: Schema.Boolean,
  })),
});
/** A wallet's readiness for one kind of market. */
export type ReadinessFacts = typeof ReadinessFacts.Type;

/** Returns a wallet's readiness for each kind of market. */
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
