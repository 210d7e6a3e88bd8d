/**
 * Who may set the service up from a page: its operator, whose account is the oldest, in a browser
 * on the machine of the service.
 *
 * @module
 */
import { Effect, Option } from "effect";
import type { Account } from "../../../core/access/mod.ts";
import { AccountStore } from "../../../core/port/account_store.ts";
import { ServiceSetupPort } from "../../../core/port/service_setup.ts";
import { setupState } from "../../../core/use_case/setup/mod.ts";
import type { OwnCommand } from "../edge/answer/hint.ts";
import { Refused } from "../edge/answer/refusal.ts";
import type { HandlerCall } from "../edge/gate.ts";
import { isLocalAddress, isLocalCaller } from "../edge/request/local_caller.ts";

/**
 * Returns why the caller may not; undefined if it may. Before there is an account, anyone on this
 * machine may become its owner.
 */
export const setupRefusal = Effect.fnUntraced(function* (
  call: HandlerCall,
  account: Account | undefined,
) {
  if ((yield* ServiceSetupPort) === undefined) return SANDBOX;
  if (!isLocalCaller(call)) return ELSEWHERE;
  // Another name may lead here too: that of a page elsewhere, which would be of the same origin.
  if (!isLocalAddress(call.request.url)) return OTHER_NAME;
  const first = yield* (yield* AccountStore).firstAccount;
  return Option.isNone(first) || first.value.id === account?.id ? undefined : OTHER_ACCOUNT;
});

const byCommand = (ownCommand: OwnCommand) =>
  `Where the service runs, use its command: ${ownCommand("setup")}`;

const SANDBOX = new Refused({
  status: 404,
  error: "Cannot set a sandbox up: it has all that it needs",
  hint: "Start a live service, and open its console",
});

const ELSEWHERE = new Refused({
  status: 403,
  error: "Cannot set the service up from another machine or through a proxy",
  hint: byCommand,
});

const OTHER_NAME = new Refused({
  status: 403,
  error: "Cannot set the service up under this name",
  hint: "Open the console under http://localhost or http://127.0.0.1, with its port",
});

const OTHER_ACCOUNT = new Refused({
  status: 403,
  error: "Cannot set the service up with this account, which is not the oldest one here",
  hint: (ownCommand) => `Sign in with that one. ${byCommand(ownCommand)}`,
});

/** Whether the caller may set the service up, and a wallet or a source of the oracle is missing. */
export const needsSetup = Effect.fnUntraced(function* (
  call: HandlerCall,
  account: Account | undefined,
) {
  if ((yield* setupRefusal(call, account)) !== undefined) return false;
  const { chosen, wallets } = yield* setupState();
  return wallets.length === 0 || !chosen.hasOracle;
});
