/**
 * Which wallets are on paper: their orders never leave the machine.
 *
 * @module
 */
import { SIGNATURE_TYPE_NAMES, type Wallet } from "./wallet.ts";

/** Where a UUID has the digit of its version. */
const VERSION_AT = 14;

/** Whether an id is a paper wallet's: a UUID of version 8, which no other wallet has. */
export function isPaperWallet(id: string): boolean {
  return id.charAt(VERSION_AT) === "8";
}

/** Returns the id of a paper wallet that is made of any UUID. */
export function paperWalletId(uuid: string): string {
  return `${uuid.slice(0, VERSION_AT)}8${uuid.slice(VERSION_AT + 1)}`;
}

/** Returns the display name of a wallet's type: `paper`, or how the venue checks its signatures. */
export function walletTypeName(wallet: Pick<Wallet, "id" | "signatureType">): string {
  return isPaperWallet(wallet.id) ? "paper" : SIGNATURE_TYPE_NAMES[wallet.signatureType];
}
