/**
 * What an operator does about each failure of an order.
 *
 * @module
 */
import type {
  NotListed,
  ProviderFailed,
  SecretBoxOff,
  SecretUnreadable,
  StoreFailed,
  WalletRefused,
} from "../../core/port/mod.ts";
import type { RequestRejected } from "../../core/request.ts";
import type {
  AccountMissing,
  KeyAmbiguous,
  KeyMissing,
  SealForeign,
  WalletMissing,
} from "../../core/use_case/mod.ts";

/** How orders about accounts and wallets fail. */
export type OperatorFailure =
  | AccountMissing
  | KeyAmbiguous
  | KeyMissing
  | NotListed
  | ProviderFailed
  | RequestRejected
  | SealForeign
  | SecretBoxOff
  | SecretUnreadable
  | StoreFailed
  | WalletMissing
  | WalletRefused;

/** How a key for `WALLET_KEY` is made. */
export const WALLET_KEY_HINT = "Set it to 32 random bytes, as made by: openssl rand -base64 32";

type Hints = {
  readonly [Tag in OperatorFailure["_tag"]]: (
    failure: Extract<OperatorFailure, { readonly _tag: Tag }>,
  ) => string;
};

const HINTS: Hints = {
  AccountMissing: ({ email }) => `Make it: bun run account add ${email}`,
  KeyAmbiguous: ({ fitting }) => `Write more of it: ${fitting.join("; ")}`,
  KeyMissing: () => "An account's keys are listed by: bun run account keys <email>",
  NotListed: () => "Try again when it lists it; what the venue has given already is kept",
  ProviderFailed: () => "Try again later; what the venue has given already is kept",
  RequestRejected: ({ hint }) => hint,
  SealForeign: () =>
    "Give the command and the service the same WALLET_KEY, and restart the service",
  SecretBoxOff: () => WALLET_KEY_HINT,
  SecretUnreadable: ({ reason }) =>
    reason === "other_key"
      ? "Set WALLET_KEY_PREVIOUS to that key and rotate; if it is lost, import the wallet again"
      : "Import the wallet again",
  StoreFailed: () => "The log of the service says why",
  WalletMissing: () => "An account's wallets are listed by: bun run account wallets <email>",
  WalletRefused: () => "These are the venue's own words; check the wallet's type and funder",
};

/** The next thing to do, in one line. */
export function hintOf<Failure extends OperatorFailure>(failure: Failure): string {
  return (HINTS[failure._tag] as (failure: Failure) => string)(failure);
}
