/**
 * Imports a wallet by its signing key, which this process seals.
 *
 * @module
 */
import { Result } from "effect";
import { readFunder } from "../../../core/order/mod.ts";
import { ACCOUNT_OPERATIONS } from "../../operator/account_operations.ts";
import { WALLET_OPERATIONS } from "../../operator/wallet_operations.ts";
import type { AccountCommand } from "./account_command.ts";
import { boxKeyId } from "./box_key_id.ts";
import { call, type CommandContext, commandFailed } from "./command_context.ts";
import { sealSigningKey } from "./sealed_signing_key.ts";

/** What the account has afterwards: a new wallet, or one that it had. */
export type ImportedWallet = typeof WALLET_OPERATIONS.importWallet.output.Type;

/** Asks for the key, and imports the wallet. */
export async function importOwnWallet(
  command: Extract<AccountCommand, { name: "wallet import" }>,
  context: CommandContext,
): Promise<ImportedWallet> {
  // Checks the box and the account before the operator types the key.
  await boxKeyId(context);
  await call(context, ACCOUNT_OPERATIONS.listKeys, { email: command.email });
  const id = Bun.randomUUIDv7();
  const sealed = await sealSigningKey(await context.readSigningKey(), {
    walletId: id,
    box: context.box,
  });
  const { email, signatureType } = command;
  const funder = readFunder({ ...command, address: sealed.address });
  if (Result.isFailure(funder)) throw commandFailed(funder.failure);
  const input = { id, email, signatureType, funder: funder.success, ...sealed };
  return await call(context, WALLET_OPERATIONS.importWallet, input);
}

/** Says what has become of it. */
export function importNote({ isNew, isResealed }: ImportedWallet): string {
  if (isNew) return "Imported the wallet";
  return isResealed
    ? "The account already has this wallet: its unreadable signing key was replaced"
    : "The account already has this wallet: nothing was changed";
}
