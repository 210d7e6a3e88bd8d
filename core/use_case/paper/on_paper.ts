/**
 * Which holders of orders are on paper.
 *
 * @module
 */
import { isPaperWallet } from "../../paper/mod.ts";
import type { OrderHolder } from "../../port/order_venue.ts";

/** Whether orders of a holder are on paper: its API key is the wallet's own id. */
export function isOnPaper({ credentials }: Pick<OrderHolder, "credentials">): boolean {
  return isPaperWallet(credentials.apiKey);
}

/** Returns the id of the wallet of a holder on paper. */
export function paperWalletOf({ credentials }: Pick<OrderHolder, "credentials">): string {
  return credentials.apiKey;
}
