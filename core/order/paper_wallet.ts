/**
 * Which wallets are on paper: their orders never leave the machine.
 *
 * @module
 */

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
