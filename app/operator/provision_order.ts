/**
 * The operator's order to make a wallet ready to trade.
 *
 * @module
 */
import { Effect, type ManagedRuntime, Schema } from "effect";
import type { EventCatalog, SecretBox, VenueAccount, WalletStore } from "../../core/port/mod.ts";
import { shortAllowances } from "../../core/order/mod.ts";
import { provisionWallet } from "../../core/use_case/mod.ts";
import { type OrderTaken, takeOrder } from "./operator_order.ts";
import { toWalletFacts, WalletFacts } from "./wallet_facts.ts";

const Digits = Schema.String.check(Schema.isPattern(/^\d+$/));

/** Which wallet, and how the venue sees it afterwards. */
export const PROVISION_ORDER = {
  path: "/wallet/provision",
  order: Schema.Struct({ id: Schema.String }),
  answer: Schema.Struct({
    wallet: WalletFacts,
    /** USDC times 10^6, in digits. */
    balanceE6: Digits,
    isClosedOnly: Schema.Boolean,
    /** Contracts that may move a part of the balance alone, and USDC times 10^6, in digits. */
    shortAllowances: Schema.Array(Schema.Struct({
      spenderAddress: Schema.String,
      amountE6: Digits,
    })),
  }),
} as const;

/** The store, the box and the venue, as a service has them. */
export type ProvisionRuntime = ManagedRuntime.ManagedRuntime<
  WalletStore | SecretBox | VenueAccount | EventCatalog,
  unknown
>;

/** The order as a service takes it. */
export function provisionOrder(runtime: ProvisionRuntime): OrderTaken {
  return takeOrder(PROVISION_ORDER, {
    runtime,
    carryOut: ({ id }) =>
      Effect.map(provisionWallet(id), ({ wallet, standing }) => ({
        wallet: toWalletFacts(wallet),
        balanceE6: String(standing.balanceE6),
        isClosedOnly: standing.isClosedOnly,
        shortAllowances: shortAllowances(standing)
          .map(({ spenderAddress, amountE6 }) => ({ spenderAddress, amountE6: String(amountE6) })),
      })),
  });
}
