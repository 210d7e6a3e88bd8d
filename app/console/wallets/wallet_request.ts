/**
 * What the public API says of the account's wallets.
 *
 * @module
 */
import type { Operations, WalletBalance } from "../../client/typescript/mod.ts";
import { keyedApi } from "../service/api.ts";

/** Asks for the account and its wallets. */
export function askAccount(signal: AbortSignal): Promise<Operations["GET account"]["answer"]> {
  return keyedApi().account.details({}, { signal });
}

/** Asks for the balance and the spending of a wallet. */
export function askBalance(walletId: string, signal: AbortSignal): Promise<WalletBalance> {
  return keyedApi().wallets.balance({ walletId }, { signal });
}
