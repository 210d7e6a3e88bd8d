/**
 * Who orders while things fail.
 *
 * @module
 */
import type { Orderer } from "../app/order/order_call.ts";

/** Who orders: the sandbox's demo user under these names. */
export const ORDERER: Orderer = {
  apiKey: "sk_test_orders_through_faults",
  walletId: "7c1f4a52-90cb-4d5e-8a53-3d8e7b6a4f20",
};
