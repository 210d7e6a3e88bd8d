/**
 * Which holders of orders are on paper.
 *
 * @module
 */
import type { OrderHolder } from "../../port/order_venue.ts";

/** The venue's own keys are UUIDs of any version. */
const PREFIX = "paper-";

/** Returns the API key of a paper wallet. */
export function paperApiKey(walletId: string): string {
  return `${PREFIX}${walletId}`;
}

/** Whether orders of a holder are on paper, by its API key. */
export function isOnPaper({ credentials }: Pick<OrderHolder, "credentials">): boolean {
  return credentials.apiKey.startsWith(PREFIX);
}

/** Returns the id of the wallet of a holder on paper. */
export function paperWalletOf({ credentials }: Pick<OrderHolder, "credentials">): string {
  return paperWalletOfKey(credentials.apiKey);
}

/** Returns the id of the wallet that an API key on paper is of, if it is one at all. */
export function paperWalletOfKey(apiKey: string): string {
  return apiKey.slice(PREFIX.length);
}
