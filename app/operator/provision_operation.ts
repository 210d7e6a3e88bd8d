/**
 * The operation that makes a wallet ready to trade.
 *
 * @module
 */
import { Effect, type ManagedRuntime, Schema } from "effect";
import type { EventCatalog } from "../../core/port/event_catalog.ts";
import type { SecretBox } from "../../core/port/secret_box.ts";
import type { VenueAccount } from "../../core/port/venue_account.ts";
import type { WalletStore } from "../../core/port/wallet_store.ts";
import { shortAllowances } from "../../core/order/mod.ts";
import { provisionWallet } from "../../core/use_case/account/mod.ts";
import { handleOperation, type OperationHandler } from "./operation.ts";
import { toWalletFacts, WalletFacts } from "./wallet_facts.ts";

const Digits = Schema.String.check(Schema.isPattern(/^\d+$/));

/** The operation: takes a wallet's id, returns the wallet and its state at the venue. */
export const PROVISION_OPERATION = {
  path: "/wallet/provision",
  input: Schema.Struct({ id: Schema.String }),
  output: Schema.Struct({
    wallet: WalletFacts,
    /** USDC times 10^6, in digits. */
    balanceE6: Digits,
    isClosedOnly: Schema.Boolean,
    /** Contracts that may move only part of the balance; amounts are USDC times 10^6, in digits. */
    shortAllowances: Schema.Array(Schema.Struct({
      spenderAddress: Schema.String,
      amountE6: Digits,
    })),
  }),
} as const;

/** A runtime with the store, the secret box and the venue. */
export type ProvisionRuntime = ManagedRuntime.ManagedRuntime<
  WalletStore | SecretBox | VenueAccount | EventCatalog,
  unknown
>;

/** Returns the handler. */
export function provisionHandler(runtime: ProvisionRuntime): OperationHandler {
  return handleOperation(PROVISION_OPERATION, {
    runtime,
    run: ({ id }) =>
      Effect.map(provisionWallet(id), ({ wallet, status }) => ({
        wallet: toWalletFacts(wallet),
        balanceE6: String(status.balanceE6),
        isClosedOnly: status.isClosedOnly,
        shortAllowances: shortAllowances(status)
          .map(({ spenderAddress, amountE6 }) => ({ spenderAddress, amountE6: String(amountE6) })),
      })),
  });
}
