/**
 * Runs an account command over a connection to the service or the store, and formats its output.
 *
 * @module
 */
import { Option } from "effect";
import { digestOfToken, newToken } from "../../../adapters/http/console/session_token.ts";
import { BALANCE_OPERATION } from "../../operator/balance_operation.ts";
import { callOperation } from "../../operator/call_operation.ts";
import type { WalletFacts } from "../../operator/wallet_facts.ts";
import { ACCOUNT_OPERATIONS } from "../../operator/account_operations.ts";
import { PROVISION_OPERATION, WALLET_OPERATIONS } from "../../operator/wallet_operations.ts";
import { ownCommand } from "../../wiring/own_command.ts";
import type { AccountCommand } from "./account_command.ts";
import { call, type CommandContext } from "./command_context.ts";
import { runWebhookCommand } from "./webhook_command.ts";
import {
  type CommandOutput,
  factLines,
  instant,
  keyTable,
  limitNote,
  results,
  tradeNotes,
  usdcText,
  walletLines,
  walletTable,
} from "./command_output.ts";
import { openPaperWallet } from "./paper_command.ts";
import { boxKeyId } from "./box_key_id.ts";
import { issueKey } from "./issue_key.ts";
import { importNote, importOwnWallet } from "./import_wallet.ts";
import { keyWarning, provisionLines, provisionNotes, readinessLines } from "./provision_text.ts";

/** Runs a command. Throws {@linkcode CommandFailed} with the reason if it fails. */
export function runCommand(
  command: AccountCommand,
  context: CommandContext,
): Promise<CommandOutput> {
  switch (command.name) {
    case "add":
      return addAccount(command.email, context);
    case "key":
      return makeKey(command, context);
    case "keys":
      return listKeys(command.email, context);
    case "link":
      return makeLink(command.email, context);
    case "revoke":
      return revokeKey(command.prefix, context);
    case "wallets":
      return listWallets(command.email, context);
    case "wallet import":
      return importWallet(command, context);
    case "wallet paper":
      return openPaperWallet(command, context);
    case "wallet claim":
      return setClaimPolicy(command, context);
    case "wallet limit":
      return limitWallet(command, context);
    case "wallet provision":
      return provisionWallet(command.id, context);
    case "wallet show":
      return showWallet(command.id, context);
    case "hooks":
    case "hook add":
    case "hook rotate":
    case "hook remove":
    case "hook resume":
    case "hook test":
      return runWebhookCommand(command, context);
    case "rotate":
      return rotate(context);
    case "help":
      return Promise.resolve(results());
  }
}

async function addAccount(email: string, context: CommandContext): Promise<CommandOutput> {
  const found = await call(context, ACCOUNT_OPERATIONS.addAccount, { email });
  return results(
    found.isNew ? `Opened the account ${found.email}` : `The account ${found.email} already exists`,
  );
}

function openedNote(email: string): string {
  return `Opened the account ${email}: a sandbox opens accounts on demand`;
}

async function makeKey(
  command: Extract<AccountCommand, { name: "key" }>,
  context: CommandContext,
): Promise<CommandOutput> {
  const { text, made, accountUrl } = await issueKey(command, context);
  const request = `curl -H "x-api-key: $KEY" '${accountUrl}'   # with KEY=<the key below>`;
  return {
    results: [text],
    notes: [
      ...made.isNew ? [openedNote(made.email)] : [],
      ...factLines([
        ["account", made.email],
        ["scopes", made.key.scopes.join(", ")],
        ["prefix", made.key.prefix],
        ...made.key.scopes.includes("read") ? [["try", request] as const] : [],
      ]),
      ...tradeNotes(made),
      "This key cannot be shown again:",
    ],
  };
}

async function makeLink(email: string, context: CommandContext): Promise<CommandOutput> {
  const token = newToken();
  const made = await call(context, ACCOUNT_OPERATIONS.makeLink, {
    email,
    sha256: digestOfToken(token),
  });
  return {
    results: [`${made.url ?? context.url}/console/link#${token}`],
    notes: [
      ...made.isNew ? [openedNote(made.email)] : [],
      ...made.url === null ? ["The service is not running: start it first"] : [],
      `Signs ${made.email} in once, within 15 minutes; replaces the former link. Where others ` +
      "reach the service under another address, put that in place of the first part:",
    ],
  };
}

async function listKeys(email: string, context: CommandContext): Promise<CommandOutput> {
  const found = await call(context, ACCOUNT_OPERATIONS.listKeys, { email });
  return found.keys.length > 0
    ? results(...keyTable(found.keys))
    : { results: [], notes: [`The account ${found.email} has no API keys`] };
}

async function revokeKey(prefix: string, context: CommandContext): Promise<CommandOutput> {
  const found = await call(context, ACCOUNT_OPERATIONS.revokeKey, { prefix });
  const key = `${found.prefix}, ending in ${found.lastFour}, of ${found.email}`;
  return results(
    found.isNew
      ? `Revoked ${key}: every replica refuses it within 10 s`
      : `Already revoked since ${instant(found.revokedMs)}: ${key}`,
  );
}

async function listWallets(email: string, context: CommandContext): Promise<CommandOutput> {
  const found = await call(context, WALLET_OPERATIONS.listWallets, { email });
  return found.wallets.length > 0
    ? results(...walletTable(found.wallets))
    : { results: [], notes: [`The account ${found.email} has no wallets`] };
}

async function importWallet(
  command: Extract<AccountCommand, { name: "wallet import" }>,
  context: CommandContext,
): Promise<CommandOutput> {
  const imported = await importOwnWallet(command, context);
  const { wallet, isResealed } = imported;
  const isToDo = wallet.missing.length > 0 || isResealed;
  return {
    results: walletLines(wallet),
    notes: [
      importNote(imported),
      ...imported.isNew ? [limitNote(wallet)] : [],
      ...(await moneyOf(wallet, context)).warnings,
      ...isToDo ? [`Next: ${ownCommand(`account wallet provision ${wallet.id}`)}`] : [],
    ],
  };
}

async function provisionWallet(id: string, context: CommandContext): Promise<CommandOutput> {
  const found = await call(context, PROVISION_OPERATION, { id });
  return {
    results: provisionLines(found),
    notes: [...provisionNotes(found), ...context.world === "live" ? keyWarning(found) : []],
  };
}

async function limitWallet(
  { id, limits: { orderMaxE6, dayMaxE6 } }: Extract<AccountCommand, { name: "wallet limit" }>,
  context: CommandContext,
): Promise<CommandOutput> {
  const digits = (max: Option.Option<bigint>) => Option.getOrNull(Option.map(max, String));
  const { wallet } = await call(context, WALLET_OPERATIONS.limitWallet, {
    id,
    ...orderMaxE6 === undefined ? {} : { orderMaxE6: digits(orderMaxE6) },
    ...dayMaxE6 === undefined ? {} : { dayMaxE6: digits(dayMaxE6) },
  });
  return results(...walletLines(wallet));
}

async function setClaimPolicy(
  { id, policy }: Extract<AccountCommand, { name: "wallet claim" }>,
  context: CommandContext,
): Promise<CommandOutput> {
  const { wallet } = await call(context, WALLET_OPERATIONS.setClaimPolicy, { id, policy });
  return results(...walletLines(wallet));
}

async function showWallet(id: string, context: CommandContext): Promise<CommandOutput> {
  const { wallet, sealedUnder } = await call(context, WALLET_OPERATIONS.showWallet, { id });
  const { balanceE6, warnings } = await moneyOf(wallet, context);
  return {
    results: [
      ...walletLines(wallet),
      ...factLines([
        ["sealed under", `key ${sealedUnder}`],
        ...balanceE6 === null ? [] : [["balance", `${usdcText(balanceE6)} USDC`] as const],
      ]),
      ...readinessLines(wallet.readiness),
    ],
    notes: warnings,
  };
}

/** Asks for a balance. There is none where the venue cannot be asked, or no service runs. */
async function moneyOf({ id, hasVenueKey }: WalletFacts, { world, send }: CommandContext) {
  const unknown = { balanceE6: null, warnings: [] };
  if (!hasVenueKey) return unknown;
  const reply = await callOperation(send, BALANCE_OPERATION, { id });
  if (!reply.ok) return unknown;
  const { balanceE6 } = reply.result;
  return { balanceE6, warnings: world === "live" ? keyWarning(reply.result) : [] };
}

async function rotate(context: CommandContext): Promise<CommandOutput> {
  const keyId = await boxKeyId(context);
  const found = await call(context, WALLET_OPERATIONS.rotate, { keyId });
  const { webhooks } = found;
  const unreadable = [
    ...found.unreadable.map(({ walletId, reason }) => `Wallet ${walletId}: ${reason}`),
    ...webhooks.unreadable.map(({ webhookId, reason }) => `Webhook ${webhookId}: ${reason}`),
  ];
  const skipped = found.skipped + webhooks.skipped;
  return {
    results: factLines([
      ["current key", found.keyId],
      ["resealed", String(found.resealed + webhooks.resealed)],
      ["skipped", String(skipped)],
      ["unreadable", String(unreadable.length)],
    ]),
    notes: [
      ...unreadable,
      ...skipped > 0
        ? ["Some wallets or webhooks changed in the meantime: rotate again to include them"]
        : [],
    ],
    isFailure: unreadable.length > 0,
  };
}
