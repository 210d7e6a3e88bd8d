/**
 * Maps the failures of the console's routes to refusals: status, message and hint.
 *
 * @module
 */
import type { PasswordWeak } from "../../../core/access/mod.ts";
import type { KeysTooMany } from "../../../core/port/account_store.ts";
import type { HashingBusy } from "../../../core/port/password_hash.ts";
import type { SetupRefused, SigningKeyUnreadable } from "../../../core/port/service_setup.ts";
import type {
  AccountTaken,
  AttemptsTooMany,
  FirstAccountElsewhere,
  LinkInvalid,
  OwnKeyMissing,
  PasswordWrong,
  SessionMissing,
  SignInRefused,
  SignUpClosed,
  WalletMissing,
} from "../../../core/use_case/account/mod.ts";
import type { OwnCommand } from "../edge/answer/hint.ts";
import type { Refusal } from "../edge/answer/refusal.ts";

/** The failures of the console's routes, besides those of every route. */
export type ConsoleFailure =
  | AccountTaken
  | AttemptsTooMany
  | HashingBusy
  | KeysTooMany
  | FirstAccountElsewhere
  | LinkInvalid
  | OwnKeyMissing
  | PasswordWeak
  | PasswordWrong
  | SessionMissing
  | SetupRefused
  | SigningKeyUnreadable
  | SignInRefused
  | SignUpClosed
  | WalletMissing;

type Rows = {
  readonly [Tag in ConsoleFailure["_tag"]]: (
    failure: Extract<ConsoleFailure, { readonly _tag: Tag }>,
  ) => Refusal;
};

const PASSWORD_HINTS: Readonly<Record<PasswordWeak["problem"], string>> = {
  short: "Send a longer one: several words are easy to remember",
  long: "Send a shorter one",
  common: "Send one that is not on lists of leaked passwords: several words of your own",
  email: "Send one that has nothing to do with the account",
};

/** How an operator lets somebody in. */
const askForLink = (ownCommand: OwnCommand) => `\`${ownCommand("account link <email>")}\``;

/** The rows of the failure table that concern the console. */
export const CONSOLE_FAILURE_ROWS = {
  AccountTaken: ({ message }) => ({
    status: 409,
    error: message,
    hint: (ownCommand) =>
      `Sign in; the operator makes a one-time link with ${askForLink(ownCommand)}`,
  }),
  AttemptsTooMany: ({ message, waitMs }) => {
    const retryAfterSec = Math.max(1, Math.ceil(waitMs / 1000));
    return { status: 429, error: message, hint: `Try again in ${retryAfterSec} s`, retryAfterSec };
  },
  HashingBusy: ({ message }) => ({
    status: 503,
    error: message,
    hint: "Try again in 1 s",
    retryAfterSec: 1,
  }),
  KeysTooMany: ({ message }) => ({
    status: 409,
    error: message,
    hint: "Revoke one that is no longer used",
  }),
  LinkInvalid: ({ message }) => ({
    status: 401,
    error: message,
    hint: (ownCommand) => `The operator makes a new one with ${askForLink(ownCommand)}`,
  }),
  OwnKeyMissing: ({ message }) => ({
    status: 404,
    error: message,
    hint: "GET /console/api/keys lists the account's keys",
  }),
  PasswordWeak: ({ message, problem }) => ({
    status: 400,
    error: message,
    hint: PASSWORD_HINTS[problem],
  }),
  PasswordWrong: ({ message }) => ({
    status: 403,
    error: message,
    hint: "Send it as current_password, or sign in with a one-time link of the operator's",
  }),
  FirstAccountElsewhere: ({ message }) => ({
    status: 403,
    error: message,
    hint: (ownCommand) =>
      "Where the service runs, open the console under http://localhost or http://127.0.0.1, with " +
      `its port; or run \`${ownCommand("account add <email>")}\` there and open the address that ` +
      `${askForLink(ownCommand)} prints`,
  }),
  SessionMissing: ({ message }) => ({
    status: 404,
    error: message,
    hint: "GET /console/api/sessions lists the account's sessions",
  }),
  SetupRefused: ({ message, hint }) => ({ status: 409, error: message, hint }),
  SigningKeyUnreadable: ({ message }) => ({
    status: 400,
    error: message,
    hint: "Send the 64 hexadecimal digits of the key, with or without 0x, and nothing else",
  }),
  SignInRefused: ({ message }) => ({
    status: 401,
    error: message,
    hint: (ownCommand) =>
      `Check both; the operator makes a one-time link with ${askForLink(ownCommand)}`,
  }),
  SignUpClosed: ({ message }) => ({
    status: 403,
    error: message,
    hint: (ownCommand) =>
      `Its operator adds one with \`${ownCommand("account add <email>")}\` and lets you in with ` +
      `${askForLink(ownCommand)}, or opens it to all with SIGNUP=open`,
  }),
  WalletMissing: ({ message }) => ({
    status: 404,
    error: message,
    hint: "GET /console/api/setup lists the account's wallets",
  }),
} satisfies Rows;
