/**
 * The hint for each failure of an operation.
 *
 * @module
 */
import type { KeysTooMany } from "../../core/port/account_store.ts";
import type { NotListed } from "../../core/port/event_catalog.ts";
import type { ProviderFailed } from "../../core/port/provider_failure.ts";
import type { SecretBoxOff, SecretUnreadable } from "../../core/port/secret_box.ts";
import type { SetupRefused } from "../../core/port/service_setup.ts";
import type { StoreFailed } from "../../core/port/store_failure.ts";
import type { WalletRefused } from "../../core/port/venue_account.ts";
import type { WebhookUnreachable } from "../../core/port/webhook_sender.ts";
import type { WebhooksTooMany } from "../../core/port/webhook_store.ts";
import type { RequestRejected } from "../../core/request.ts";
import type { CopyRefused } from "../../adapters/postgres/engine/store_care.ts";
import type {
  AccountMissing,
  KeyAmbiguous,
  KeyMissing,
  SealForeign,
  WalletMissing,
} from "../../core/use_case/account/mod.ts";
import type { NotPaper } from "../../core/use_case/paper/mod.ts";
import type { WebhookMissing } from "../../core/use_case/webhook/mod.ts";
import { ownCommand, shellWord } from "../wiring/own_command.ts";

/** The failures of operations on accounts and wallets. */
export type OperationFailure =
  | AccountMissing
  | CopyRefused
  | WebhookMissing
  | WebhooksTooMany
  | WebhookUnreachable
  | KeyAmbiguous
  | KeyMissing
  | KeysTooMany
  | NotListed
  | NotPaper
  | ProviderFailed
  | RequestRejected
  | SealForeign
  | SecretBoxOff
  | SecretUnreadable
  | SetupRefused
  | StoreFailed
  | WalletMissing
  | WalletRefused;

/** How to make a key for `WALLET_KEY`. */
export const WALLET_KEY_HINT = "Set it to 32 random bytes, as made by: openssl rand -base64 32";

/** What to do next, and the words of the command that does it, if one does. */
export interface OperationHint {
  readonly hint: string;
  readonly command?: string | undefined;
}

type Hints = {
  readonly [Tag in OperationFailure["_tag"]]: (
    failure: Extract<OperationFailure, { readonly _tag: Tag }>,
  ) => string | OperationHint;
};

const HINTS: Hints = {
  AccountMissing: ({ email }) => ({ hint: "Add it", command: `account add ${shellWord(email)}` }),
  CopyRefused: () => "Or stop the service first: a backup then needs no copy",
  WebhookMissing: () => ({
    hint: "List an account's webhooks",
    command: "account hooks <email>",
  }),
  WebhooksTooMany: () => ({
    hint: "Remove one that is no longer used",
    command: "account hook remove <id>",
  }),
  WebhookUnreachable: () => "Make the receiver reachable from the service, and try again",
  KeyAmbiguous: ({ fitting }) => `Send a longer prefix: ${fitting.join("; ")}`,
  KeyMissing: () => ({ hint: "List an account's keys", command: "account keys <email>" }),
  KeysTooMany: () => ({
    hint: "Revoke one that is no longer used",
    command: "account revoke <prefix>",
  }),
  NotListed: () => "Try again once the venue lists it; completed steps are stored",
  NotPaper: () => "Name the paper wallet first, and the real one after it",
  ProviderFailed: () => "Try again later; completed steps are stored",
  RequestRejected: ({ hint }) => hint,
  SealForeign: () =>
    "Give the command and the service the same WALLET_KEY, and restart the service",
  SecretBoxOff: () => WALLET_KEY_HINT,
  SecretUnreadable: ({ reason }) =>
    reason === "other_key"
      ? "Set WALLET_KEY_PREVIOUS to that key and rotate; if it is lost, import the wallet again, " +
        "or rotate the webhook's secret"
      : "Import the wallet again, or rotate the webhook's secret",
  SetupRefused: ({ hint }) => hint,
  StoreFailed: () => "See the service's log for the cause",
  WalletMissing: () => ({
    hint: "List an account's wallets",
    command: "account wallets <email>",
  }),
  WalletRefused: () => "Check the wallet's type and funder against the venue's message",
};

/** Returns what to do next. */
export function hintOf<Failure extends OperationFailure>(failure: Failure): OperationHint {
  const hint = (HINTS[failure._tag] as (failure: Failure) => string | OperationHint)(failure);
  return typeof hint === "string" ? { hint } : hint;
}

/** Writes a hint in one line, for whoever started this process. */
export function hintLine({ hint, command }: OperationHint): string {
  return command === undefined ? hint : `${hint}: ${ownCommand(command)}`;
}
